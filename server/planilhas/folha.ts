import { CONVIDADOS_FIELDS, EMPRESAS_FIELDS, EXAMPLE, JOINED, keyOf, labelsOf } from './columns.ts'
import { foldText } from '../domain/text.ts'
import { createPauses, inTurns, nextTurn } from '../use-cases/event-loop.ts'
import { guessColumns, headLineOf, type Guess } from './guess.ts'
import type { Aba, Linha, Pasta } from './pasta.ts'

export type Tipo = 'empresas' | 'convidados'

export const FIELDS = { empresas: EMPRESAS_FIELDS, convidados: CONVIDADOS_FIELDS }

/** A column: its name in the file, empty text for none, its first cells, and how it is read. */
export interface Coluna extends Guess {
  nome: string
  amostra: string[]
}

/** The tabs that count as one table. */
export interface Folha {
  colunas: Coluna[]
  /** The line of the first tab with the names of the columns; 0 for a list without them. */
  cabecalho: number
  linhas: Linha[]
  /** The hidden rows that do not count. */
  ocultas: Linha[]
  /** How many columns CSV names: a cell beyond them was cut in two by its separator. */
  nomeadas: number
  /** Says where a line stands: lines run on from tab to tab. */
  ondeOf: (line: number) => string
}

const SAMPLE = 5

/** The column that each row's tab makes, where several tabs count. */
export const NOME_DA_ABA = 'Nome da aba'

/** Names of tabs that are no company's or table's. */
const OF_LISTS =
  /^(?:\d+$|(?:PLAN|SHEET|FOLHA|PAGINA|TABELA|ABA|LISTA|GERAL|NOMES?$|DIA |CONVIDAD|CONFIRMAD|PESSOAS?$|PARTICIPANTE|AUTORIDADE|PALESTRANTE|IMPRENSA|VIP|RESPOSTAS|FORM))/

/** How many rows tell what a tab's columns are. */
const LOOKED_AT = 100

/** The positions of the tabs that count: those said, else the visible ones that look like the first. */
export async function abasOf({ abas, isDuvidosa, dito }: Pasta, tipo: Tipo): Promise<number[]> {
  if (dito.abas) return dito.abas.filter((at) => abas[at] !== undefined)
  const shown = [...abas.keys()].filter((at) => !abas[at]?.isOculta && (abas[at]?.linhas.length ?? 0) > 0)
  if (shown.length < 2 || isDuvidosa) return shown.slice(0, 1)
  const looks = await inTurns(shown, (at) => lookOf(tableOf(abas[at], tipo).colunas))
  const lists = looks.filter(({ fields }) => fields.includes('nome'))
  const [best] = lists.sort((a, b) => b.certain - a.certain)
  if (!best) return shown.slice(0, 1)
  const isAlike = (look: Look) =>
    look.nomes === best.nomes || isWithin(best, look) || (isWithin(look, best) && look.certain > 0)
  return shown.filter((_, index) => isAlike(looks[index] ?? best))
}

/** The names of a tab's columns, their fields, and how many of these the names say. */
const lookOf = (colunas: Coluna[]) => ({
  nomes: colunas.map(({ nome }) => keyOf(nome)).join(),
  fields: colunas.flatMap(({ field }) => field ?? []),
  certain: colunas.filter(({ field, isCerta }) => field !== null && isCerta).length,
})

type Look = ReturnType<typeof lookOf>

/** Whether a tab has all columns of another that is a list: one with a column more is alike. */
const isWithin = (one: Look, other: Look) =>
  one.fields.includes('nome') && one.fields.every((field) => other.fields.includes(field))

/** A tab in short: its columns, how many rows it lists, and whether it seems to be a list. */
export function abaTold(aba: Aba, tipo: Tipo) {
  const { colunas, cabecalho } = tableOf(aba, tipo)
  return {
    nomes: colunas.flatMap(({ nome }) => (nome === '' ? [] : [nome])),
    linhas: aba.linhas.filter((linha) => !linha.isOculta && isListed(linha, cabecalho)).length,
    isLista: colunas.some(({ field }) => field === 'nome'),
  }
}

const isListed = ({ line, cells }: Linha, cabecalho: number) =>
  line > cabecalho && !cells.some((cell) => cell.startsWith(EXAMPLE))

