import type { EmpresaRow, Line, PlanilhaRow } from './planilha-row.ts'
import { foldCnpj, foldNome, isWholeInChats, type Identity } from './empresaid.ts'
import { createNearNames } from './near-names.ts'
import { own } from './own.ts'
import { FORA, respostaOf, type Pergunta, type Respostas } from './pergunta.ts'

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

/** A question about a row alone. */
export const perguntadaOf = (
  { line, nome }: Pick<Perguntada, 'line' | 'nome'>,
  pergunta: Pergunta,
  said: Respostas,
): Perguntada => {
  return { line, nome, grupo: String(line), pergunta, escolhida: respostaOf(pergunta, said) }
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
  const { remember, find, byId } = createFinder(makeId, near)
  for (const empresa of stored) {
    await pause()
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
    if (!byId.has(empresaid) && !isWholeInChats(empresaid)) {
      const problem = `o ID da empresa “${empresaid}” termina em um sinal que o WhatsApp deixa fora do link: termine com letra ou número, ou deixe a célula vazia`
      bad.push({ line, nome, problems: [problem] })
      continue
    }
    const one = { line, row: { ...row, empresaid } }
    taken.push(one)
    lineOf.set(empresaid, one)
    remember({ empresaid, nome, cnpj: row.cnpj ?? byId.get(empresaid)?.cnpj ?? '' })
  }
  for (const { line, row } of rows) {
    await pause()
    if (row.empresaid !== null) continue
    const { nome } = row
    const answerTo = (pergunta: Pergunta) => {
      const asked = perguntadaOf({ line, nome }, pergunta, saidOf(line))
      perguntas.push(asked)
      if (asked.escolhida === FORA.valor) bad.push({ line, nome, problems: [FICA_DE_FORA] })
      return asked.escolhida
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
      empresaid = freeId(makeId, identity, (one) => byId.has(one) || lineOf.has(one))
    }
    // A company found only by its name keeps its cnpj.
    const { cnpj = '', ...rest } = row
    const one = { line, row: foldCnpj(cnpj) === '' ? { ...rest, empresaid } : { ...row, empresaid } }
    lineOf.set(empresaid, one)
    taken.push(one)
  }
  return { named: taken.sort((a, b) => a.line - b.line), bad, perguntas }
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

const NAMED_IDS = 5

/** Finds or makes the empresaid of each row, and remembers those it made. Every row costs the same. */
function createFinder(makeId: MakeId, near: (nome: string) => string[]) {
  const byId = new Map<string, NamedEmpresa>()
  /** The companies of each name, and those of each name and cnpj, by their ids. */
  const byNome = new Map<string, Map<string, NamedEmpresa>>()
  const both = (nome: string, cnpj: string) => `${nome}\n${cnpj}`

  const remember = (empresa: NamedEmpresa) => {
    const { empresaid } = empresa
    const nome = foldNome(empresa.nome)
    for (const key of [nome, both(nome, foldCnpj(empresa.cnpj))]) {
      const namesakes = byNome.get(key) ?? new Map<string, NamedEmpresa>()
      if (!namesakes.has(empresaid)) namesakes.set(empresaid, empresa)
      byNome.set(key, namesakes)
    }
    if (!byId.has(empresaid)) byId.set(empresaid, empresa)
  }

  const find = (identity: Identity): Found => {
    const [nome, cnpj] = [foldNome(identity.nome), foldCnpj(identity.cnpj)]
    // A row without a cnpj means the only company of its name, whatever that company's cnpj.
    const same = [...(byNome.get(cnpj === '' ? nome : both(nome, cnpj))?.keys() ?? [])]
    const [id] = same
    if (same.length > 1) return whichOf(same.slice(0, NAMED_IDS))
    if (id !== undefined) return { kind: 'found', empresaid: id }

    const made = makeId(identity)
    const [other] = byNome.get(both(nome, ''))?.values() ?? []
    if (other) return isItHer(`Já há uma empresa chamada “${other.nome}”, sem CNPJ.`, other.empresaid, made)
    const renamed = byId.get(made)
    if (renamed) {
      const texto = `“${identity.nome}” hoje se chama “${renamed.nome}”?`
      return isItHer(
        texto,
        made,
        freeId(makeId, identity, (one) => byId.has(one)),
      )
    }
    for (const like of near(identity.nome).map(foldNome)) {
      const [likely] = byNome.get(like)?.values() ?? []
      if (!likely || like === nome) continue
      // With another cnpj it is another company, whatever its name.
      if (cnpj !== '' && !byNome.has(both(like, cnpj)) && !byNome.has(both(like, ''))) continue
      return isItHer(`“${identity.nome}” parece ser “${likely.nome}”.`, likely.empresaid, made)
    }
    remember({ ...identity, empresaid: made })
    return { kind: 'found', empresaid: made }
  }

  const whichOf = (ids: string[]): Found => ({
    kind: 'unclear',
    texto: 'Há mais de uma empresa com este nome. Qual é?',
    ids: Object.fromEntries(ids.map((id, at) => [`e${at + 1}`, id])),
    respostas: [
      FORA,
      ...ids.map((id, at) => {
        const { nome = '', cnpj = '' } = byId.get(id) ?? {}
        return {
          valor: `e${at + 1}`,
          rotulo: `${nome}, ${cnpj === '' ? `final do link ${id.slice(-4)}` : cnpj}`,
        }
      }),
    ],
  })

  return { remember, find, byId }
}

/** An id that is not taken, for another company of a known name. */
function freeId(makeId: MakeId, identity: Identity, isTaken: (id: string) => boolean): string {
  let attempt = 1
  while (isTaken(makeId(identity, attempt))) attempt++
  return makeId(identity, attempt)
}

const isItHer = (texto: string, ela: string, outra: string): Found => ({
  kind: 'unclear',
  texto,
  ids: { ela, outra },
  respostas: [{ valor: 'ela', rotulo: 'É ela' }, { valor: 'outra', rotulo: 'É outra' }, FORA],
})
