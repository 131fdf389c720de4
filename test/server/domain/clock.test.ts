import { expect, test } from 'vitest'
import { parseStamp, stampOf } from '../../../server/domain/quando.ts'

const INICIO = '2027-09-16T19:30:00-04:00'

test('an instant is told at the event’s clock, cut to the second, and read again as that second', () => {
  const at = Date.parse('2027-09-01T12:00:07.890Z')
  expect(stampOf(INICIO, at)).toBe('2027-09-01T08:00:07')
  expect(parseStamp(INICIO, '2027-09-01T08:00:07')).toBe(at - 890)
  expect(stampOf('2027-09-16T19:30:00+05:30', at)).toBe('2027-09-01T17:30:07')
})

for (const raw of [
  ...['', 'ontem', '2027-09-01', '2027-09-01T08:00', '2027-09-01T08:00:07Z', '2027-09-01T08:00:07-03:00'],
  ...['2027-02-30T08:00:00', '2027-13-01T08:00:00', '2027-09-01T25:00:00', ' 2027-09-01T08:00:07'],
]) {
  test(`${JSON.stringify(raw)} is no instant that was printed`, () => {
    expect(parseStamp(INICIO, raw)).toBeNull()
  })
}
