import { parseEmpresa, type Empresa } from './empresa.ts'
import type { Mesa } from './mesa.ts'
import type { Cadastro } from './credencial.ts'
import { foldText } from './text.ts'

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
  /** It makes the company, and changes nothing of one that is stored by now. */
  isNova?: true
}

/** A row as read from the spreadsheet. An empty empresaid cell becomes null; the id is then found or made. */
export type PlanilhaRow = Omit<EmpresaRow, 'empresaid'> & { empresaid: string | null }

/** What invitations are counted in. */
export const UNITS =
  'convites?|conv|lugar(?:es)?|lugs?|cadeiras?|assentos?|pessoas?|convidados?|ingressos?|vagas?|cortesias?|credencia(?:l|is)|unid|unidades?|un|pax'

const WORDS = [
  ...['ZERO', 'UM', 'DOIS', 'TRES', 'QUATRO', 'CINCO', 'SEIS', 'SETE', 'OITO', 'NOVE', 'DEZ', 'ONZE', 'DOZE'],
  ...['TREZE', 'QUATORZE', 'QUINZE', 'DEZESSEIS', 'DEZESSETE', 'DEZOITO', 'DEZENOVE', 'VINTE'],
]

/** The number a word says; null for another word. */
function numberOf(word: string): number | null {
  const at = WORDS.indexOf(
    foldText(word)
      .replace(/^(?:UMA|INDIVIDUAL)$/, 'UM')
      .replace(/^CASAL$/, 'DOIS')
      .replace('DUAS', 'DOIS')
      .replace('CATO', 'QUATO'),
  )
  return at < 0 ? null : at
}

/** A count, maybe with decimal zeros, a noun, or the same in words: `10,0`, `10 convites`, `10 (dez)`. */
const COUNT = new RegExp(
  `^(?:\\p{L}+ ?\\()?(\\d{1,9}|\\p{L}+)(?:[.,]0{1,2})?\\s*(?:(?:${UNITS})\\b\\.?)?\\s*(?:\\(\\p{L}[\\p{L} ]*\\)|\\))?$`,
  'iu',
)

/** Reads a count of invitations as people write it, `10 + 2` as their sum; null where it is none. */
export function parseCount(cell: string): number | null {
  // With a thousand spaces in a row, COUNT would try a million ways to split them.
  const parts = cell
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200)
    .split(/ ?\+ ?/)
  const counts = parts.map((part) => {
    const [, said = ''] = COUNT.exec(part) ?? []
    return /^\d/.test(said) ? Number(said) : numberOf(said)
  })
  return counts.reduce((sum, count) => (sum === null || count === null ? null : sum + count), 0)
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
  /** They are to be invited, and have not said that they come. */
  isConvite: boolean
  /** Of that name and company there is somebody else in the file; absent for one who is not asked about. */
  isOutra?: boolean
  /** The name on the invitation, how many people it is for, and what is noted of them. */
  rotulo: string
  lugares: number
  nota: string
}

/** A row, with the line of the file it begins on; the header is line 1. */
export interface Line<Row> {
  line: number
  row: Row
}

export type ConvidadoLine = Line<ConvidadoRow>
