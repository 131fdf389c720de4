import { ENSAIO_MS } from '../domain/ensaio.ts'
import { linhaDoHistorico, type Ato, type Autor } from '../domain/historico.ts'
import type { Storage } from '../domain/storage.ts'

type Parts = Pick<Storage, 'historico'>

/**
 * The rehearsal in progress, and when it ends by itself; null for none. Only the history stores it: it is the
 * last beginning, unless an end came after it or its time is over.
 */
export async function findEnsaio({ historico }: Parts, now: number) {
  const last = async (ato: Ato) => (await historico.list({ ato, after: null, limit: 1 }))[0]
  const begun = await last('comecou-ensaio')
  if (!begun || begun.em + ENSAIO_MS <= now) return null
  const ended = await last('encerrou-ensaio')
  // An end counts for the rehearsal it names, whatever the clocks of two servers say.
  if (ended?.detalhe === begun.historicoid) return null
  return { ensaioid: begun.historicoid, ate: begun.em + ENSAIO_MS }
}

/** Begins a rehearsal; one in progress continues. */
export async function beginEnsaio(parts: Parts, autor: Autor): Promise<void> {
  if (await findEnsaio(parts, autor.em)) return
  await parts.historico.add(linhaDoHistorico(autor, 'comecou-ensaio', ''))
}

/** Ends the rehearsal in progress, if any. */
export async function endEnsaio(parts: Parts, autor: Autor): Promise<void> {
  const open = await findEnsaio(parts, autor.em)
  if (open) await parts.historico.add(linhaDoHistorico(autor, 'encerrou-ensaio', '', open.ensaioid))
}
