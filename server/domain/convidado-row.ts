import { checkCadastro } from './cadastro.ts'
import type { Cadastro } from './credencial.ts'
import { parseEmpresaid } from './empresaid.ts'
import { presentTelefone } from './same-person.ts'

export interface ConvidadoRow {
  cadastro: Cadastro
  /** The company whose invitation pays; null for none. */
  empresaid: string | null
}

/** A row by the line of the file it begins on, the header being line 1. */
export interface ConvidadoLine {
  line: number
  row: ConvidadoRow
}

export type ConvidadoCells = Record<'nome' | 'telefone' | 'email' | 'empresaid', string>

/** Reads a row by the form's rules, a mobile of ten digits in its present form; a sentence for each wrong cell. */
export function parseConvidadoRow(
  cells: ConvidadoCells,
): { kind: 'ok'; row: ConvidadoRow } | { kind: 'invalid'; problems: string[] } {
  const checked = checkCadastro({ ...cells, telefone: presentOf(cells.telefone) })
  const rawId = cells.empresaid.trim()
  const empresaid = rawId === '' ? null : parseEmpresaid(rawId)
  const isWrongId = rawId !== '' && empresaid === null
  if (checked.kind === 'ok' && !isWrongId)
    return { kind: 'ok', row: { cadastro: checked.cadastro, empresaid } }
  const errors = checked.kind === 'invalid' ? checked.errors : {}
  const problems = (['nome', 'telefone', 'email'] as const).flatMap((field) => {
    const message = errors[field]
    return message === undefined ? [] : [`${named(field, cells[field])}${forOrganiser(message)}`]
  })
  return {
    kind: 'invalid',
    problems: isWrongId
      ? [...problems, `empresaid "${rawId}" não pode ser de uma empresa: confira na lista de empresas`]
      : problems,
  }
}

/** Changes only a number that lacks its ninth digit; anything else is for the form to refuse. */
function presentOf(telefone: string): string {
  const present = presentTelefone(telefone)
  return present.length === 11 ? present : telefone
}

const named = (field: string, cell: string) => (cell.trim() === '' ? '' : `${field} "${cell.trim()}": `)

/** The form's sentences speak to the guest; here the organiser reads them. */
const forOrganiser = (message: string) => message.replace(/^Digite seu /, 'Digite o ').replace(/\.$/, '')
