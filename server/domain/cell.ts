import { presentTelefone } from './same-person.ts'

/** A long number as a spreadsheet cuts it, `1,12E+13`. */
export const SCIENTIFIC = /^\d+([.,]\d+)?e\+?\d+$/i

/** What to do about a number that was cut. */
export const CUT = 'a planilha cortou o número; mude o formato da coluna para Texto e digite-o de novo'

/** A number as it was typed: programs that read every number as a decimal one leave `65987654321.0` behind. */
export const withoutZeros = (cell: string) => cell.replace(/[.,]0+\s*$/, '')

/** A phone as it is typed in a cell, with the ninth digit of a mobile that lacks it; anything else is for the form to refuse. */
export function telefoneOf(cell: string): string {
  const present = presentTelefone(withoutZeros(cell))
  return present.length === 11 ? present : cell
}

/** The form's sentences speak to the guest; of a spreadsheet the organiser reads them. */
export const forOrganiser = (message: string) =>
  message.replace(/^Digite seu /, 'Digite o ').replace(/\.$/, '')
