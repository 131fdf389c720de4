import { isRunning, type Andamento, type Begun } from '../planilha-repo.ts'
import type { Tx } from '../tx.ts'

/** Lets a run read or record an upload, unless another one does, or has recorded it. It goes on where one stopped. */
export function begin(tx: Tx, asked: Andamento): Begun {
  const stored = tx.andamento(asked.planilhaid)
  const { fase, quem, vistaem } = asked
  // A try of this run whose answer was lost may have begun it.
  if (stored && stored.quem !== quem) {
    if (stored.fase === 'gravada') return { kind: 'recorded' }
    if (isRunning(stored, vistaem)) return { kind: 'running' }
  }
  // The progress of a reading says nothing about a recording.
  const goesOn = stored?.fase === 'gravando' || stored?.fase === 'mudou'
  const andamento = goesOn ? { ...stored, enviadaem: asked.enviadaem, fase, quem, vistaem } : asked
  tx.putAndamento(andamento)
  return { kind: 'begun', andamento }
}

/**
 * Notes how far a run is. One that ends notes nobody in its place.
 * @returns false where it is no longer its upload: another one has taken over, or all was erased
 */
export function note(tx: Tx, quem: string, andamento: Andamento): boolean {
  if (tx.andamento(andamento.planilhaid)?.quem !== quem) return false
  tx.putAndamento(andamento)
  return true
}
