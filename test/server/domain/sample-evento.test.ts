import { expect, test } from 'vitest'
import { aniversarioOf } from '../../../server/domain/aniversario.ts'
import { readEvento, readShownEvento } from '../../../server/config.ts'
import { isSample, notPast } from '../../../server/domain/sample-evento.ts'
import { quandoOf } from '../../../server/domain/quando.ts'
import { EVENTO } from '../../support/environment.ts'

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
