import { withoutPessoais } from '../assuntos.ts'
import type { ErasureAsked } from '../credencial-repo.ts'
import { termsOfGravado } from '../evento-gravado.ts'
import { linhaOfErasure, type Autor } from '../historico.ts'
import { isErasureDayAt } from '../quando.ts'
import { BESIDE, CONTACTS, type Tx } from '../tx.ts'

/**
 * Erases every guest, where one transaction takes any number of writes; elsewhere `eraseInParts` of `repos/in-parts.ts`
 * does.
 * @returns how many; null before its day
 */
export function eraseWhole(
  tx: Tx,
  { areContactsErased, isEarlyAllowed }: ErasureAsked,
  autor: Autor,
): number | null {
  if (!isEarlyAllowed && !isErasedBy(tx, autor.em)) return null
  keepConfirmados(tx, autor.em)
  const erased = tx.eraseNext('convidados', null).ids.length
  tx.markErased(autor)
  for (const parte of BESIDE) tx.eraseNext(parte, null)
  const contacts = areContactsErased
    ? new Set(CONTACTS.flatMap((parte) => tx.eraseNext(parte, null).ids)).size
    : null
  if (areContactsErased) forgetContato(tx)
  tx.done(linhaOfErasure(autor, erased, contacts))
  return erased
}

/** Tells whether the day of erasure has come, by the event as it is stored; true where none is. */
export function isErasedBy(tx: Tx, now: number): boolean {
  const stored = tx.evento()
  return !stored?.evento || isErasureDayAt(termsOfGravado(stored), now)
}

/**
 * Erases whom an event names, for questions and under certificates, which nobody is given any more: the rest tells of
 * nobody.
 */
export function forgetContato(tx: Tx): void {
  const stored = tx.evento()
  if (!stored?.evento) return
  const evento = withoutPessoais(stored.evento)
  if (JSON.stringify(evento) === JSON.stringify(stored.evento)) return
  tx.putEvento({ ...stored, versao: stored.versao + 1, evento })
}

/** Keeps how many were confirmed, once: who did not come leaves no trace when guests are erased (decision 0042). */
export function keepConfirmados(tx: Tx, now: number): void {
  const stored = tx.evento()
  if (!stored?.evento || stored.confirmados !== undefined || now < Date.parse(stored.evento.fim)) return
  tx.putEvento({ ...stored, versao: stored.versao + 1, confirmados: tx.confirmados() })
}
