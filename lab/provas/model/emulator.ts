import type { Storage } from '../../../server/domain/storage.ts'
import { openFirebaseAt } from '../../../test/support/firebase-harness.ts'
import { findEmulator, startEmulator } from '../../../test/support/firestore/emulator.ts'
import { startFakeRtdb } from '../../../test/support/rtdb/fake.ts'
import type { Part } from './check.ts'

/** Where other processes find the same database. */
interface Place {
  host: string
  project: string
  rtdbUrl: string
}

/** Does a part of a proof on the Firestore emulator, if it is installed. */
export async function withEmulator(act: (storage: Storage, place: Place) => Promise<Part>): Promise<Part> {
  const source = await findEmulator()
  if (!source) return { said: 'nothing on Firestore, whose emulator is not installed', faults: [] }
  const emulator = await startEmulator(source)
  const rtdb = await startFakeRtdb()
  const project = `demo-convites-prova-${process.pid}`
  const storage = await openFirebaseAt(emulator.host, project, rtdb.url)
  try {
    return await act(storage, { host: emulator.host, project, rtdbUrl: rtdb.url })
  } finally {
    await storage.close()
    await rtdb.close()
    await emulator.stop()
  }
}
