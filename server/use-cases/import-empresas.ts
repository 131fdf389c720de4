import type { Importation, RefusedRow } from '../domain/empresa-repo.ts'
import { besideAfter, mergeEmpresaRow, type EmpresaRow, type PlanilhaRow } from '../domain/planilha-row.ts'
import { EMPRESA_FIELDS } from '../domain/empresa.ts'
import { addTo } from '../domain/group.ts'
import type { Autor } from '../domain/historico.ts'
import { isWholeInChats, type Identity } from '../domain/empresaid.ts'
import { ordemOf } from '../domain/mesa.ts'
import { nameRows, type BadRow, type Lidas, type NamedLine, type Perguntada } from '../domain/name-rows.ts'
import { mostConvites } from '../domain/casa.ts'
import type { Storage } from '../domain/storage.ts'
import { compareText } from '../domain/text.ts'
import { createPauses, inTurns } from './event-loop.ts'
import { changesIn, inOrder, joined, noEffect, type Effect, type Preview } from './effect.ts'
import { FORA, type Respostas } from '../domain/pergunta.ts'

export interface ImportParts extends Pick<Storage, 'empresas'> {
  /** Makes an id nobody can guess, for a company without one. */
  empresaidOf: (identity: Identity, attempt?: number) => string
  now: () => number
}

type Empresas = Lidas<PlanilhaRow>

/** The rows of a spreadsheet, from any source, and those that could not be read. */
export type Planilha = Pick<Empresas, 'rows' | 'bad'> & Partial<Empresas>

/**
 * Tells what an import would do, and writes nothing.
 * @throws InvalidCounterError or DuplicateEmpresaError for a broken company, when it may be the one a row
 * means
 */
export async function previewEmpresas(
  parts: ImportParts,
  planilha: Planilha,
  saidOf: (line: number) => Respostas = () => ({}),
): Promise<Preview<EmpresaRow>> {
  const { effect, rows } = await rehearse(parts, planilha, saidOf)
  return { effect, rows }
}

/** Finds or makes the missing ids, and tells what the rows would do. */
async function rehearse(
  { empresas, empresaidOf, now }: ImportParts,
  { rows: read, bad: unread, avisos = [], limpas = [], perguntas: asked = [] }: Planilha,
  saidOf: (line: number) => Respostas,
): Promise<Preview<EmpresaRow> & { named: NamedLine[]; baixas: BadRow[] }> {
  const listed = await empresas.list(now())
  const [{ empresas: list, broken }, most] = [listed, mostConvites(listed)]
  const isSought = read.some(({ row }) => row.empresaid === null || !isWholeInChats(row.empresaid))
  if (isSought && broken[0]) throw broken[0]
  const pause = createPauses()
  const known = list.map(({ empresa }) => empresa)
  const { named, bad, perguntas } = await nameRows({
    rows: read,
    stored: known,
    makeId: empresaidOf,
    saidOf,
    pause,
  })
  const stored = new Map(list.map((convites) => [convites.empresa.empresaid, convites]))
  const unknown = new Map(broken.map((error) => [error.empresaid, error]))
  const effect = noEffect()
  const refused: RefusedRow[] = []
  const rows: EmpresaRow[] = []
  const altos: BadRow[] = []
  const seated = new Map(
    list.map(({ empresa: { empresaid, nome }, numero }): [string, Seated] => [
      empresaid,
      { nome, numero, isGiven: false },
    ]),
  )
  for (const { line, row } of named) {
    await pause()
    const error = unknown.get(row.empresaid)
    if (error) throw error
    const { empresa: known, telefone, numero } = stored.get(row.empresaid) ?? NEW
    const merged = mergeEmpresaRow(known, row)
    const beside = besideAfter(row, { telefone, numero })
    const changes =
      known && merged ? changesIn(FIELDS, { ...known, telefone, numero }, { ...merged, ...beside }) : []
    if (!merged) refused.push({ empresaid: row.empresaid, licredencial: (known ?? row).licredencial })
    else if (!known) effect.inserted.push(insertedBy(line, row))
    else if (changes.length > 0) effect.changed.push({ line, nome: known.nome, changes })
    else effect.equal += 1
    if (merged && (!known || changes.length > 0)) rows.push(row)
    if (row.icredencial > most && row.icredencial !== known?.icredencial) {
      altos.push({ line, nome: row.nome, problems: [`são ${row.icredencial} convites: confira o total`] })
    }
    const isGiven = beside.numero !== numero
    if (merged) seated.set(row.empresaid, { nome: row.nome, numero: beside.numero, isGiven })
  }
  const juntas = await sharedOf([...seated.values()])
  const baixas = tooLow(refused, named)
  const out = [...unread, ...bad, ...baixas]
  const lines = new Set(out.map(({ line }) => line))
  const taken = [...avisos, ...altos].filter(({ line }) => !lines.has(line))
  const told = { juntas, avisos: taken, limpas, perguntas: [...asked, ...perguntas], bad: out }
  return { effect: joined(effect, told), rows, named, baixas }
}

