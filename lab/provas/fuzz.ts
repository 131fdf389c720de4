import fc from 'fast-check'
import { randomInt } from 'node:crypto'
import type { Credencial } from '../../server/domain/credencial.ts'
import { halfWrittenIn } from '../../test/support/sqlite-value.ts'
import { anyForm } from './fuzz-forms.ts'
import { brokenRules } from './fuzz-rules.ts'
import { openDesk } from './fuzz-desk.ts'
import { MESA } from './convidados.ts'
import { crowd, post } from './load.ts'
import { databaseIn, lookAt, newDatabase, startServer } from './product.ts'
import type { Measured, Prova } from './prova.ts'

const BATCH = 5_000

/** Each batch has its own seed; all follow from FC_SEED, which is drawn unless given. */
const seed = Number(process.env.FC_SEED ?? randomInt(2 ** 31))

const formsOf = (batch: number, size = BATCH) => fc.sample(anyForm, { seed: seed + batch, numRuns: size })

/**
 * Random bodies of the registration form, mostly near a good one: no 5xx, nothing stored against the rules.
 */
export const fuzz: Prova = {
  goal: '1,000,000 random forms, 100,000 of them over HTTP: no 5xx, every stored record satisfies the rules',
  limitSeconds: { full: 900, short: 90 },
  async run(isShort) {
    const inProcess = await throughDesk(isShort ? 3 : 180)
    const overHttp = await throughServer(isShort ? 2_000 : 100_000)
    const faults = [...inProcess.faults, ...overHttp.faults]
    const count = inProcess.stored + overHttp.stored
    return {
      figure:
        `${inProcess.count} in process and ${overHttp.count} over HTTP, ${count} stored, ` +
        `${faults[0] ?? 'no 5xx, every rule kept'} (FC_SEED=${seed})`,
      isReached: faults.length === 0 && inProcess.stored > 0 && overHttp.stored > 0,
    } satisfies Measured
  },
}

interface Fuzzed {
  count: number
  stored: number
  /** What went wrong, with the form or the record that shows it. */
  faults: string[]
}

async function throughDesk(batches: number): Promise<Fuzzed> {
  const fuzzed: Fuzzed = { count: 0, stored: 0, faults: [] }
  for (let batch = 0; batch < batches && fuzzed.faults.length === 0; batch++) {
    const desk = await openDesk()
    for (const form of formsOf(batch)) {
      fuzzed.count += 1
      await desk.post(form).catch((error: unknown) => {
        fuzzed.faults.push(`${String(error)} for ${JSON.stringify(form)}`)
      })
    }
    fuzzed.stored += desk.stored().length
    fuzzed.faults.push(...desk.stored().flatMap(brokenRules), ...desk.faults())
  }
  return fuzzed
}

async function throughServer(total: number): Promise<Fuzzed> {
  const directory = newDatabase({ [MESA]: 1_000 })
  const server = await startServer(directory)
  const fuzzed: Fuzzed = { count: 0, stored: 0, faults: [] }
  let forms: string[] = []
  for (let batch = 0; fuzzed.count < total && fuzzed.faults.length === 0; batch++) {
    forms = formsOf(1_000_000 + batch, Math.min(BATCH, total))
    await crowd(
      [server.port],
      16,
      async (client) => {
        const form = forms.pop()
        if (form === undefined) return
        const outcome = await client.ask(post('/cadastro', fuzzed.count++, form))
        const status = outcome.kind === 'answered' ? outcome.status : 599
        if (status >= 500) fuzzed.faults.push(`${status} for ${JSON.stringify(form)}`)
      },
      () => forms.length === 0,
    )
  }
  const stored = lookAt(directory, (db) => db.prepare<[], Credencial>('SELECT * FROM credencial').all())
  fuzzed.stored = stored.length
  fuzzed.faults.push(...stored.flatMap(brokenRules), ...halfWrittenIn(databaseIn(directory)))
  return fuzzed
}
