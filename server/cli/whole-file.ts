import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { printable } from '../domain/text.ts'
import { createCsv } from '../planilhas/csv-output.ts'
import type { Cli } from './cli.ts'

/**
 * Writes a spreadsheet that appears whole or not at all, and that only its owner may read.
 * @returns false when the disk or the folder does not allow it, which the organiser was told
 */
export async function writeWhole(
  { services, err, signal }: Cli,
  path: string,
  columns: string[],
  rows: Iterable<object> | AsyncIterable<object>,
): Promise<boolean> {
  const temporary = `${path}.${services.newId()}.tmp`
  try {
    const file = createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(Readable.from(rows), createCsv(columns), file, { signal })
    await rename(temporary, path)
    return true
  } catch (error) {
    const { syscall, code = '' } = error as NodeJS.ErrnoException
    if (syscall === undefined) throw error
    err(
      `Não foi possível gravar ${printable(path)} (${code}). Confira a pasta, a permissão e o espaço em disco.`,
    )
    return false
  } finally {
    await rm(temporary, { force: true })
  }
}
