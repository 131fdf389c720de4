import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { agendaOf } from '../../../app/convidado/agenda.server.ts'
import type { Desistencia } from '../../../server/domain/desistencia.ts'
import type { Evento } from '../../../server/domain/evento.ts'
import { descritoIn, type EventoGravado } from '../../../server/domain/evento-gravado.ts'
import { NOW } from '../../support/factories.ts'
import { startApp } from '../../support/remix.ts'
import { registered } from '../../support/registered.ts'

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

const FIRST: EventoGravado = {
  versao: 1,
  eventoid: '5f0c@convite.test',
  evento: EVENTO,
  mudancas: [],
  canceladoem: null,
  agendaem: 0,
  imagemid: null,
  anteriores: [],
}

/** The calendar file of an event with these fields changed. */
const fileOf = (fields: Partial<EventoGravado> = {}, desistencia: Desistencia | null = null) =>
  agendaOf({ ...FIRST, ...fields }, desistencia, NOW)

/** The event as an independent parser reads it. */
function eventOf(text: string) {
  const calendar = ICAL.Component.fromString(text)
  const vevent = calendar.getFirstSubcomponent('vevent')
  if (!vevent) throw new Error('no event')
  const told = (name: string) => vevent.getFirstPropertyValue(name)?.toString() ?? null
  return {
    event: new ICAL.Event(vevent),
    vevent,
    method: calendar.getFirstPropertyValue('method'),
    sequence: Number(told('sequence') ?? 0),
    status: told('status'),
    modified: told('last-modified'),
    stamp: told('dtstamp'),
  }
}

/**
 * What the previous release served for a guest who came back: the number of half seconds since 2020, plus
 * one.
 */
const formerSequence = (desfeitaem: number) => 2 * Math.floor((desfeitaem - Date.UTC(2020, 0, 1)) / 1000) + 1

/** An app with a guest, and the sequence that guest's calendar reads. */
async function startWithGuest() {
  const app = await startApp()
  const { services } = app
  const credencialid = await registered(services.credenciais)
  const path = `/c/${services.tokenOf(credencialid, 0)}`
  const guest = app.browser()
  const told = async () => eventOf(await guest.body(`${path}/evento.ics`))
  const act = (ato: 'desistir' | 'voltar') => guest.post(`${path}/presenca`, { ato })
  const change = async (fields: Partial<Evento>, cancelado = false) => {
    const { versao = null, evento = EVENTO } = descritoIn(await services.eventos.find()) ?? {}
    return services.eventos.gravar(
      {
        versao,
        evento: { ...evento, ...fields },
        avisar: true,
        cancelado,
        imagemid: null,
        eventoid: 'another',
        now: services.now(),
      },
      services.autorOf('cli'),
    )
  }
  return { ...app, told, act, change }
}

test('/evento.ics is a calendar file with a name, the same for everybody', async () => {
  const app = await startApp()
  const response = await app.browser().get('/evento.ics')
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
  expect(response.headers.get('Content-Disposition')).toBe('inline; filename="evento.ics"')
  expect(response.headers.get('Cache-Control')).toBe('no-cache')
  expect(response.headers.get('Set-Cookie')).toBeNull()
  expect(eventOf(await response.text()).event.uid).toMatch(/^[0-9a-f]{32}@convite\.test$/)
})

test('the calendar file tells what, where, and from when to when in UTC', () => {
  const { event } = eventOf(fileOf())
  expect(event.summary).toBe('Palestra comemorativa dos 80 anos: A terra, o tempo e o trabalho')
  expect(event.location).toBe('Auditório do Parque de Exposições, Vale Dourado')
  expect(event.description).toBe('Apresente sua credencial na entrada.')
  expect([event.startDate.toString(), event.endDate.toString()]).toEqual([
    '2027-09-16T22:30:00Z',
    '2027-09-17T01:00:00Z',
  ])
})

test('the alarm is shown three hours before', () => {
  const alarm = eventOf(fileOf()).vevent.getFirstSubcomponent('valarm')
  expect(alarm?.getFirstPropertyValue('action')).toBe('DISPLAY')
  expect(alarm?.getFirstPropertyValue('trigger')?.toString()).toBe('-PT3H')
})

