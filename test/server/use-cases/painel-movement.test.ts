import { expect, test } from 'vitest'
import type { Intervalo } from '../../../server/domain/painel-repo.ts'
import { painelMovement } from '../../../server/use-cases/painel-readings.ts'

const EVENTO = { inicio: '2027-09-16T19:30:00-03:00', fim: '2027-09-16T22:00:00-03:00' }
const at = (iso: string) => Date.parse(`${iso}-03:00`)

function movement(
  now: string,
  { perDay = [], arrived = [] }: { perDay?: Intervalo[]; arrived?: Intervalo[] },
) {
  const painel = { countArrivals: async () => arrived }
  return painelMovement({ painel, perDay: async () => perDay, now: () => at(now) }, EVENTO)
}

test('days without a guest are there with 0, up to today', async () => {
  const perDay = [{ from: at('2027-09-01T00:00:00'), count: 3 }]
  const { porDia, chegadas } = await movement('2027-09-03T10:00:00', { perDay })
  expect(porDia).toEqual([
    { from: at('2027-09-01T00:00:00'), count: 3 },
    { from: at('2027-09-02T00:00:00'), count: 0 },
    { from: at('2027-09-03T00:00:00'), count: 0 },
  ])
  expect(chegadas).toEqual([])
})

test('a long time shows its last sixty days', async () => {
  const perDay = [{ from: at('2027-01-01T00:00:00'), count: 1 }]
  const { porDia } = await movement('2027-09-03T10:00:00', { perDay })
  expect([porDia.length, porDia.at(-1)?.from]).toEqual([60, at('2027-09-03T00:00:00')])
})

test('on the day arrivals go from an hour before the start to the end, in stretches of ten minutes', async () => {
  const arrived = [{ from: at('2027-09-16T19:00:00'), count: 7 }]
  const { chegadas } = await movement('2027-09-16T19:42:00', { arrived })
  expect([chegadas[0]?.from, chegadas.at(-1)?.from]).toEqual([
    at('2027-09-16T18:30:00'),
    at('2027-09-16T21:50:00'),
  ])
  expect(chegadas).toHaveLength(21)
  expect(chegadas.reduce((sum, { count }) => sum + count, 0)).toBe(7)
})

test('guests who came earlier or later are in the chart', async () => {
  const arrived = [
    { from: at('2027-09-16T17:50:00'), count: 1 },
    { from: at('2027-09-16T22:10:00'), count: 2 },
  ]
  const { chegadas } = await movement('2027-09-17T09:00:00', { arrived })
  expect([chegadas[0], chegadas.at(-1)]).toEqual(arrived)
})

test('an id of another product that looks like a day to come is no day', async () => {
  const perDay = [
    { from: at('2027-09-02T00:00:00'), count: 3 },
    { from: at('2090-01-01T00:00:00'), count: 1 },
  ]
  const { porDia } = await movement('2027-09-03T10:00:00', { perDay })
  expect(porDia.map(({ count }) => count)).toEqual([3, 0])
})

test('of an event of many hours the last ten are shown, never only the first', async () => {
  const arrived = [{ from: at('2027-09-16T08:00:00'), count: 1 }]
  const { chegadas } = await movement('2027-09-16T21:05:00', { arrived })
  expect([chegadas.length, chegadas.at(-1)?.from]).toEqual([60, at('2027-09-16T21:00:00')])
})

test('of an event of several days who comes on the last one is counted, too', async () => {
  const evento = { ...EVENTO, fim: '2027-09-19T18:00:00-03:00' }
  const late = { from: at('2027-09-19T09:00:00'), count: 4 }
  const painel = { countArrivals: async (_from: number, to: number) => (late.from < to ? [late] : []) }
  const asked = { painel, perDay: async () => [], now: () => at('2027-09-19T09:30:00') }
  const { chegadas } = await painelMovement(asked, evento)
  expect(chegadas).toContainEqual(late)
})

test('the day of the event is that of its own clock', async () => {
  expect((await movement('2027-09-15T23:59:00', {})).chegadas).toEqual([])
  expect((await movement('2027-09-16T00:00:00', {})).chegadas).not.toEqual([])
})
