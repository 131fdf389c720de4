import type { EmpresaRow, PlanilhaRow } from './empresa-row.ts'
import { foldCnpj, foldNome, type Identity } from './identity.ts'

/** A row of the spreadsheet by the line of the file it begins on, the header being line 1. */
export interface PlanilhaLine {
  line: number
  row: PlanilhaRow
}

/** A row that can be written: it has its empresaid. */
export interface NamedLine {
  line: number
  row: EmpresaRow
}

/** A row that cannot be taken, with a sentence for each thing that is wrong. */
export interface BadRow {
  line: number
  /** The name as it stands in the row. */
  nome: string
  problems: string[]
}

/** A company already stored, or of a row above. */
type Known = Identity & { empresaid: string }

/** An id nobody can guess; another one for each attempt. */
type MakeId = (identity: Identity, attempt?: number) => string

/**
 * Gives every row its empresaid: the one of its cell; else that of the company with the same nome and cnpj, stored or
 * in the same file; else one made (decision 0010). Nothing is guessed: a row that may mean a company already there or
 * another one is refused, with what to fill in.
 */
export function nameRows(
  rows: PlanilhaLine[],
  stored: Known[],
  makeId: MakeId,
): { named: NamedLine[]; bad: BadRow[] } {
  const known = [...stored]
  const lineOf = new Map<string, number>()
  for (const { line, row } of rows) {
    if (row.empresaid === null) continue
    lineOf.set(row.empresaid, line)
    const cnpj = row.cnpj ?? stored.find(({ empresaid }) => empresaid === row.empresaid)?.cnpj ?? ''
    known.push({ empresaid: row.empresaid, nome: row.nome, cnpj })
  }
  const find = createFinder(known, makeId)
  const named: NamedLine[] = []
  const bad: BadRow[] = []
  for (const { line, row } of rows) {
    if (row.empresaid !== null) {
      named.push({ line, row: { ...row, empresaid: row.empresaid } })
      continue
    }
    const found = find({ nome: row.nome, cnpj: row.cnpj ?? '' })
    const first = found.kind === 'found' ? lineOf.get(found.empresaid) : undefined
    if (found.kind === 'unclear') bad.push({ line, nome: row.nome, problems: [found.problem] })
    else if (first !== undefined)
      bad.push({ line, nome: row.nome, problems: [`esta empresa já está na linha ${first}`] })
    else {
      lineOf.set(found.empresaid, line)
      named.push({ line, row: { ...row, empresaid: found.empresaid } })
    }
  }
  return { named, bad }
}

type Found = { kind: 'found'; empresaid: string } | { kind: 'unclear'; problem: string }

/** Finds or makes the empresaid of row after row, and remembers those it made. */
function createFinder(known: Known[], makeId: MakeId): (identity: Identity) => Found {
  const byNome = new Map<string, Known[]>()
  const byId = new Map<string, Known>()
  const remember = (empresa: Known) => {
    const nome = foldNome(empresa.nome)
    byNome.set(nome, [...(byNome.get(nome) ?? []), empresa])
    if (!byId.has(empresa.empresaid)) byId.set(empresa.empresaid, empresa)
  }
  known.forEach(remember)

  return (identity) => {
    const cnpj = foldCnpj(identity.cnpj)
    const namesakes = byNome.get(foldNome(identity.nome)) ?? []
    const same = namesakes.filter((empresa) => foldCnpj(empresa.cnpj) === cnpj)
    const ids = [...new Set(same.map(({ empresaid }) => empresaid))]
    if (ids.length > 1) {
      return unclear(
        `mais de uma empresa tem este nome e este cnpj (${ids.join(', ')}): preencha o empresaid`,
      )
    }
    if (ids[0] !== undefined) return { kind: 'found', empresaid: ids[0] }

    const other = namesakes.find((empresa) => (foldCnpj(empresa.cnpj) === '') !== (cnpj === ''))
    if (other) {
      const which = cnpj === '' ? `com o cnpj ${other.cnpj}` : 'sem cnpj'
      return unclear(
        `já há uma empresa com este nome, ${which}: se é ela, preencha o empresaid ${other.empresaid}; se é outra, ${makeId(identity)}`,
      )
    }
    const made = makeId(identity)
    const renamed = byId.get(made)
    if (renamed) {
      let attempt = 1
      while (byId.has(makeId(identity, attempt))) attempt++
      return unclear(
        `a empresa ${made} já teve este nome e este cnpj e hoje é "${renamed.nome}": se é ela, preencha o empresaid ${made}; se é outra, ${makeId(identity, attempt)}`,
      )
    }
    remember({ ...identity, empresaid: made })
    return { kind: 'found', empresaid: made }
  }
}

const unclear = (problem: string): Found => ({ kind: 'unclear', problem })
