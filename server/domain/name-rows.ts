import type { EmpresaRow, Line, PlanilhaRow } from './planilha-row.ts'
import { foldCnpj, foldNome, isWholeInChats, type Identity } from './empresaid.ts'
import { createNearNames } from './near-names.ts'
import { own } from './own.ts'
import { DEIXAR_DE_FORA, FORA, respostaOf, type Pergunta, type Respostas } from './pergunta.ts'

export type PlanilhaLine = Line<PlanilhaRow>

/** A row that can be written: it has its empresaid. */
export type NamedLine = Line<EmpresaRow>

/** A row that cannot be taken, with a sentence for each thing that is wrong. */
export interface BadRow {
  line: number
  nome: string
  problems: string[]
  /** Where the line stands, in words. */
  onde?: string
}

/** A name as typed, and cleaned. */
export interface Limpa {
  line: number
  de: string
  para: string
  /** Whether it stays as it was; null where it cannot. */
  asked: Perguntada | null
}

/** A question about a row, with the answer that stands. */
export interface Perguntada {
  line: number
  nome: string
  /** Under which its answers are kept: those of a row under its line. */
  grupo: string
  pergunta: Pergunta
  escolhida: string
}

/** The rows of a spreadsheet as they are understood, and what is told and asked about them. */
export interface Lidas<Row> {
  rows: Line<Row>[]
  bad: BadRow[]
  /** Rows that can be taken but for an optional cell. */
  avisos: BadRow[]
  limpas: Limpa[]
  perguntas: Perguntada[]
}

/** Why a row is not taken that an answer leaves out. */
export const FICA_DE_FORA = 'fica de fora: veja a resposta nas perguntas'

type NamedEmpresa = Identity & { empresaid: string }

/** Makes an id nobody can guess; each attempt gives another one. */
type MakeId = (identity: Identity, attempt?: number) => string

interface Naming {
  rows: PlanilhaLine[]
  stored: NamedEmpresa[]
  makeId: MakeId
  /** What was answered about the row of a line. */
  saidOf: (line: number) => Respostas
  /** Awaited between two rows. */
  pause: () => Promise<void> | undefined
}

/**
 * Gives every row its empresaid: the one in its cell; else that of the company, stored or in the same file,
 * with the same nome and, if the row has one, the same cnpj; else a new one (decision 0010). A new id ends
 * with a character that chats keep in a link. Where a row's name, or one a letter or two from it, leaves open
 * whether it means a company already there or another one, it is asked.
 */
export async function nameRows({
  rows,
  stored,
  makeId,
  saidOf,
  pause,
}: Naming): Promise<{ named: NamedLine[]; bad: BadRow[]; perguntas: Perguntada[] }> {
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
  const lineOf = new Map<string, NamedLine>()
  const taken: NamedLine[] = []
  const bad: BadRow[] = []
  const perguntas: Perguntada[] = []
  for (const { line, row } of rows) {
    await pause()
    const { empresaid, nome } = row
    if (empresaid === null) continue
    if (!cnpjOf.has(empresaid) && !isWholeInChats(empresaid)) {
      const problem = `o ID da empresa “${empresaid}” termina em um sinal que o WhatsApp deixa fora do link: termine com letra ou número, ou deixe a célula vazia`
      bad.push({ line, nome, problems: [problem] })
      continue
    }
    const one = { line, row: { ...row, empresaid } }
    taken.push(one)
    lineOf.set(empresaid, one)
    remember({ empresaid, nome, cnpj: row.cnpj ?? cnpjOf.get(empresaid) ?? '' })
  }
  for (const { line, row } of rows) {
    await pause()
    if (row.empresaid !== null) continue
    const { nome } = row
    const answerTo = (pergunta: Pergunta) => {
      const escolhida = respostaOf(pergunta, saidOf(line))
      perguntas.push({ line, nome, grupo: String(line), pergunta, escolhida })
      if (escolhida === FORA) bad.push({ line, nome, problems: [FICA_DE_FORA] })
      return escolhida
    }
    const identity = { nome, cnpj: row.cnpj ?? '' }
    const found = find(identity)
    let empresaid =
      found.kind === 'found' ? found.empresaid : (own(found.ids, answerTo({ id: 'qual', ...found })) ?? null)
    if (empresaid === null) continue
    const first = lineOf.get(empresaid)
    if (first) {
      const answer = answerTo(repeated(first, row))
      if (answer === 'somar') first.row = added(first.row, row)
      if (answer !== 'duas') continue
      empresaid = freeId(identity)
    }
    // A company found only by its name keeps its cnpj.
    const { cnpj = '', ...rest } = row
    const one = { line, row: foldCnpj(cnpj) === '' ? { ...rest, empresaid } : { ...row, empresaid } }
    lineOf.set(empresaid, one)
    taken.push(one)
  }
  return { named: taken.sort((a, b) => a.line - b.line), bad, perguntas }

  /** An id that no company has, for another one of a known name. */
  function freeId(identity: Identity): string {
    let attempt = 1
    while (cnpjOf.has(makeId(identity, attempt)) || lineOf.has(makeId(identity, attempt))) attempt++
    return makeId(identity, attempt)
  }
}

