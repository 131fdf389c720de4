import { feitoOf, type Ato, type Autor } from '../domain/historico.ts'
import type { Storage } from '../domain/storage.ts'

/**
 * Rows on their way to somebody, of which the history tells how many were taken, also of a reader who went away or of
 * rows that failed. Rows nobody began to read were not taken.
 * @param alvo what they are of; empty text for the whole event
 * @throws whatever the rows throw, and StorageError where the history could not be written
 */
export async function* recordExport<Row>(
  { historico }: Pick<Storage, 'historico'>,
  rows: AsyncIterable<Row>,
  ato: Ato,
  autor: Autor,
  alvo = '',
): AsyncGenerator<Row> {
  let taken = 0
  try {
    for await (const row of rows) {
      taken += 1
      yield row
    }
  } finally {
    await historico.add(feitoOf(autor, ato, alvo, String(taken)))
  }
}