test('the UID is the event’s, whatever is said of it and by which name the site is asked', async () => {
  const { change, told, browser } = await startWithGuest()
  const { event } = await told()
  expect(event.uid).toMatch(/^[0-9a-f]{32}@convite\.test$/)
  await change({ titulo: 'Outra', anfitriao: 'Outro', ocasiao: 'Encontro' })
  const changed = eventOf(await browser().body('/evento.ics')).event
  expect([changed.uid, changed.summary]).toEqual([event.uid, 'Encontro: Outra'])
})

test('a file that never changed is confirmed without a revision, and stamped when it is fetched', () => {
  const { method, status, vevent, modified, stamp } = eventOf(fileOf())
  expect([method, status, modified]).toEqual(['PUBLISH', 'CONFIRMED', null])
  expect(vevent.getFirstProperty('sequence')).toBeNull()
  expect(stamp).toBe('2027-09-01T15:00:00Z')
  expect(fileOf()).not.toMatch(/X-PUBLISHED-TTL|ORGANIZER|ATTENDEE/)
})

test('each change is newer than whatever was served before, and last modified when it was made', async () => {
  const { act, advance, change, services, told } = await startWithGuest()
  // Between two full seconds, so that the test sees what is rounded to one.
  advance(100)
  const seen = [await told()]
  const see = async (done: Promise<unknown>, ms: number) => {
    const at = new Date(Math.floor(services.now() / 1000) * 1000).toISOString()
    await done
    const last = await told()
    expect(last.modified).toBe(at.replace('.000', ''))
    seen.push(last)
    advance(ms)
  }
  const moved = { inicio: '2027-09-23T19:30:00-03:00', fim: '2027-09-23T22:00:00-03:00' }
  await see(act('desistir'), 100)
  // Within the same second.
  await see(act('voltar'), 100)
  await see(change(moved), 5000)
  await see(change({ local: 'Sede' }), 5000)
  await see(act('desistir'), 5000)
  await see(change({}, true), 5000)
  await see(change({}, false), 5000)
  await see(act('voltar'), 5000)
  expect(seen.map(({ status }) => status)).toEqual([
    ...['CONFIRMED', 'CANCELLED', 'CONFIRMED', 'CONFIRMED', 'CONFIRMED'],
    ...['CANCELLED', 'CANCELLED', 'CANCELLED', 'CONFIRMED'],
  ])
  for (const [n, { sequence }] of seen.slice(1).entries())
    expect(sequence).toBeGreaterThan(seen[n]?.sequence ?? Infinity)
  for (const { method, status, vevent } of seen) {
    expect(method).toBe(status === 'CANCELLED' ? 'CANCEL' : 'PUBLISH')
    expect(vevent.getAllSubcomponents('valarm')).toHaveLength(status === 'CANCELLED' ? 0 : 1)
  }
  expect(seen.at(3)?.event.startDate.toString()).toBe('2027-09-23T22:30:00Z')
})

test('who came back under the release before is told of a move in the same second and of every one after', () => {
  const desfeitaem = NOW + 400
  const back = { credencialid: '1', em: NOW, por: 'convidado', desfeitaem, empresaid: null, reservaid: null }
  const served = formerSequence(desfeitaem)
  const sequenceOf = (agendaem: number) => eventOf(fileOf({ agendaem }, back as Desistencia)).sequence
  expect(sequenceOf(0)).toBe(served)
  expect(sequenceOf(NOW + 700)).toBeGreaterThan(served)
  expect(sequenceOf(NOW + 1700)).toBeGreaterThan(sequenceOf(NOW + 700))
  // A move from before the guest came back was served with it.
  expect(sequenceOf(NOW - 60_000)).toBe(served)
})

test('every line ends with CRLF, none is longer than 75 octets, and no letter is cut in two', () => {
  const local = 'Salão “Côração” não é só; é ação\\união, '.repeat(6).trim()
  const text = fileOf({ evento: { ...EVENTO, local, titulo: 'é'.repeat(200) } })
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
