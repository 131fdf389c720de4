import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { closesAt, eraseAt, aniversarioOf, quandoOf } from '../../../server/domain/quando.ts'
import { parseEvento, isSample, notPast } from '../../../server/domain/evento.ts'
import { readEvento, readShownEvento } from '../../../server/config.ts'
import { EVENTO } from '../../support/environment.ts'

const evento = {
  anfitriao: 'Sociedade Rural',
  ocasiao: '80 anos',
  titulo: 'A terra',
  inicio: '2027-09-16T19:30:00-03:00',
  fim: '2027-09-16T22:00:00-03:00',
  local: 'Auditório',
  cidade: 'Vale Dourado',
  contato: 'secretaria@sociedaderural.example',
  diasAteApagar: 30,
}

test('an event with its nine fields is read, text trimmed', () => {
  expect(parseEvento({ ...evento, titulo: ' A terra ' })).toEqual(evento)
})

test('names are switched off at tables, or said to be on', () => {
  for (const nomesNaMesa of [false, true])
    expect(parseEvento({ ...evento, nomesNaMesa })).toEqual({ ...evento, nomesNaMesa })
})

test('who signs certificates and the workload they say are read', () => {
  const signed = { ...evento, assinaturas: [{ nome: 'Helena', cargo: 'diretora' }], minutos: 120 }
  expect(parseEvento(signed)).toEqual(signed)
})

test('the evento.json that comes along is valid', () => {
  expect(parseEvento(JSON.parse(readFileSync('evento.json', 'utf8')))).toHaveProperty('anfitriao')
})

const NO_INSTANT = 'must be an ISO date and time with offset, as 2027-09-16T19:30:00-03:00'
test.each([
  ['a start without offset', { inicio: '2027-09-16T19:30:00' }, `inicio: ${NO_INSTANT}`],
  ['a start that is a day', { inicio: '16/09/2027' }, `inicio: ${NO_INSTANT}`],
  ['an end on no day of the calendar', { fim: '2027-02-30T22:00:00-03:00' }, `fim: ${NO_INSTANT}`],
  ['an end before the start', { fim: '2027-09-16T19:00:00-03:00' }, 'fim: must be after inicio'],
  ['an end at the start', { fim: '2027-09-16T22:30:00Z' }, 'fim: must be after inicio'],
  ['an empty title', { titulo: '  ' }, 'titulo: must not be empty'],
  ['no day until erasure', { diasAteApagar: 0 }, 'diasAteApagar: '],
  ['a closing without offset', { inscricoesAte: '2027-09-16T19:30:00' }, `inscricoesAte: ${NO_INSTANT}`],
  ['half a day until erasure', { diasAteApagar: 1.5 }, 'diasAteApagar: '],
  ['days as text', { diasAteApagar: '30' }, 'diasAteApagar: '],
  ['names of a table as text', { nomesNaMesa: 'não' }, 'nomesNaMesa: '],
  ['a workload of nothing', { minutos: 0 }, 'minutos: '],
  ['a workload of over a thousand hours', { minutos: 60_001 }, 'minutos: '],
  ['an office nobody has', { assinaturas: [{ nome: ' ', cargo: 'presidente' }] }, 'assinaturas.0.nome: '],
  ['three signatures', { assinaturas: Array(3).fill({ nome: 'Ana', cargo: '' }) }, 'assinaturas: '],
  ['a field nobody knows', { horario: '19h' }, 'horario'],
  ['a missing field', { cidade: undefined }, 'cidade: '],
] as const)('%s is refused, naming the field', (_, fields, message) => {
  const read = () => parseEvento({ ...evento, ...fields })
  expect(read).toThrow(/^evento\.json is not valid\. /)
  expect(read).toThrow(message)
})

test('every wrong field is told at once', () => {
  expect(() => parseEvento({ ...evento, titulo: '', local: '' })).toThrow(/titulo: .*; local: /)
})

test('anything but an object is refused', () => {
  for (const raw of [null, [], 'evento', 7])
    expect(() => parseEvento(raw)).toThrow('evento.json is not valid. evento: ')
})

test.each([
  ['2027-09-16T22:00:00-03:00', 30, '2027-10-17T01:00:00Z'],
  ['2027-09-16T22:00:00Z', 1, '2027-09-17T22:00:00Z'],
  ['2028-02-28T23:30:00+05:30', 2, '2028-03-01T18:00:00Z'],
] as const)(
  'data of an event that ends at %s is due to be erased %s times 24 hours later',
  (fim, diasAteApagar, due) => {
    expect(eraseAt({ fim, diasAteApagar })).toBe(Date.parse(due))
  },
)

