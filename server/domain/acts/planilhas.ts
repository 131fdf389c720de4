import { isRunning, type Andamento, type Begun } from '../planilha-repo.ts'
import type { Tx } from '../tx.ts'

/** Lets a run read, record or resume an upload, unless another run is doing so or has recorded it. */
export function begin(tx: Tx, asked: Andamento): Begun {
  const stored = tx.get('andamentos', asked.planilhaid)
  const { fase, quem, vistaem } = asked
  // An earlier try of this same run may have begun it, and lost the answer.
  if (stored && stored.quem !== quem) {
    if (stored.fase === 'gravada') return { kind: 'recorded' }
    if (isRunning(stored, vistaem)) return { kind: 'running' }
  }
  // The progress of a reading says nothing about a recording.
  const goesOn = stored?.fase === 'gravando' || stored?.fase === 'mudou'
  const andamento = goesOn ? { ...stored, enviadaem: asked.enviadaem, fase, quem, vistaem } : asked
  tx.put('andamentos', andamento)
  return { kind: 'begun', andamento }
}

/**
 * Notes how far a run is. A run that ends clears its id.
 * @returns false when the upload is no longer this run's: another has taken over, or everything was erased
 */
export function note(tx: Tx, quem: string, andamento: Andamento): boolean {
  if (tx.get('andamentos', andamento.planilhaid)?.quem !== quem) return false
  tx.put('andamentos', andamento)
  return true
}
