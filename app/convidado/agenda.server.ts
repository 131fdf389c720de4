import { createHash } from 'node:crypto'
import { createEvent, type Alarm } from 'ics'
import type { Desistencia } from '../../server/domain/desistencia.ts'
import type { Evento } from '../../server/domain/evento.ts'
import type { Services } from '../../server/composition.ts'
import { absoluteUrl } from '~/shared/links.server'
import { whereOf } from '~/shared/words'

const ALARM_HOURS_BEFORE = 3
const REMINDER = 'Apresente sua credencial na entrada.'
const RETIRADA = 'Sua presença foi retirada.'

const ALARMS: Alarm[] = [
  { action: 'display', description: REMINDER, trigger: { hours: ALARM_HOURS_BEFORE, before: true } },
]

/** Sequences count half seconds from here, and reach the largest of RFC 5545 in 2054. */
const BEGINNING = Date.UTC(2020, 0, 1)

/** RFC 5545, section 3.1: octets in a line, its end not counted. */
const LINE_OCTETS = 75

/** The event as a file for a guest's calendar, that guest's withdrawal in it where one is given. */
export function agendaResponse(
  request: Request,
  services: Services,
  headers: Record<string, string>,
  desistencia: Desistencia | null = null,
): Response {
  if (!services.gravado) throw new Response(null, { status: 404 })
  const { hostname } = new URL(absoluteUrl('/', request, services))
  return new Response(agendaOf(services.config.evento, hostname, desistencia), {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'inline; filename="evento.ics"',
      ...headers,
    },
  })
}

/**
 * The event as a calendar file, in UTC, with an alarm. An event moved to another day or place keeps its UID, so that a
 * calendar that opens the file again moves it, too.
 * @param host makes the UID unique to this site
 * @param desistencia the guest's: takes the event out of a calendar that has it while it holds, and back in once undone
 * @throws Error when the event cannot be written down
 */
export function agendaOf(evento: Evento, host: string, desistencia: Desistencia | null = null): string {
  const { anfitriao, ocasiao, titulo } = evento
  const name = createHash('sha256').update([anfitriao, ocasiao, titulo].join('\n')).digest('hex').slice(0, 32)
  const isCancelled = desistencia?.desfeitaem === null
  const { value, error } = createEvent({
    uid: `${name}@${host}`,
    productId: '-//convites//PT-BR',
    ...(desistencia ? revisionOf(desistencia) : { method: 'PUBLISH' }),
    title: `${ocasiao}: ${titulo}`,
    description: isCancelled ? RETIRADA : REMINDER,
    location: whereOf(evento),
    start: Date.parse(evento.inicio),
    end: Date.parse(evento.fim),
    ...{ startInputType: 'utc', startOutputType: 'utc', endInputType: 'utc', endOutputType: 'utc' },
    alarms: isCancelled ? [] : ALARMS,
  })
  if (value === null) throw new Error('the event makes no calendar file', { cause: error })
  return foldedByOctets(value)
}

/** RFC 5546, sections 3.2.1 and 3.2.5: the same UID with a higher sequence than whatever was served before. */
function revisionOf({ em, desfeitaem }: Desistencia) {
  const halfSeconds = (instant: number) => 2 * Math.floor((instant - BEGINNING) / 1000)
  return desfeitaem === null
    ? ({ method: 'CANCEL', status: 'CANCELLED', sequence: halfSeconds(em) } as const)
    : ({ method: 'PUBLISH', status: 'CONFIRMED', sequence: halfSeconds(desfeitaem) + 1 } as const)
}

/** Folded again here: the library counts characters, and an accented letter is two octets. */
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
