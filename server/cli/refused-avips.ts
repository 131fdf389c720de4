import { printable } from '../domain/text.ts'
import { countOf } from './table.ts'

/** Names the avips the realtime database refuses for ever; see {@link AvipMirror.findRefused}. */
export function refusedSentence(credencialids: string[]): string {
  const records = countOf(
    credencialids.length,
    'registro da portaria é recusado e fica',
    'registros da portaria são recusados e ficam',
  )
  return `${records} de lado: ${credencialids.map(printable).join(', ')}.`
}
