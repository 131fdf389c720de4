import { feitoOf, type Ato, type Autor } from '../domain/historico.ts'
import type { Storage } from '../domain/storage.ts'

/**
 * Passes rows on, and writes into the history how many were taken, also when the reader goes away or reading them
 * fails. When nobody begins to read, nothing is written.
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
