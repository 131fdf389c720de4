import { onTestFinished } from 'vitest'
import type { Storage } from '../../server/domain/storage.ts'
import { DEPLOYED_INDEXES, openFirebaseAt } from './firebase-harness.ts'
import { startFakeFirestore } from './firestore/fake.ts'
import { startFakeRtdb } from './rtdb/fake.ts'

export type OnFakes = Awaited<ReturnType<typeof openOnFakes>>

let opening: Promise<unknown> = Promise.resolve()

/** The SDK gets its host from the environment, so adapters are opened one after the other. */
function openInTurn(host: string, rtdbUrl: string): Promise<Storage> {
  const opened = opening.then(() => openFirebaseAt(host, 'demo-convites', rtdbUrl))
  opening = opened.catch(() => {})
  return opened
}

/** The adapter on a fake Firestore and a fake realtime database, ended with the test. */
export async function openOnFakes(end: (close: () => Promise<void>) => void = onTestFinished) {
  const fake = await startFakeFirestore(DEPLOYED_INDEXES)
  const rtdb = await startFakeRtdb()
  const storages: Storage[] = []
  const openAnother = async () => {
    const storage = await openInTurn(fake.host, rtdb.url)
    storages.push(storage)
    return storage
  }
  end(async () => {
    for (const storage of storages) await storage.close()
    await rtdb.close()
    fake.close()
  })
  return {
    fake,
    rtdb,
    storage: await openAnother(),
    /** Another process's view of the same databases: an adapter of its own. */
    openAnother,
    /** A document of the collection `empresa` by its name, and the names in a collection. */
    empresa: (id: string) => fake.documents('empresa').get(id) ?? {},
    ids: (collection: string) => [...fake.documents(collection).keys()],
  }
}