/**
 * Reads a tab: where the names of its columns are, and what each column is by its name and its cells.
 * @param said the line with the names, if somebody said it
 */
function tableOf(aba: Aba | undefined, tipo: Tipo, said: number | null = null, isText = false) {
  const linhas = aba?.linhas.filter(({ isOculta }) => !isOculta) ?? []
  const at = said === null ? headLineOf(linhas, FIELDS[tipo]) : linhas.findIndex(({ line }) => line === said)
  const head = linhas[at]
  const below = linhas.slice(at + 1, at + 1 + LOOKED_AT)
  const width = Math.max(head?.cells.length ?? 0, ...below.map(({ cells }) => cells.length))
  const nomes = Array.from({ length: width }, (_, column) => head?.cells[column] ?? '')
  const guesses = guessColumns(nomes, below, FIELDS[tipo])
  const colunas = nomes.map((nome, column): Coluna => ({
    nome,
    amostra: [],
    ...(guesses[column] ?? { field: null, isCerta: true }),
  }))
  const isCsv = (isText || aba?.nome === '') && head !== undefined
  return { colunas, cabecalho: head?.line ?? 0, nomeadas: isCsv ? head.cells.length : Infinity }
}

/** The tabs that count, one below the other: columns of one name are one column. */
export async function folhaOf(pasta: Pasta, tipo: Tipo): Promise<Folha> {
  const chosen = await abasOf(pasta, tipo)
  const { abas, dito, isDuvidosa } = pasta
  await nextTurn()
  const first = tableOf(abas[chosen[0] ?? -1], tipo, dito.cabecalho, isDuvidosa)
  const colunas = first.colunas.map((coluna) => ({ ...coluna }))
  const [linhas, ocultas]: [Linha[], Linha[]] = [[], []]
  const isNamed =
    chosen.length > 1 && !colunas.some(({ field }) => field === 'empresa' || field === 'empresaid')
  const pause = createPauses()
  /** The first tab's cells stay where they are. */
  const tables: { aba: Aba; cabecalho: number; places: number[] | null; from: number }[] = []
  let from = 0
  for (const position of chosen) {
    await pause()
    const aba = abas[position]
    if (!aba) continue
    const isFirst = tables.length === 0
    const { cabecalho, colunas: others } = isFirst
      ? first
      : tableOf(aba, tipo, dito.cabecalho === 0 ? 0 : null)
    const places = isFirst ? null : placesIn(colunas, others)
    tables.push({ aba, cabecalho, places, from })
    from += aba.linhas.at(-1)?.line ?? 0
  }
  const width = colunas.length
  for (const { aba, cabecalho, places, from } of tables)
    for (const linha of aba.linhas) {
      await pause()
      if (!isListed(linha, cabecalho)) continue
      const { line, cells, isOculta } = linha
      const own = Array.from({ length: width }, () => '')
      const placeOf = (at: number) => (places === null ? at : places[at])
      for (const [at, cell] of cells.entries()) {
        const place = placeOf(at)
        if (place !== undefined) own[place] = cell
      }
      if (isNamed) own[width] = aba.nome
      const repetidas = linha.repetidas?.flatMap((at) => placeOf(at) ?? [])
      const put = { line: from + line, cells: own, isOculta, repetidas }
      ;(isOculta && !dito.comOcultas ? ocultas : linhas).push(put)
    }
  if (isNamed) {
    const isOfLists = tables.some(({ aba }) => OF_LISTS.test(foldText(aba.nome)))
    const field = tipo === 'convidados' && !isOfLists ? 'empresa' : null
    colunas.push({ nome: NOME_DA_ABA, amostra: [], field, isCerta: false })
  }
  for (const [at, coluna] of colunas.entries())
    coluna.amostra = linhas.slice(0, SAMPLE).map(({ cells }) => cells[at] ?? '')
  const said = dito.colunas
  if (said)
    for (const [at, coluna] of colunas.entries()) {
      const field = said[at]
      if (field !== undefined) Object.assign(coluna, { field: field === '' ? null : field, isCerta: true })
    }
  const ondeOf = (line: number) => {
    const start = tables.findLast((one) => one.from < line)
    const told = `linha ${line - (start?.from ?? 0)}`
    return chosen.length > 1 && start ? `${start.aba.nome}, ${told}` : told
  }
  const { cabecalho } = first
  // What somebody said to be a column is one.
  const nomeadas = Math.max(first.nomeadas, 1 + colunas.findLastIndex((_, at) => (said?.[at] ?? '') !== ''))
  return { colunas, cabecalho, nomeadas, linhas, ocultas, ondeOf }
}

