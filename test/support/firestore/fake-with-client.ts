import type { Firestore } from 'firebase-admin/firestore'
import { onTestFinished } from 'vitest'
import { openClient } from './client.ts'
import { startFakeFirestore, type FakeFirestore } from './fake.ts'

/** A fake and a client on it, ended with the test. */
export async function startWithClient(): Promise<{ fake: FakeFirestore; db: Firestore }> {
  const fake = await startFakeFirestore()
  const { db, close } = openClient(fake.host)
  onTestFinished(async () => {
    await close()
    fake.close()
  })
  return { fake, db }
}

/** What a promise has come to after a while: `open` when it has not settled. */
export const after = <T>(ms: number, promise: Promise<T>) =>
  Promise.race([promise, new Promise<'open'>((resolve) => setTimeout(resolve, ms, 'open'))])
