import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openSqlite } from '../../server/repos/sqlite/index.ts'
import { DEPLOYED_INDEXES, openFirebaseHarness } from './firebase-harness.ts'
import { startFakeFirestore } from './firestore/fake.ts'

/** An empty database file and an empty Firestore, closed when the test ends. */
export async function openBothStorages() {
  const fake = await startFakeFirestore(DEPLOYED_INDEXES)
  const harness = await openFirebaseHarness(fake.host)
  const directory = mkdtempSync(join(tmpdir(), 'convites-'))
  const sqlite = await openSqlite(join(directory, 'convites.db'))
  onTestFinished(async () => {
    await harness.close()
    fake.close()
    await sqlite.close()
    rmSync(directory, { recursive: true })
  })
  return { fake, harness, sqlite }
}
