import { checkCadastro } from './cadastro.ts'
import { CUT, forOrganiser, SCIENTIFIC, telefoneOf } from './cell.ts'
import type { Cadastro } from './credencial.ts'
import { ESTADOS, MAS_ENTROU } from './desistencia.ts'
import { parseEmpresaidOrLink } from './empresaid.ts'
import { cleanText } from './text.ts'

export interface ConvidadoRow {
  cadastro: Cadastro
  /** The company whose invitation pays; null for none, and where it has only its name. */
  empresaid: string | null
  /** The company's name as it stands there; empty text for none. */
  empresa: string
  /** The row says that the guest withdrew, as what we export does. */
  isWithdrawn: boolean
}

/** A row by the line of the file it begins on, the header being line 1. */
export interface ConvidadoLine {
  line: number
  row: ConvidadoRow
}

/** The cells of a row, as typed. */
export type ConvidadoCells = Record<
  'nome' | 'telefone' | 'email' | 'empresaid' | 'empresa' | 'estado',
  string
>

/** Our own words for a guest who withdrew; whatever else stands there, as the state of an address does, says nothing. */
const WITHDRAWN = new Set<string>(Object.values(ESTADOS).flatMap((said) => [said, said + MAS_ENTROU]))

/**
 * Reads a row by the form's rules, a mobile of ten digits in its present form.
 * @param labelOf what speaks of a field in a sentence: the name of its column
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
    return { kind: 'ok', row: { cadastro: checked.cadastro, empresaid, empresa, isWithdrawn } }
  }
  const errors = checked.kind === 'invalid' ? checked.errors : {}
  const problems = (['nome', 'telefone', 'email'] as const).flatMap((field) => {
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
