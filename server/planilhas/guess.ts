import { parseEmail } from '../domain/cadastro.ts'
import { isDeEmpresa } from '../domain/list-words.ts'
import { foldText } from '../domain/text.ts'
import { CONVIDADOS_FIELDS, EMPRESAS_FIELDS, keyOf, type Field } from './columns.ts'
import type { Linha } from './pasta.ts'

/** How a column is read: its field, null for none, and whether its name says so. */
export interface Guess {
  field: string | null
  isCerta: boolean
}

/** How many rows are searched for the names of the columns. */
const TOP_ROWS = 20

/** A name of a column has few words, and no number but in the names we know. */
const isName = (cell: string) => cell.length <= 80 && !/\d{2}/.test(cell)

/** Fields that several columns may have, each of another person: `Convidado 1`, `Nome do 2º convidado`. */
const SEVERAL = ['nome', 'telefone']

/** A cell as the name of a column: its key, that without a number, and its words; read once for all fields. */
const headingOf = (cell: string) => {
  const key = keyOf(cell)
  const stem = key.replace(/\b\d{1,2}O? | (?:NO? )?\d{1,2}\b/g, '')
  return { cell, key, stem, said: isName(cell) ? foldText(cell) : '' }
}

/** How a name tells a field: the place among its known names, surest first; loosely after all of them. */
function rankOf(
  { key, stem, said }: ReturnType<typeof headingOf>,
  { field, keys, words }: Field,
): number | null {
  if (key === '') return null
  const known = keys.get(key)
  if (known !== undefined) return known
  if (SEVERAL.includes(field) && keys.has(stem)) return NUMBERED
  return words?.test(said) ? LOOSE : null
}

const NUMBERED = 900
const LOOSE = 1_000

/** `Fazenda Santa Clara` and `MESA 1` are names themselves, though FAZENDA and MESA name columns. */
function isProper(cell: string, vocabulary: ReadonlySet<string>): boolean {
  if (/\d/.test(cell)) return true
  if (/[?:]/.test(cell) || /(?:^|\s)(?!(?:d[aeo]s?|e)\s)\p{Ll}/u.test(cell)) return false
  return keyOf(cell)
    .split(' ')
    .some((word) => !vocabulary.has(word))
}

/**
 * The position of the row with the names of the columns: among the first, the one that names most fields, and
 * rows above it are a title.
 * @returns -1 for a list without one
 */
export function headLineOf(linhas: Linha[], fields: Field[]): number {
  const top = linhas.slice(0, TOP_ROWS)
  const vocabulary = new Set(fields.flatMap(({ keys }) => [...keys.keys()].flatMap((key) => key.split(' '))))
  const sizes = top.map(({ cells }) => cells.filter((cell) => cell !== '').length)
  const isTable = sizes.filter((size) => size > 1).length * 2 > sizes.length
  const scores = top.map(({ cells }, at) => {
    // A row of names has nobody's number or e-mail; one cell above a table is its title.
    if (cells.some((cell) => ['phone', 'email', 'count'].includes(kindOf(cell)))) return 0
    if (isTable && sizes[at] === 1) return 0
    const headings = cells.map(headingOf)
    const ranks = fields.flatMap((field) => {
      const found = headings.flatMap((heading) => {
        const rank = rankOf(heading, field)
        return rank === null || (rank === LOOSE && isProper(heading.cell, vocabulary)) ? [] : [rank]
      })
      // `Convidado 1` alone is somebody who has no name yet.
      return found.length > Number(found[0] === NUMBERED) ? [Math.min(...found)] : []
    })
    return ranks.reduce((sum, rank) => sum + (rank === LOOSE ? 2 : 3), 0)
  })
  const best = Math.max(0, ...scores)
  if (best > 0) return scores.indexOf(best)
  // Unknown names are above cells of another kind; without such cells it is a plain list.
  const [first, ...below] = linhas.slice(0, TOP_ROWS)
  if (!first) return -1
  const isOther = first.cells.some((cell, at) => {
    const kinds = new Set(below.map(({ cells }) => kindOf(cells[at] ?? '')))
    return kindOf(cell) === 'text' && !/\d/.test(cell) && (kinds.has('phone') || kinds.has('email'))
  })
  return isOther ? 0 : -1
}

type Kind = 'phone' | 'email' | 'count' | 'answer' | 'mesa' | 'name' | 'text' | 'blank'

