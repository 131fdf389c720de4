import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openClient } from '../../../support/firestore/client.ts'
import { conformanceCases, withClient } from '../../../support/firestore/conformance.ts'
import { findEmulator, startEmulator, type Emulator } from '../../../support/firestore/emulator.ts'

const source = await findEmulator()

describe.skipIf(source === null)('the official Firestore emulator', () => {
  let emulator: Emulator | undefined

  beforeAll(async () => {
    if (source) emulator = await startEmulator(source)
  }, 40_000)
  afterAll(() => emulator?.stop())

  for (const { name, run } of conformanceCases) {
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
