import { createEvent, type Alarm, type EventAttributes } from 'ics'
import type { Desistencia } from '../../server/domain/desistencia.ts'
import type { EventoGravado } from '../../server/domain/evento-gravado.ts'
import type { Services } from '../../server/composition.ts'
import { addressOf } from '~/shared/words'

const ALARM_HOURS_BEFORE = 3
const REMINDER = 'Apresente sua credencial na entrada.'
const RETIRADA = 'Sua presença foi retirada.'
const CANCELADO = 'O evento foi cancelado.'

const ALARMS: Alarm[] = [
  { action: 'display', description: REMINDER, trigger: { hours: ALARM_HOURS_BEFORE, before: true } },
]

/** Sequences count half seconds from this instant, and reach RFC 5545's maximum in 2054. */
const BEGINNING = Date.UTC(2020, 0, 1)

/** RFC 5545, section 3.1: octets per line, not counting the line break. */
const LINE_OCTETS = 75

/**
 * The event as a file for a guest's calendar, with the guest's withdrawal if one is given.
 * @throws Response 404 if no event is described
 */
export function agendaResponse(
  { gravado, now }: Pick<Services, 'gravado' | 'now'>,
  headers: Record<string, string>,
  desistencia: Desistencia | null = null,
  url: string | null = null,
): Response {
  if (!gravado) throw new Response(null, { status: 404 })
  return new Response(agendaOf(gravado, desistencia, now(), url), {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'inline; filename="evento.ics"',
      ...headers,
    },
  })
}

/**
 * The event as a calendar file, in UTC, with an alarm. The UID never changes, so a calendar that opens the
 * file again moves or cancels its entry. The event is published, never requested: a request asks for answers
 * by mail.
 * @param desistencia the guest's withdrawal: takes the event out of the guest's calendar until it is undone
 * @param url of the guest's own credencial
 * @throws Error when the event cannot be written as a calendar file
 */
export function agendaOf(
  { eventoid, evento, canceladoem, agendaem }: EventoGravado,
  desistencia: Desistencia | null,
  now: number,
  url: string | null = null,
): string {
  const isWithdrawn = desistencia?.desfeitaem === null
  const isOut = isWithdrawn || canceladoem !== null
  const event = {
    uid: eventoid,
    productId: '-//convites//PT-BR',
    ...(isOut ? { method: 'CANCEL', status: 'CANCELLED' } : { method: 'PUBLISH', status: 'CONFIRMED' }),
    ...revisionOf(agendaem, desistencia),
    // The library's types lack this field; without it the stamp is the time the library was loaded.
    timestamp: now,
    title: `${evento.ocasiao}: ${evento.titulo}`,
    description: isWithdrawn
      ? RETIRADA
      : isOut
        ? CANCELADO
        : [REMINDER, evento.informacoes].filter(Boolean).join('\n'),
    location: addressOf(evento),
    ...(url !== null && { url }),
    start: Date.parse(evento.inicio),
    end: Date.parse(evento.fim),
    startInputType: 'utc',
    startOutputType: 'utc',
    endInputType: 'utc',
    endOutputType: 'utc',
    alarms: isOut ? [] : ALARMS,
  } satisfies EventAttributes & { timestamp: number }
  const { value, error } = createEvent(event)
  if (value === null) throw new Error('the event makes no calendar file', { cause: error })
  return foldedByOctets(value.replace(LIFE, ''))
}

/** The cache lifetime that the library adds to every file; nobody subscribes to this one. */
const LIFE = 'X-PUBLISHED-TTL:PT1H\r\n'

/**
 * RFC 5546, section 2.1.4: the same UID needs a higher sequence than any served before. The sequence comes
 * from when the event last changed. Within one second a return ranks above a withdrawal, and a change of the
 * event above both. A guest's act right after such a change ranks one above it.
 * @returns an empty object if nothing ever changed
 */
function revisionOf(agendaem: number, desistencia: Desistencia | null) {
  const { em = null, desfeitaem = null } = desistencia ?? {}
  const changes = [
    ...(em === null ? [] : [{ at: em, least: halfSeconds(em) }]),
    ...(desfeitaem === null ? [] : [{ at: desfeitaem, least: halfSeconds(desfeitaem) + 1 }]),
    ...(agendaem === 0 ? [] : [{ at: agendaem, least: halfSeconds(agendaem) + 2 }]),
  ].sort((one, other) => one.at - other.at)
  const last = changes.at(-1)
  if (!last) return {}
  const sequence = changes.reduce((before, { least }) => Math.max(before + 1, least), 0)
  return { sequence, lastModified: last.at }
}

const halfSeconds = (instant: number) => 2 * Math.floor((instant - BEGINNING) / 1000)

/** Folds the lines again: the library counts characters, and an accented letter takes two octets. */
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
