import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { EVENTO } from './environment.ts'

/** A directory for this test, deleted when it ends. */
export function aDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'convites-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return directory
}

/** A path where a database may be created. */
export const temporaryDatabasePath = () => join(aDirectory(), 'convites.db')

/** A file that describes the event of {@link EVENTO} with some fields changed. @returns its path */
export function anEvento(fields: Record<string, unknown>): string {
  const path = join(aDirectory(), 'evento.json')
  const evento = JSON.parse(readFileSync(EVENTO, 'utf8')) as object
  writeFileSync(path, JSON.stringify({ ...evento, ...fields }))
  return path
}
