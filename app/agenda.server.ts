import { createHash } from 'node:crypto'
import { createEvent } from 'ics'
import type { Evento } from '../server/domain/evento.ts'
import { ondeEm } from '~/components/evento-summary'

const ALARM_HOURS_BEFORE = 3
const REMINDER = 'Apresente sua credencial na entrada.'

/** RFC 5545, section 3.1: octets in a line, its end not counted. */
const LINE_OCTETS = 75

/**
 * The event as a calendar file, in UTC, with an alarm. An event moved to another day or place keeps its UID, so that a
 * calendar told again moves it, too.
 * @param host makes the UID this site's own
 * @throws Error when the event cannot be written down
 */
export function agendaOf(evento: Evento, host: string): string {
  const { anfitriao, ocasiao, titulo } = evento
  const name = createHash('sha256').update([anfitriao, ocasiao, titulo].join('\n')).digest('hex').slice(0, 32)
  const { value, error } = createEvent({
    uid: `${name}@${host}`,
    productId: '-//convites//PT-BR',
    method: 'PUBLISH',
    title: `${ocasiao}: ${titulo}`,
    description: REMINDER,
    location: ondeEm(evento),
    start: Date.parse(evento.inicio),
    end: Date.parse(evento.fim),
    ...{ startInputType: 'utc', startOutputType: 'utc', endInputType: 'utc', endOutputType: 'utc' },
    alarms: [
      { action: 'display', description: REMINDER, trigger: { hours: ALARM_HOURS_BEFORE, before: true } },
    ],
  })
  if (value === null) throw new Error('the event makes no calendar file', { cause: error })
  return foldedByOctets(value)
}

/** The library folds by characters, and an accented letter is two octets. */
function foldedByOctets(text: string): string {
  return text.replaceAll('\r\n\t', '').split('\r\n').map(folded).join('\r\n')
}

function folded(line: string): string {
  let text = ''
  let octets = 0
  for (const sign of line) {
    const length = Buffer.byteLength(sign)
    if (octets + length > LINE_OCTETS) {
      text += '\r\n '
      octets = 1
    }
    text += sign
    octets += length
  }
  return text
}