/** Dates, CPF, CNPJ and CEP have as many digits as phones. A mobile without signs has a 9 after its area code. */
const NO_PHONE =
  /^(?:(?:0?[1-9]|[12]\d|3[01])[/.-](?:0?[1-9]|1[0-2])[/.-](?:\d\d){1,2}\b.*|\d{4}-\d\d-\d\d.*|\d{3}\.\d{3}\.\d{3}-\d\d|\d\d\.?\d{3}\.?\d{3}\/\d{4}-?\d\d|\d\d\.?\d{3}-\d{3}|\d{14}|[1-9]\d[^9]\d{8})$/

const NAME = /\p{L}\s+\p{L}[^\d@]*\+?[\d\s().-]*$/u

/** What a cell is, whatever its column is called. */
function kindOf(cell: string): Kind {
  if (cell === '') return 'blank'
  const digits = cell.replace(/\D/g, '').length
  const letters = cell.replace(/\P{L}/gu, '').length
  if (digits >= 8 && digits <= 26 && letters <= 4) return NO_PHONE.test(cell.trim()) ? 'text' : 'phone'
  if (cell.includes('@') && parseEmail(cell).kind === 'ok') return 'email'
  if (digits > 0 && digits <= 3 && letters === 0) return 'count'
  if (comoIn(cell) !== 'convidar') return 'answer'
  if (/^mesa\b/i.test(cell)) return 'mesa'
  // A number after a name is that person's.
  return letters > 3 && (digits === 0 || digits >= 10) && NAME.test(cell) ? 'name' : 'text'
}

/** What says that somebody comes, or does not. */
const YES =
  /^(S|OK|X|Y(ES)?|TRUE|VERDADEIRO|SIM\b.*|(ELE |ELA |EU )?(VEM|VAI|VOU)|CONFIRM(OU|O|AD[OA]S?)( .*)?|PRESENTE|ATTENDING)$/
const NO =
  /^(N|NO)$|\b(NAO|NOT|IMPOSSIBILITAD[OA]|AUSENTE|CANCEL(OU|AD[OA])|DESIST(IU|ENTE)|RECUS(OU|AD[OA])|DECLIN(OU|ED))\b/
/** Who says so has not answered. */
const UNSURE = /\b(AINDA|TALVEZ|SEI|CERTEZA|SURE|YET|RESPOND\w*|CONFIRM\w*|INFORM\w*|AGUARD\w*|DEFIN\w*)\b/

/** What is recorded of a row by the cell that says it; who has not answered is invited. */
export function comoIn(cell: string): 'convidar' | 'confirmados' | 'nao' {
  const said = foldText(cell.replace(/[✓✔☑✅👍]/gu, ' ok ').replace(/[✗✘✖❌]/gu, ' não '))
  if (YES.test(said)) return 'confirmados'
  return NO.test(said) && !UNSURE.test(said) ? 'nao' : 'convidar'
}

/** Fields that are words: where the cells are numbers, the name of the column says something else. */
const WORDS = new Set(['nome', 'sobrenome', 'contato', 'empresa', 'acompanha'])

/**
 * What each column is: by its name, unless its cells say otherwise, and by its cells alone where its name says
 * nothing. No two columns are the same, but for surnames, numbers, and people side by side.
 */