/** The first of two rows of a company with all their invitations, and what it lacks from the second. */
const added = (first: EmpresaRow, second: PlanilhaRow): EmpresaRow => {
  const lacking = Object.entries(second).filter(([field]) => !first[field as keyof EmpresaRow])
  return { ...first, ...Object.fromEntries(lacking), icredencial: first.icredencial + second.icredencial }
}

const repeated = (first: NamedLine, row: PlanilhaRow): Pergunta => {
  const [was, more] = [first.row.icredencial, row.icredencial]
  return {
    id: 'repetida',
    texto: `${row.nome} está em duas linhas, com ${was} e ${more} convites.`,
    respostas: [
      { valor: 'somar', rotulo: `Somar (${was + more})` },
      { valor: 'primeira', rotulo: `Só a primeira (${was})` },
      { valor: 'duas', rotulo: 'São duas empresas' },
    ],
  }
}

/** `ids`: the empresaid that each answer means. */
type Found =
  | { kind: 'found'; empresaid: string }
  | ({ kind: 'unclear'; ids: Record<string, string> } & Omit<Pergunta, 'id'>)

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
    const { nome } = identity
    const cnpj = foldCnpj(identity.cnpj)
    const namesakes = byNome.get(foldNome(nome))
    // A row without a cnpj means the only company of its name, whatever that company's cnpj.
    const same = (cnpj === '' ? namesakes?.all : namesakes?.ids.get(cnpj)) ?? new Set<string>()
    const [id] = same
    if (same.size > 1) return whichOf([...same].slice(0, NAMED_IDS))
    if (id !== undefined) return { kind: 'found', empresaid: id }

    const made = makeId(identity)
    const other = namesakes?.withoutCnpj ?? null
    if (other) return isItHer(`Já há uma empresa chamada “${other.nome}”, sem CNPJ.`, other.empresaid, made)
    const renamed = byId.get(made)
    if (renamed) {
      let attempt = 1
      while (byId.has(makeId(identity, attempt))) attempt++
      const texto = `“${nome}” hoje se chama “${renamed.nome}”?`
      return isItHer(texto, made, makeId(identity, attempt))
    }
    // With another cnpj it is another company, whatever its name.
    for (const like of near(nome)) {
      const others = byNome.get(foldNome(like))
      if (!others || others === namesakes) continue
      if (cnpj !== '' && !others.ids.has(cnpj) && !others.ids.has('')) continue
      const [likely = ''] = others.all
      return isItHer(`“${nome}” parece ser “${byId.get(likely)?.nome ?? like}”.`, likely, made)
    }
    remember({ ...identity, empresaid: made })
    return { kind: 'found', empresaid: made }
  }

  const whichOf = (ids: string[]): Found => ({
    kind: 'unclear',
    texto: 'Há mais de uma empresa com este nome. Qual é?',
    ids: Object.fromEntries(ids.map((id, at) => [`e${at + 1}`, id])),
    respostas: [
      DEIXAR_DE_FORA,
      ...ids.map((id, at) => {
        const { nome = '', cnpj = '' } = byId.get(id) ?? {}
        return {
          valor: `e${at + 1}`,
          rotulo: `${nome}, ${cnpj === '' ? `final do link ${id.slice(-4)}` : cnpj}`,
        }
      }),
    ],
  })

  return { remember, find }
}

const isItHer = (texto: string, ela: string, outra: string): Found => ({
  kind: 'unclear',
  texto,
  ids: { ela, outra },
  respostas: [{ valor: 'ela', rotulo: 'É ela' }, { valor: 'outra', rotulo: 'É outra' }, DEIXAR_DE_FORA],
})
