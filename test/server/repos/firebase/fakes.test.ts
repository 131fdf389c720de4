import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openClient } from '../../../support/firestore/client.ts'
import { writeCases } from '../../../support/firestore/conformance.cases.ts'
import { batchCases } from '../../../support/firestore/conformance-batch.cases.ts'
import { queryCases } from '../../../support/firestore/conformance-query.cases.ts'
import { transactionCases } from '../../../support/firestore/conformance-transaction.cases.ts'
import { findEmulator, startEmulator, type Emulator } from '../../../support/firestore/emulator.ts'
import { startFakeFirestore } from '../../../support/firestore/fake.ts'

const cases = [...writeCases, ...batchCases, ...queryCases, ...transactionCases]
const source = await findEmulator()

describe('the fake Firestore', () => {
  for (const { name, run } of cases) {
    test(name, async () => {
      const fake = await startFakeFirestore()
      onTestFinished(fake.close)
      await withClient(fake.host, run)
    })
  }
})

describe.skipIf(source === null)('the official Firestore emulator', () => {
  let emulator: Emulator | undefined

  beforeAll(async () => {
    if (source) emulator = await startEmulator(source)
  }, 40_000)
  afterAll(() => emulator?.stop())

  for (const { name, run } of cases) {
    test(name, { timeout: 60_000 }, async () => {
      if (!emulator) throw new Error('the emulator was not started')
      await withClient(emulator.host, run)
    })
  }

  test('reset empties one project and no other', async () => {
    if (!emulator) throw new Error('the emulator was not started')
    const { host, reset } = emulator
    const [kept, emptied] = [openClient(host, 'demo-kept').db, openClient(host, 'demo-emptied').db]
    for (const db of [kept, emptied]) {
      onTestFinished(() => db.terminate())
      await db.doc('c/a').set({})
    }
    await reset('demo-emptied')
    expect((await kept.doc('c/a').get()).exists).toBe(true)
    expect((await emptied.doc('c/a').get()).exists).toBe(false)
    await reset('demo-kept')
  })
})

test('an emulator that cannot start is an error that says why', async () => {
  await expect(startEmulator({ kind: 'jar', jar: '/nowhere/emulator.jar' })).rejects.toThrow(
    /did not start: (it ended with 1[^]*ClassNotFoundException|spawn java ENOENT)/,
  )
})

let serial = 0
/** Runs on a client and a project of its own. */
async function withClient(
  host: string,
  run: (db: FirebaseFirestore.Firestore) => Promise<void>,
): Promise<void> {
  const { db, close } = openClient(host, `demo-${process.pid}-${++serial}`)
  onTestFinished(close)
  await run(db)
}
