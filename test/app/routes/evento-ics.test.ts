import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { agendaOf } from '../../../app/convidado/agenda.server.ts'
import type { Evento } from '../../../server/domain/evento.ts'
import { startApp } from '../../support/remix.ts'

const EVENTO: Evento = {
  anfitriao: 'Sociedade Rural do Vale Dourado',
  ocasiao: 'Palestra comemorativa dos 80 anos',
  titulo: 'A terra, o tempo e o trabalho',
  inicio: '2027-09-16T19:30:00-03:00',
  fim: '2027-09-16T22:00:00-03:00',
  local: 'Auditório do Parque de Exposições',
  cidade: 'Vale Dourado',
  contato: 'secretaria@sociedaderural.example',
  diasAteApagar: 30,
}

/** The event as an independent parser reads it. */
function eventOf(text: string) {
  const calendar = ICAL.Component.fromString(text)
  const vevent = calendar.getFirstSubcomponent('vevent')
  if (!vevent) throw new Error('no event')
  return { event: new ICAL.Event(vevent), vevent }
}

test('/evento.ics is a calendar file with a name, the same for everybody', async () => {
  const app = await startApp()
  const response = await app.browser().get('/evento.ics')
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
  expect(response.headers.get('Content-Disposition')).toBe('inline; filename="evento.ics"')
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=300')
  expect(response.headers.get('Set-Cookie')).toBeNull()
  expect(eventOf(await response.text()).event.uid).toMatch(/^[0-9a-f]{32}@convite\.test$/)
})

test('the calendar file tells what, where, and from when to when in UTC', () => {
  const { event } = eventOf(agendaOf(EVENTO, 'convite.test'))
  expect(event.summary).toBe('Palestra comemorativa dos 80 anos: A terra, o tempo e o trabalho')
  expect(event.location).toBe('Auditório do Parque de Exposições, Vale Dourado')
  expect(event.description).toBe('Apresente sua credencial na entrada.')
  expect([event.startDate.toString(), event.endDate.toString()]).toEqual([
    '2027-09-16T22:30:00Z',
    '2027-09-17T01:00:00Z',
  ])
})

test('the alarm is shown three hours before', () => {
  const alarm = eventOf(agendaOf(EVENTO, 'convite.test')).vevent.getFirstSubcomponent('valarm')
  expect(alarm?.getFirstPropertyValue('action')).toBe('DISPLAY')
  expect(alarm?.getFirstPropertyValue('trigger')?.toString()).toBe('-PT3H')
})

test('an event that moves keeps its UID, and another event or site has its own', () => {
  const uidOf = (fields: Partial<Evento>, host = 'convite.test') =>
    eventOf(agendaOf({ ...EVENTO, ...fields }, host)).event.uid
  const moved = { inicio: '2027-09-17T19:00:00-03:00', fim: '2027-09-17T21:00:00-03:00', local: 'Sede' }
  expect(uidOf(moved)).toBe(uidOf({}))
  expect(uidOf({ titulo: 'Outra' })).not.toBe(uidOf({}))
  expect(uidOf({}, 'outro.test')).not.toBe(uidOf({}))
})

test('every line ends with CRLF, none is longer than 75 octets, and no letter is cut in two', () => {
  const local = 'Salão “Côração” não é só; é ação\\união, '.repeat(6).trim()
  const text = agendaOf({ ...EVENTO, local, titulo: 'é'.repeat(200) }, 'convite.test')
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of text.split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(Buffer.from(line).toString()).toBe(line)
  }
  const { event } = eventOf(text)
  expect(event.location).toBe(`${local}, Vale Dourado`)
  expect(event.summary).toBe(`Palestra comemorativa dos 80 anos: ${'é'.repeat(200)}`)
})
