import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { EVENTO } from './eventos.ts'

/** A file that describes the event of {@link EVENTO} but for some fields, gone when the test ends. @returns its path */
export function anEvento(fields: Record<string, unknown>): string {
  const directory = mkdtempSync(join(tmpdir(), 'convites-evento-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const path = join(directory, 'evento.json')
  const evento = JSON.parse(readFileSync(EVENTO, 'utf8')) as object
  writeFileSync(path, JSON.stringify({ ...evento, ...fields }))
  return path
}
