import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { closesAt, eraseAt, parseEvento } from '../../../server/domain/evento.ts'

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