/** A company at its table after the rows; `isGiven` if one of them sets the number. */
interface Seated {
  nome: string
  numero: string
  isGiven: boolean
}

/** The numbers that more than one company would have, in order, if a row that is written sets one of them. */
async function sharedOf(seated: Seated[]): Promise<Effect['juntas']> {
  const tables = new Map<string, Seated[]>()
  const numbered = seated.filter(({ numero }) => numero !== '')
  await inTurns(numbered, (one) => addTo(tables, ordemOf(one.numero), one))
  return [...tables]
    .filter(([, table]) => table.length > 1 && table.some(({ isGiven }) => isGiven))
    .sort(([a], [b]) => compareText(a, b))
    .map(([, table]) => ({ numero: table[0]?.numero ?? '', nomes: table.map(({ nome }) => nome) }))
}

const NEW = { empresa: null, telefone: '', numero: '' }

const insertedBy = (line: number, { nome, icredencial, contato, telefone, numero }: EmpresaRow) => ({
  line,
  nome,
  valor: String(icredencial),
  ...(contato !== undefined && { contato }),
  ...(telefone !== undefined && { telefone }),
  ...(numero && { numero }),
})

const FIELDS = [...EMPRESA_FIELDS, 'telefone', 'numero'] as const

function tooLow(refused: RefusedRow[], named: NamedLine[]): BadRow[] {
  const byId = new Map(named.map((line) => [line.row.empresaid, line]))
  return refused.map(({ empresaid, licredencial }) => {
    const { line = 0, row } = byId.get(empresaid) ?? {}
    const problem = `total ${row?.icredencial ?? ''}: já usou ou reservou ${licredencial} convites, e o total não pode ser menor`
    return { line, nome: row?.nome ?? '', problems: [problem] }
  })
}

/** A command cannot ask. */
const NOT_ASKED = { qual: FORA.valor, repetida: 'primeira' }

const unanswered = ({ line, nome, pergunta }: Perguntada): BadRow => {
  const problem = `${pergunta.texto} Responda no painel, em Planilhas, ou preencha o ID da empresa`
  return { line, nome, problems: [problem] }
}

/** What became of a spreadsheet: imported, without bad rows if `isPartial`, or refused and not written. */
export type ImportResult =
  | ({ kind: 'imported'; bad: BadRow[] } & Omit<Importation, 'refused'>)
  | { kind: 'refused'; bad: BadRow[] }

/**
 * Finds or makes the missing ids, then writes all rows or none, unless `isPartial`. Importing the same rows
 * again changes nothing. All bad rows are returned at once, including those that only storage refuses.
 * @param onProgress called after each row written
 * @throws InvalidCounterError or DuplicateEmpresaError for a broken company, when it may be the one a row
 * means
 */
export async function importEmpresas(
  parts: ImportParts,
  planilha: Planilha,
  {
    isPartial,
    autor,
    onProgress,
  }: { isPartial: boolean; autor: Autor; onProgress?: (done: number, total: number) => void },
): Promise<ImportResult> {
  const { named, effect, baixas } = await rehearse(parts, planilha, () => NOT_ASKED)
  const asked = new Map(effect.perguntas.map((one) => [one.line, unanswered(one)]))
  const unasked = effect.bad.filter(({ line }) => !asked.has(line))
  // Invitations may have been given back since: whether a total is too low, only the write decides.
  const bad = inOrder([...unasked.filter((row) => !baixas.includes(row)), ...asked.values()])
  if (bad.length > 0 && !isPartial) return { kind: 'refused', bad: inOrder([...unasked, ...asked.values()]) }
  const out = new Set(bad.map(({ line }) => line))
  const rows = named.flatMap(({ line, row }) => (out.has(line) ? [] : row))
  const { inserted, updated, refused } = await parts.empresas.importRows(rows, isPartial, autor, (done) =>
    onProgress?.(done, rows.length),
  )
  const all = inOrder([...bad, ...tooLow(refused, named)])
  return refused.length > 0 && !isPartial
    ? { kind: 'refused', bad: all }
    : { kind: 'imported', inserted, updated, bad: all }
}
