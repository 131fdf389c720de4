import { EMPRESA_TEXT_FIELDS, parseEmpresa, type Empresa } from './empresa.ts'
import { parseEmpresaidOrLink } from './empresaid.ts'
import { type Mesa, parseNumero } from './mesa.ts'
import { parseTelefone, type Parsed, presentTelefone } from './telefone.ts'
import { cleanText } from './text.ts'
import { checkCadastro } from './cadastro.ts'
import { CADASTRO_FIELDS, type Cadastro } from './credencial.ts'
import { ESTADOS, MAS_ENTROU } from './desistencia.ts'

/**
 * One row of the organiser's spreadsheet. A text field whose column is absent is absent here and stays as
 * stored; `licredencial` counts only for a company that is not stored yet.
 */
export interface EmpresaRow extends Partial<
  Omit<Empresa, 'empresaid' | 'nome' | 'icredencial' | 'licredencial'>
> {
  empresaid: string
  nome: string
  icredencial: number
  licredencial: number
  /** The holder's WhatsApp, stored in the company's mesa; empty text keeps the one already noted. */
  telefone?: string
  /** The number of the company's table, also stored in the mesa; empty text keeps the stored one. */
  numero?: string
}

/** A row as read from the spreadsheet. An empty empresaid cell becomes null; the id is then found or made. */
export type PlanilhaRow = Omit<EmpresaRow, 'empresaid'> & { empresaid: string | null }

/** Text fields that hold long numbers, which a spreadsheet cuts to `1,12E+13`. */
const NUMBERS = new Set<string>(['cnpj', 'usuarioid'])

/** A count, maybe with decimal zeros, a noun, or the same in words: `10,0`, `10 convites`, `10 (dez)`. */
const COUNT =
  /^(\d{1,9})(?:[.,]0{1,2})?\s*(?:(?:convites?|lugar(?:es)?|pessoas?|convidados?|ingressos?|vagas?|cortesias?|credencia(?:l|is)|unid\.?|unidades?|un\.?)\b\.?)?\s*(?:\(\p{L}[\p{L} ]*\))?$/iu
const DATE = /^\d{1,2}\/\d{1,2}(\/\d{2,4})?$/

/** Reads a count of invitations as people write it. @returns the count, or what to write instead */
function parseCount(cell: string): number | string {
  // With a thousand spaces in a row, COUNT would try a million ways to split them.
  const typed = cell.replace(/\s+/g, ' ').trim()
  const [, digits] = COUNT.exec(typed) ?? []
  if (digits !== undefined) return Number(digits)
  if (typed === '') return 'falta o número'
  if (DATE.test(typed))
    return 'a planilha transformou o número em data; mude o formato da célula para Número e digite-o de novo'
  if (/^\d{1,3}([.,]\d{3})+$/.test(typed))
    return `escreva sem ponto nem vírgula: ${typed.replace(/[.,]/g, '')}`
  return 'escreva só o número inteiro, com algarismos, por exemplo 20'
}

/**
 * Reads a record whose keys are the fields of section 3.
 * @param labelOf what a sentence calls a field: the name of its column
 * @returns the row, or sentences for the organiser, one for each cell that is wrong; `aviso` for an invalid
 * number of a table, which keeps no company out
 */
export function parseEmpresaRow(
  record: Record<string, string>,
  labelOf = (field: string): string => field,
): { kind: 'ok'; row: PlanilhaRow; aviso?: string } | { kind: 'invalid'; problems: string[] } {
  const problems: string[] = []
  const told = (field: string, cell: string, what: string) =>
    `${labelOf(field)}${cell === '' ? '' : ` "${cell}"`}: ${what}`
  const refuse = (...cell: Parameters<typeof told>) => problems.push(told(...cell))
  const rawId = (record.empresaid ?? '').trim()
  const empresaid = rawId === '' || SCIENTIFIC.test(rawId) ? null : parseEmpresaidOrLink(rawId)
  if (SCIENTIFIC.test(rawId)) refuse('empresaid', rawId, CUT)
  else if (rawId !== '' && empresaid === null)
    refuse(
      ...(['empresaid', rawId] as const),
      'use de 1 a 64 letras sem acento, números, ponto, hífen ou sublinhado, e não o nome de uma página; ou deixe a célula vazia',
    )
  const text: Partial<Empresa> = {}
  for (const field of EMPRESA_TEXT_FIELDS) {
    const cell = record[field]
    if (cell === undefined) continue
    const clean = cleanText(cell)
    if (clean === null) refuse(field, '', 'tem um caractere que não se lê; digite a célula de novo')
    else if (NUMBERS.has(field) && SCIENTIFIC.test(clean)) refuse(field, clean, CUT)
    else text[field] = clean
  }
  if (!text.nome) problems.push('falta o nome')

  const icredencial = parseCount(record.icredencial ?? '')
  if (typeof icredencial === 'string') refuse('icredencial', (record.icredencial ?? '').trim(), icredencial)
  const used = (record.licredencial ?? '').trim()
  const licredencial = used === '' ? 0 : parseCount(used)
  if (typeof licredencial === 'string') refuse('licredencial', used, licredencial)

  const telefone = telefoneIn(record.telefone)
  if (telefone?.kind === 'invalid') refuse('telefone', (record.telefone ?? '').trim(), telefone.message)
  const numero = record.numero === undefined ? null : parseNumero(withoutZeros(record.numero))

  const { nome } = text
  if (!nome || typeof icredencial === 'string' || typeof licredencial === 'string' || problems.length > 0)
    return { kind: 'invalid', problems }
  const row = { ...text, empresaid, nome, icredencial, licredencial }
  return {
    kind: 'ok',
    row: {
      ...row,
      ...(telefone?.kind === 'ok' && { telefone: telefone.value }),
      ...(numero?.kind === 'ok' && { numero: numero.value }),
    },
    ...(numero?.kind === 'invalid' && {
      aviso: told('numero', (record.numero ?? '').trim(), forOrganiser(numero.message)),
    }),
  }
}

