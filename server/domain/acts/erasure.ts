import { linhaOfErasure, type Autor } from '../historico.ts'
import type { Parte, Tx } from '../tx.ts'

/** What lies elsewhere and names somebody, or leads to them, in the order in which it is erased. */
export const BESIDE = [
  ...['chaves', 'reservas', 'desistencias', 'convites', 'aparelhos', 'pareamentos', 'entradas'],
] as const satisfies Parte[]

/** What names those who answer for companies, by their ids: erased by choice. */
export const CONTACTS = ['contatos', 'mesas'] as const satisfies Parte[]

/** Erases every guest, where one transaction takes any number of writes. @returns how many */
export function eraseWhole(tx: Tx, areContactsErased: boolean, autor: Autor): number {
  const erased = tx.eraseNext('convidados', null).ids.length
  tx.markErased(autor)
  for (const parte of BESIDE) tx.eraseNext(parte, null)
  const contacts = areContactsErased
    ? new Set(CONTACTS.flatMap((parte) => tx.eraseNext(parte, null).ids)).size
    : null
  tx.done(linhaOfErasure(autor, erased, contacts))
  return erased
}
