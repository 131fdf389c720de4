import { expect, test } from 'vitest'
import { refuseIdle } from '../../../lab/bench/rows/pages.ts'

/** A round in which the server used this share of a core: 10 µs of it for each answer. */
const round = (share: number) => ({
  answers: 300_000 * share,
  seconds: 3,
  perSecond: 100_000 * share,
  p99Ms: 1,
  serverCpuMs: 0.01,
})

test('a limit that kept nine tenths of a core busy was reached, whatever a single round says', () => {
  expect(() => refuseIdle([round(0.2), round(0.9), round(1)])).not.toThrow()
})

test('a limit that kept less of a core busy is refused, and the share is said', () => {
  expect(() => refuseIdle([round(1), round(0.87), round(0.2)])).toThrow('raw node:http used 87 % of a core')
})
