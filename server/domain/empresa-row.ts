import { EMPRESA_TEXT_FIELDS, parseCounter, parseEmpresa, type Empresa } from './empresa.ts'
import { parseEmpresaid } from './empresaid.ts'
import { cleanText } from './text.ts'

/**
 * One row of the organiser's spreadsheet. Text fields whose column is absent are absent here and stay as stored;
 * `licredencial` counts only for a company not stored yet.
 */
export interface EmpresaRow extends Partial<
  Omit<Empresa, 'empresaid' | 'nome' | 'icredencial' | 'licredencial'>
> {
  empresaid: string
  nome: string
  icredencial: number
  licredencial: number
}

/** A row as the spreadsheet has it: empresaid is null where its cell is empty, and is then found or made. */
export type PlanilhaRow = Omit<EmpresaRow, 'empresaid'> & { empresaid: string | null }

/** Text fields that hold long numbers, which a spreadsheet cuts to `1,12E+13`. */
const NUMBERS = new Set<string>(['cnpj', 'usuarioid'])
const SCIENTIFIC = /^\d+([.,]\d+)?e\+?\d+$/i

/**
 * Reads a record whose columns are named as the fields of section 3.
 * @returns the row, or sentences for the organiser, one for each cell that is wrong
 */
export function parseEmpresaRow(
  record: Record<string, string>,
): { kind: 'ok'; row: PlanilhaRow } | { kind: 'invalid'; problems: string[] } {
  const problems: string[] = []
  const rawId = (record.empresaid ?? '').trim()
  const empresaid = rawId === '' || SCIENTIFIC.test(rawId) ? null : parseEmpresaid(rawId)
  if (SCIENTIFIC.test(rawId)) {
    problems.push(`empresaid "${rawId}" está em notação científica: formate a coluna como texto na planilha`)
  } else if (rawId !== '' && empresaid === null) {
    problems.push(
      `empresaid "${rawId}" deve ter de 1 a 64 letras sem acento, números, ponto, hífen ou sublinhado, e não ser nome de página ou reservado`,
    )
  }
  const text: Partial<Empresa> = {}
  for (const field of EMPRESA_TEXT_FIELDS) {
    const cell = record[field]
    if (cell === undefined) continue
    const clean = cleanText(cell)
    if (clean === null) problems.push(`${field} tem um caractere que não se lê`)
    else if (NUMBERS.has(field) && SCIENTIFIC.test(clean)) {
      problems.push(`${field} "${clean}" está em notação científica: formate a coluna como texto na planilha`)
    } else text[field] = clean
  }
  if (!text.nome) problems.push('falta o nome')

  const icredencial = parseCounter(record.icredencial)
  if (icredencial === null) problems.push(`icredencial "${record.icredencial ?? ''}" não é um número inteiro`)
  const used = (record.licredencial ?? '').trim()
  const licredencial = used === '' ? 0 : parseCounter(used)
  if (licredencial === null) problems.push(`licredencial "${used}" não é um número inteiro`)

  if (!text.nome || icredencial === null || licredencial === null || problems.length > 0) {
    return { kind: 'invalid', problems }
  }
  return { kind: 'ok', row: { ...text, empresaid, nome: text.nome, icredencial, licredencial } }
}

/**
 * The company as it stands after a row: a known one keeps its licredencial and the fields the row does not have.
 * @returns null when the row would leave it fewer invitations than it has used
 */
export function mergeEmpresaRow(known: Empresa | null, row: EmpresaRow): Empresa | null {
  const licredencial = known?.licredencial ?? row.licredencial
  const isLowered = row.icredencial < (known?.icredencial ?? Infinity)
  if (isLowered && row.icredencial < licredencial) return null
  return parseEmpresa(row.empresaid, { ...known, ...row, licredencial })
}
