import type { EmpresaRow, PlanilhaRow } from './planilha-row.ts'
import { foldCnpj, foldNome, isWholeInChats, type Identity } from './empresaid.ts'
import { createNearNames } from './near-names.ts'

/** A row of the spreadsheet, with the line of the file it begins on; the header is line 1. */
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
  nome: string
  problems: string[]
}

type NamedEmpresa = Identity & { empresaid: string }

/** Makes an id nobody can guess; each attempt gives another one. */
type MakeId = (identity: Identity, attempt?: number) => string

/**
 * Gives every row its empresaid: the one in its cell; else that of the company, stored or in the same file,
 * with the same nome and, if the row has one, the same cnpj; else a new one (decision 0010). A new id ends
 * with a character that chats keep in a link. Nothing is guessed: if a row's name, or one a letter or two
 * from it, leaves open whether it means a company already there or another one, the row is refused, with a
 * sentence on what to fill in.
 * @param pause awaited between two rows
 */
export async function nameRows(
  rows: PlanilhaLine[],
  stored: NamedEmpresa[],
  makeId: MakeId,
  pause: () => Promise<void> | undefined,
): Promise<{ named: NamedLine[]; bad: BadRow[] }> {
  const named = new Set(rows.map(({ row }) => foldNome(row.nome)))
  // A company that has its own row is not what another row means.
  const near = await createNearNames(
    stored.flatMap(({ nome }) => (named.has(foldNome(nome)) ? [] : [nome])),
    pause,
    true,
  )
  const { remember, find } = createFinder(makeId, near)
  const cnpjOf = new Map<string, string>()
  for (const empresa of stored) {
    await pause()
    if (!cnpjOf.has(empresa.empresaid)) cnpjOf.set(empresa.empresaid, empresa.cnpj)
    remember(empresa)
  }
  const lineOf = new Map<string, number>()
  for (const { line, row } of rows) {
    await pause()
    if (row.empresaid === null) continue
    lineOf.set(row.empresaid, line)
    const cnpj = row.cnpj ?? cnpjOf.get(row.empresaid) ?? ''
    remember({ empresaid: row.empresaid, nome: row.nome, cnpj })
  }
  const taken: NamedLine[] = []
  const bad: BadRow[] = []
  for (const { line, row } of rows) {
    await pause()
    if (row.empresaid !== null && !cnpjOf.has(row.empresaid) && !isWholeInChats(row.empresaid)) {
      const problem = `o ID da empresa "${row.empresaid}" termina em um sinal que o WhatsApp deixa fora do link: termine com letra ou número, ou deixe a célula vazia`
      bad.push({ line, nome: row.nome, problems: [problem] })
      continue
    }
    if (row.empresaid !== null) {
      taken.push({ line, row: { ...row, empresaid: row.empresaid } })
      continue
    }
    const found = find({ nome: row.nome, cnpj: row.cnpj ?? '' })
    const first = found.kind === 'found' ? lineOf.get(found.empresaid) : undefined
    if (found.kind === 'unclear') bad.push({ line, nome: row.nome, problems: [found.problem] })
    else if (first !== undefined)
      bad.push({ line, nome: row.nome, problems: [`esta empresa já está na linha ${first}`] })
    else {
      lineOf.set(found.empresaid, line)
      // A company found only by its name keeps its cnpj.
      const { cnpj = '', ...rest } = row
      const { empresaid } = found
      taken.push({ line, row: foldCnpj(cnpj) === '' ? { ...rest, empresaid } : { ...row, empresaid } })
    }
  }
  return { named: taken, bad }
}

type Found = { kind: 'found'; empresaid: string } | { kind: 'unclear'; problem: string }

/** The companies with one name: all ids, the ids by folded cnpj (`''` for none), and one without a cnpj. */
interface Namesakes {
  all: Set<string>
  ids: Map<string, Set<string>>
  withoutCnpj: NamedEmpresa | null
}

const noNamesakes = (): Namesakes => ({ all: new Set(), ids: new Map(), withoutCnpj: null })

const NAMED_IDS = 5

/** Finds or makes the empresaid of each row, and remembers those it made. Every row costs the same. */
function createFinder(makeId: MakeId, near: (nome: string) => string[]) {
  const byNome = new Map<string, Namesakes>()
  const byId = new Map<string, NamedEmpresa>()

  const remember = (empresa: NamedEmpresa) => {
    const nome = foldNome(empresa.nome)
    const cnpj = foldCnpj(empresa.cnpj)
    const namesakes = byNome.get(nome) ?? noNamesakes()
    const ids = namesakes.ids.get(cnpj) ?? new Set<string>()
    ids.add(empresa.empresaid)
    namesakes.ids.set(cnpj, ids)
    namesakes.all.add(empresa.empresaid)
    if (cnpj === '') namesakes.withoutCnpj ??= empresa
    byNome.set(nome, namesakes)
    if (!byId.has(empresa.empresaid)) byId.set(empresa.empresaid, empresa)
  }

  const find = (identity: Identity): Found => {
    const cnpj = foldCnpj(identity.cnpj)
    const namesakes = byNome.get(foldNome(identity.nome))
    // A row without a cnpj means the only company of its name, whatever that company's cnpj.
    const same = (cnpj === '' ? namesakes?.all : namesakes?.ids.get(cnpj)) ?? new Set<string>()
    const [id] = same
    if (same.size > 1) {
      return unclear(
        `há mais de uma empresa com este nome: preencha o ID da empresa, um destes: ${namesOf(same)}`,
      )
    }
    if (id !== undefined) return { kind: 'found', empresaid: id }

    const other = namesakes?.withoutCnpj ?? null
    if (other) {
      return unclear(
        `já há uma empresa com este nome, sem CNPJ: se é ela, preencha o ID da empresa com ${other.empresaid}; se é outra, com ${makeId(identity)}`,
      )
    }
    const made = makeId(identity)
    const renamed = byId.get(made)
    if (renamed) {
      let attempt = 1
      while (byId.has(makeId(identity, attempt))) attempt++
      return unclear(
        `a empresa ${made} já teve este nome e hoje é "${renamed.nome}": se é ela, preencha o ID da empresa com ${made}; se é outra, com ${makeId(identity, attempt)}`,
      )
    }
    // With another cnpj it is another company, whatever its name.
    const like = near(identity.nome).find((nome) => {
      const others = byNome.get(foldNome(nome))
      if (!others || others === namesakes) return false
      return cnpj === '' || others.ids.has(cnpj) || others.ids.has('')
    })
    if (like !== undefined) {
      return unclear(
        `já há uma empresa chamada "${like}": se é ela, escreva o nome como está aqui; se é outra, preencha o ID da empresa com ${made}`,
      )
    }
    remember({ ...identity, empresaid: made })
    return { kind: 'found', empresaid: made }
  }

  return { remember, find }
}

function namesOf(ids: Set<string>): string {
  const shown: string[] = []
  for (const id of ids) {
    if (shown.length === NAMED_IDS) return `${shown.join(', ')} e mais ${ids.size - NAMED_IDS}`
    shown.push(id)
  }
  return shown.join(', ')
}

const unclear = (problem: string): Found => ({ kind: 'unclear', problem })
