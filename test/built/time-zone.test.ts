import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const VITEST = 'node_modules/vitest/vitest.mjs'

/** The in-memory tests that read a clock or show a date. */
const DATED = [
  'quando',
  'evento',
  'routes/',
  'composition',
  'registration',
  'domain/claim',
  'domain/register',
]

/** Fourteen hours from UTC, where the other runs are, and seventeen from the event. */
const TZ = 'Pacific/Kiritimati'

test(`what reads a clock or tells a date passes on a machine in ${TZ}`, () => {
  const env = {
    ...process.env,
    TZ,
    VITEST: undefined,
    VITEST_WORKER_ID: undefined,
    VITEST_POOL_ID: undefined,
  }
  const flags = ['run', '--no-color', '--maxWorkers=1', ...DATED]
  const { status, stdout, stderr } = spawnSync(process.execPath, [VITEST, ...flags], {
    env,
    encoding: 'utf8',
  })
  // Failures are printed before the count, and a message is cut after its first lines.
  expect(status, stderr || stdout.slice(-2000)).toBe(0)
  expect(Number(/Tests +(\d+) passed/.exec(stdout)?.[1])).toBeGreaterThan(100)
})
