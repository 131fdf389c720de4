import { afterAll, beforeAll, describe } from 'vitest'
import { openFirebaseHarness } from '../support/firebase-harness.ts'
import { findEmulator, startEmulator, type Emulator } from '../support/firestore/emulator.ts'
import { reposContract } from './repos.contract.ts'

const source = await findEmulator()

describe.skipIf(source === null)('firebase, on the official emulator', () => {
  let emulator: Emulator | undefined

  beforeAll(async () => {
    if (source) emulator = await startEmulator(source)
  }, 40_000)
  afterAll(() => emulator?.stop())

  reposContract('it', () => {
    if (!emulator) throw new Error('the emulator was not started')
    return openFirebaseHarness(emulator.host)
  })
})