test('registrations close with the event, or when inscricoesAte says', () => {
  expect(closesAt(parseEvento(evento))).toBe(Date.parse(evento.fim))
  const inscricoesAte = '2027-09-14T18:00:00-03:00'
  expect(closesAt(parseEvento({ ...evento, inscricoesAte }))).toBe(Date.parse(inscricoesAte))
})

test('inscricoesAte may come after the end, but a held invitation must have ended before the day of erasure', () => {
  const inscricoesAte = '2027-10-15T22:00:00-03:00'
  expect(parseEvento({ ...evento, inscricoesAte })).toMatchObject({ inscricoesAte })
  expect(() => parseEvento({ ...evento, inscricoesAte: '2027-10-15T22:00:01-03:00' })).toThrow(
    'inscricoesAte: must be a day or more before personal data is erased, which is diasAteApagar days after fim',
  )
  expect(parseEvento({ ...evento, diasAteApagar: 1 })).toMatchObject({ diasAteApagar: 1 })
})

test('all dates are read at the clock of the start, so that no page tells another day than another', () => {
  const mixed = { ...evento, fim: '2027-09-17T01:00:00Z', inscricoesAte: '2027-09-17T02:30:00+02:00' }
  expect(parseEvento(mixed)).toEqual({
    ...evento,
    fim: '2027-09-16T22:00:00-03:00',
    inscricoesAte: '2027-09-16T21:30:00-03:00',
  })
})

const sample = readEvento(EVENTO)
const END = Date.parse(sample.fim)

test('an event that is not past is shown as it is described', () => {
  expect(notPast(sample, END - 1)).toEqual({ evento: sample, yearsLater: 0 })
})

for (const [now, ano, yearsLater] of [
  [END, '2028', 1],
  [Date.parse('2031-03-01T12:00:00Z'), '2031', 4],
  [Date.parse('2031-09-17T01:00:00Z'), '2032', 5],
] as const) {
  test(`at ${new Date(now).toISOString()} the event of 2027 is shown ${yearsLater} years later`, () => {
    const shown = notPast({ ...sample, inscricoesAte: '2027-09-14T18:00:00-03:00' }, now)
    expect(shown.yearsLater).toBe(yearsLater)
    expect(shown.evento).toEqual({
      ...sample,
      inicio: `${ano}-09-16T19:30:00-03:00`,
      fim: `${ano}-09-16T22:00:00-03:00`,
      inscricoesAte: `${ano}-09-14T18:00:00-03:00`,
    })
  })
}

test('the years an occasion celebrates are counted from the year it is shown in', () => {
  const { evento } = notPast(sample, Date.parse('2031-03-01T12:00:00Z'))
  expect(aniversarioOf(evento.ocasiao, quandoOf(evento.inicio).ano)).toMatchObject({
    anos: '80',
    desde: '1951',
    ate: '2031',
  })
})

test('an event that crosses the new year, or begins on the 29th of February, is shown at an instant there is', () => {
  const overNewYear = { inicio: '2027-12-31T22:00:00-03:00', fim: '2028-01-01T03:00:00-03:00' }
  expect(notPast({ ...sample, ...overNewYear }, Date.parse('2030-06-01T00:00:00Z')).evento).toMatchObject({
    inicio: '2030-12-31T22:00:00-03:00',
    fim: '2031-01-01T03:00:00-03:00',
  })
  const leap = { inicio: '2028-02-29T19:00:00-03:00', fim: '2028-02-29T22:00:00-03:00' }
  const { evento } = notPast({ ...sample, ...leap }, Date.parse('2029-01-01T00:00:00Z'))
  expect(Date.parse(evento.inicio)).toBeGreaterThan(Date.parse('2029-01-01T00:00:00Z'))
  expect(Date.parse(evento.fim) - Date.parse(evento.inicio)).toBe(3 * 3_600_000)
})

test('only the sample of a demonstration without EVENTO is shown later', () => {
  const late = Date.parse('2031-03-01T12:00:00Z')
  const asDescribed = { evento: sample, yearsLater: 0 }
  expect(readShownEvento(EVENTO, {}, late)).toMatchObject({ yearsLater: 4 })
  expect(readShownEvento(EVENTO, { EVENTO: '', SESSION_SECRET: '' }, late)).toMatchObject({ yearsLater: 4 })
  expect(readShownEvento(EVENTO, { EVENTO }, late)).toEqual(asDescribed)
  expect(readShownEvento(EVENTO, { SESSION_SECRET: 's'.repeat(32) }, late)).toEqual(asDescribed)
})

test('an event is an organiser’s own as soon as its contact can be reached', () => {
  expect(isSample(sample)).toBe(true)
  expect(isSample(readEvento('evento.json'))).toBe(true)
  for (const contato of ['secretaria@sociedaderural.com.br', '(65) 3333-4444, com Ana', 'a@example.com'])
    expect(isSample({ ...sample, contato })).toBe(false)
})
