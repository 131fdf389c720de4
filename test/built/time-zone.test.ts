import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const VITEST = 'node_modules/vitest/vitest.mjs'

/** The tests in memory that read a clock or tell a date. */
const DATED = [
  'quando',
  'evento',
  'routes/',
  'composition',
  'registration',
  'domain/claim',
  'domain/register',
]

for (const TZ of ['UTC', 'America/Sao_Paulo', 'Pacific/Kiritimati']) {
  test(`what reads a clock or tells a date passes on a machine in ${TZ}`, () => {
    const env = {
      ...process.env,
      TZ,
      VITEST: undefined,
      VITEST_WORKER_ID: undefined,
      VITEST_POOL_ID: undefined,
    }
    const { status, stdout } = spawnSync(process.execPath, [VITEST, 'run', '--no-color', ...DATED], {
      env,
      encoding: 'utf8',
    })
    expect(status, stdout).toBe(0)
    expect(Number(/Tests +(\d+) passed/.exec(stdout)?.[1])).toBeGreaterThan(100)
  })
}
