import { once } from 'node:events'
import { start } from '../process.ts'
import { interleave, type Measurement } from '../measurement.ts'

/** How long a developer waits for `npx vitest run`. */
export const tests: Measurement = {
  rows: [{ name: 'npx vitest run', goal: { kind: 'at-most', value: 5 }, unit: 's', peer: null }],
  measure: async ({ rounds }) => {
    const [ours = []] = await interleave(rounds, [run])
    return [{ ours, peer: [], note: 'wall time, the in-memory part' }]
  },
}

async function run(): Promise<number> {
  const startedAt = performance.now()
  const child = start('node_modules/vitest/vitest.mjs', ['run'], { NODE_ENV: 'test' })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error('the tests fail: npx vitest run')
  return (performance.now() - startedAt) / 1000
}
