import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Where a database may be made; gone after the test. */
export function temporaryDatabasePath(): string {
  const directory = mkdtempSync(join(tmpdir(), 'convites-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return join(directory, 'convites.db')
}