/** The holder's number from its cell; null when there is no such column. */
function telefoneIn(cell: string | undefined): Parsed | null {
  const typed = cell?.trim()
  if (typed === undefined) return null
  if (typed === '') return { kind: 'ok', value: '' }
  if (SCIENTIFIC.test(typed)) return { kind: 'invalid', message: CUT }
  const parsed = parseTelefone(telefoneOf(typed))
  return parsed.kind === 'ok' ? parsed : { ...parsed, message: forOrganiser(parsed.message) }
}

/** The WhatsApp and number in a company's mesa after a row: an empty cell keeps what is stored. */
export function besideAfter(
  { telefone = '', numero = '' }: Pick<EmpresaRow, 'telefone' | 'numero'>,
  noted: Pick<Mesa, 'telefone' | 'numero'>,
): Pick<Mesa, 'telefone' | 'numero'> {
  return {
    telefone: telefone === '' ? noted.telefone : telefone,
    numero: numero === '' ? noted.numero : numero,
  }
}

/**
 * The company after a row: a known one keeps its licredencial and any field the row lacks.
 * @returns null when the row would leave it fewer invitations than it has used
 */
export function mergeEmpresaRow(known: Empresa | null, row: EmpresaRow): Empresa | null {
  const licredencial = known?.licredencial ?? row.licredencial
  const isLowered = row.icredencial < (known?.icredencial ?? Infinity)
  if (isLowered && row.icredencial < licredencial) return null
  return parseEmpresa(row.empresaid, { ...known, ...row, licredencial })
}

export interface ConvidadoRow {
  cadastro: Cadastro
  /** The company whose invitation pays; null when there is none, or only its name is known. */
  empresaid: string | null
  /** The company's name as the file has it; empty text for none. */
  empresa: string
  /** The row says that the guest withdrew, as our own export does. */
  isWithdrawn: boolean
  /** The name of the guest who brings them; empty text for none. */
  acompanha: string
}

/** A row, with the line of the file it begins on; the header is line 1. */
export interface ConvidadoLine {
  line: number
  row: ConvidadoRow
}

export type ConvidadoCells = Record<
  'nome' | 'telefone' | 'email' | 'empresaid' | 'empresa' | 'estado' | 'acompanha',
  string
>

/** Our own words for a guest who withdrew. Anything else there, such as an address's state, is ignored. */
const WITHDRAWN = new Set<string>(Object.values(ESTADOS).flatMap((said) => [said, said + MAS_ENTROU]))

/**
 * Reads a row by the form's rules; a mobile of ten digits gets its present form.
 * @param labelOf what a sentence calls a field: the name of its column
 * @returns the row, or sentences for the organiser, one for each cell that is wrong
 */
export function parseConvidadoRow(
  cells: ConvidadoCells,
  labelOf = (field: string): string => field,
): { kind: 'ok'; row: ConvidadoRow } | { kind: 'invalid'; problems: string[] } {
  const checked = checkCadastro({ ...cells, telefone: telefoneOf(cells.telefone) })
  const rawId = cells.empresaid.trim()
  const empresaid = rawId === '' ? null : parseEmpresaidOrLink(rawId)
  const isWrongId = rawId !== '' && empresaid === null
  if (checked.kind === 'ok' && !isWrongId) {
    const isWithdrawn = WITHDRAWN.has(cells.estado.trim().toLowerCase())
    const empresa = cleanText(cells.empresa) ?? ''
    const acompanha = cleanText(cells.acompanha) ?? ''
    return { kind: 'ok', row: { cadastro: checked.cadastro, empresaid, empresa, isWithdrawn, acompanha } }
  }
  const errors = checked.kind === 'invalid' ? checked.errors : {}
  const problems = CADASTRO_FIELDS.flatMap((field) => {
    const message = errors[field]
    const cell = cells[field].trim()
    if (message === undefined) return []
    if (field === 'telefone' && SCIENTIFIC.test(cell)) return `${labelOf(field)} "${cell}": ${CUT}`
    return `${cell === '' ? '' : `${labelOf(field)} "${cell}": `}${forOrganiser(message)}`
  })
  return {
    kind: 'invalid',
    problems: isWrongId
      ? [
          ...problems,
          `${labelOf('empresaid')} "${rawId}" não pode ser de uma empresa: confira na lista de empresas`,
        ]
      : problems,
  }
}

/** A long number as a spreadsheet cuts it, `1,12E+13`. */
export const SCIENTIFIC = /^\d+([.,]\d+)?e\+?\d+$/i

export const CUT = 'a planilha cortou o número; mude o formato da coluna para Texto e digite-o de novo'

/** A number as it was typed: programs that read every number as a decimal leave `65987654321.0` behind. */
export const withoutZeros = (cell: string) => cell.replace(/[.,]0+\s*$/, '')

/** A phone from a cell; a mobile that lacks the ninth digit gets it. The form refuses anything else. */
export function telefoneOf(cell: string): string {
  const present = presentTelefone(withoutZeros(cell))
  return present.length === 11 ? present : cell
}

/** The form's sentences speak to the guest, but the organiser reads those about a spreadsheet. */
export const forOrganiser = (message: string) =>
  message.replace(/^Digite seu /, 'Digite o ').replace(/\.$/, '')