/** What of a sheet is not read: the lines of its hidden rows, and the columns with cells that mean nothing. */
export const sobraOf = ({ ocultas, colunas }: Folha) => ({
  ocultas: ocultas.map(({ line }) => line),
  colunas: colunas.flatMap(({ nome, field, amostra }, at) =>
    field === null && nome !== NOME_DA_ABA && (nome !== '' || amostra.some((cell) => cell !== ''))
      ? [{ letra: letterOf(at), nome }]
      : [],
  ),
})

/** What a spreadsheet calls the column at a position: A, B … AA. */
export const letterOf = (at: number): string =>
  (at < 26 ? '' : letterOf(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))

/**
 * Where each column of another tab goes: the second of a name to the second of that name; one that the first
 * tab has not is added to it.
 */
function placesIn(colunas: Coluna[], others: Coluna[]): number[] {
  const open = colunas.map(({ nome }, at) => ({ key: keyOf(nome), at }))
  return others.map((coluna, at) => {
    const key = keyOf(coluna.nome)
    const index = open.findIndex((one) => (key === '' ? one.at === at && one.key === '' : one.key === key))
    const [found] = index < 0 ? [] : open.splice(index, 1)
    return found ? found.at : colunas.push({ ...coluna }) - 1
  })
}

/** Fields that are counts: of two rows with one merged cell each would have it twice. */
const COUNTS = new Set(['icredencial', 'licredencial', 'lugares', 'acompanhantes', 'estacionamento'])

/** Fields that add to a name, or stand for one. */
const OF_NAMES = new Set(['sobrenome', 'razao'])

/** What people side by side in a row have in common. */
const OF_ALL = new Set(['empresa', 'empresaid', 'status', 'confirmou', 'estado', 'nota'])

/** The cells of a row by field, for each person side by side in it, and how a sentence names each field. */
export function recordsOf({ colunas }: Folha, tipo: Tipo) {
  const read = colunas.flatMap(({ field, nome }, at) => (field === null ? [] : [{ field, nome, at }]))
  // Names first: a surname's column, or that of a company's legal name, may come before them.
  const ordered = [...read].sort((a, b) => Number(OF_NAMES.has(a.field)) - Number(OF_NAMES.has(b.field)))
  const nomes = read.flatMap(({ field, at }) => (tipo === 'convidados' && field === 'nome' ? [at] : []))
  const once = new Set(read.map(({ field }) => field))
  for (const { field } of read.filter((one, at) => read.findIndex(({ field }) => field === one.field) < at))
    once.delete(field)
  return {
    labelOf: labelsOf(read, FIELDS[tipo]),
    recordsIn: ({ cells, repetidas }: Linha): Record<string, string>[] => {
      const people = nomes.filter((at) => (cells[at] ?? '') !== '')
      const [first = 0] = people
      const records = new Map(
        (people.length > 0 ? people : [first]).map((at) => [at, new Map<string, string>()]),
      )
      const all = [...records.values()]
      for (const { field, at } of ordered) {
        // A cell is of the person whose name it follows; a column that is there once is of the first.
        const nome = once.has(field) ? first : (people.findLast((one) => one <= at) ?? first)
        const whose =
          people.length < 2 || OF_ALL.has(field) ? all : [records.get(nome) ?? new Map<string, string>()]
        const key = OF_NAMES.has(field) ? 'nome' : field
        const isRepeated = COUNTS.has(field) && repetidas?.includes(at)
        const cell = isRepeated ? '' : (cells[at] ?? '')
        const between = field === 'razao' ? undefined : JOINED.get(key)
        for (const record of whose) {
          const was = record.get(key) ?? ''
          if (was === '' || cell === '') record.set(key, was + cell)
          // A whole name ends with the surname already.
          else if (between !== undefined && !was.endsWith(between + cell))
            record.set(key, was + between + cell)
        }
      }
      return all.map((record) => Object.fromEntries(record))
    },
  }
}