export function guessColumns(nomes: string[], below: Linha[], fields: Field[]): Guess[] {
  const shares = nomes.map((_, at) => sharesOf(below.map(({ cells }) => cells[at] ?? '')))
  const filled = (at: number) => below.filter(({ cells }) => (cells[at] ?? '') !== '').length
  const headings = nomes.map(headingOf)
  const named = fields.flatMap((field) =>
    headings.flatMap((heading, at) => {
      const rank = rankOf(heading, field)
      return rank === null ? [] : [{ field: field.field, at, rank, isBlank: filled(at) === 0 }]
    }),
  )
  const guesses = nomes.map((): Guess => ({ field: null, isCerta: true }))
  /** The fields that columns have, each with the stems of their names. */
  const taken = new Map<string, Set<string>>()
  const give = (at: number, field: string, isCerta: boolean) => {
    guesses[at] = { field, isCerta }
    if (field !== 'sobrenome') taken.set(field, (taken.get(field) ?? new Set()).add(headings[at]?.stem ?? ''))
  }
  const several = fields === EMPRESAS_FIELDS ? ['telefone'] : SEVERAL
  const isMore = (at: number, field: string) =>
    several.includes(field) &&
    headings[at]?.stem !== '' &&
    taken.get(field)?.has(headings[at]?.stem ?? '') === true
  const isFree = (at: number, field: string) =>
    guesses[at]?.field === null && (!taken.has(field) || isMore(at, field))
  const isMostly = (at: number, kind: Kind) => (shares[at]?.[kind] ?? 0) >= 0.5
  // A column without a cell is of no use.
  const sorted = named.sort((a, b) => Number(a.isBlank) - Number(b.isBlank) || a.rank - b.rank)
  for (const { field, at, rank } of sorted) {
    // `Convites` is how many, `Convite de` is whose; nobody answers `Quem vai com você?` with yes.
    if (field === 'lugares' && !isMostly(at, 'count')) continue
    if (field === 'telefone' && isMostly(at, 'name')) continue
    if (field === 'confirmou' && rank === LOOSE && !isMostly(at, 'answer')) continue
    const told = WORDS.has(field) && isMostly(at, 'phone') ? 'telefone' : field
    if (isFree(at, told)) give(at, told, told === field && rank !== LOOSE)
  }
  const legal = guesses.findIndex(({ field }) => field === 'razao')
  if (legal >= 0 && !taken.has('nome')) give(legal, 'nome', true)
  const distinct = (at: number) => new Set(below.map(({ cells }) => cells[at])).size
  const isNumbering = (at: number) => below.every(({ cells }, row) => cells[at] === String(row + 1))
  const bySharesOf = (field: string, kind: Kind, more = 0) => {
    const best = nomes
      .map((_, at) => ({ at, share: shares[at]?.[kind] ?? 0 }))
      .filter(({ at, share }) => share >= 0.5 && isFree(at, field) && !isNumbering(at) && filled(at) > more)
      .sort((a, b) => b.share - a.share || filled(b.at) - filled(a.at) || distinct(b.at) - distinct(a.at))[0]
    if (best) give(best.at, field, false)
  }
  const known = new Set(fields.map(({ field }) => field))
  if (known.has('telefone')) bySharesOf('telefone', 'phone')
  if (known.has('email')) bySharesOf('email', 'email')
  bySharesOf('nome', 'name')
  // Without names of columns, words beside phones are names, and numbers are how many.
  if (nomes.every((nome) => nome === '')) {
    if (taken.has('telefone')) bySharesOf('nome', 'text')
    if (known.has('icredencial')) bySharesOf('icredencial', 'count')
    bySharesOf(known.has('numero') ? 'numero' : 'empresa', 'mesa')
    if (known.has('empresa')) bySharesOf('empresa', 'name', below.length / 2)
  }
  // What is counted before people side by side is of all of them.
  if (guesses.filter(({ field }) => field === 'nome').length > 1)
    for (const one of guesses) if (one.field === 'lugares') one.field = null
  return guesses
}

/** How large a part of the cells that are not blank is of each kind. */
function sharesOf(cells: string[]): Partial<Record<Kind, number>> {
  const kinds = cells.map(kindOf).filter((kind) => kind !== 'blank')
  const shares: Partial<Record<Kind, number>> = {}
  for (const kind of kinds) shares[kind] = (shares[kind] ?? 0) + 1 / kinds.length
  return shares
}

/** The other kind of list, if the sheet seems to be that: companies sent as guests, or guests as companies. */
export function outroTipoOf(
  { colunas, cabecalho, linhas }: { colunas: { nome: string }[]; cabecalho: number; linhas: Linha[] },
  tipo: 'empresas' | 'convidados',
): 'empresas' | 'convidados' | null {
  const below = linhas.slice(0, 100)
  const nomes = colunas.map(({ nome }) => nome)
  const guessed = (fields: Field[]) => {
    const guesses = guessColumns(nomes, below, fields)
    const at = guesses.findIndex(({ field }) => field === 'nome')
    return {
      cells: below.map(({ cells }) => cells[at] ?? '').filter((cell) => cell !== ''),
      has: (field: string) => guesses.some((guess) => guess.field === field),
      says: (field: string) => guesses.some((guess) => guess.field === field && guess.isCerta),
    }
  }
  const [pessoas, empresas] = [guessed(CONVIDADOS_FIELDS), guessed(EMPRESAS_FIELDS)]
  const isOfEmpresas = pessoas.cells.filter(isDeEmpresa).length * 2 > pessoas.cells.length
  if (tipo === 'convidados') {
    const isNamed = !pessoas.says('nome') && empresas.says('nome')
    return isOfEmpresas || (isNamed && ['icredencial', 'contato'].some(empresas.says)) ? 'empresas' : null
  }
  const isRepeated = new Set(empresas.cells).size * 2 <= empresas.cells.length
  const isOfPessoas = pessoas.says('nome') || (cabecalho === 0 && !isOfEmpresas)
  return isOfPessoas && (isRepeated || !empresas.has('icredencial')) ? 'convidados' : null
}
