import type { CorrectRequest, Correction, Removal } from '../../domain/credencial-repo.ts'
import { changedIn, feitoOf, type Autor } from '../../domain/historico.ts'
import { giveBack } from '../../domain/reserva.ts'
import type { Act } from './acts.ts'
import { chaveIdOf } from './chave-id.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, within } from './deadline.ts'
import { chaveFrom, credencialFrom, reservaFrom } from './documents.ts'
import { doneOnce, putFeito } from './feitos.ts'
import { openBeside } from './open-beside.ts'
import { makeDue, openGuest, openPayer, payerIn } from './open-guest.ts'

/** Replaces the guest's data and key, and makes the avip due. */
export function correctAct(
  connection: Connection,
  { credencialid, cadastro, chave }: CorrectRequest,
  autor: Autor,
): Act<Correction> {
  const { chaves, outbox, serverTime } = connection
  const newRef = chaves.doc(chaveIdOf(chave))
  return doneOnce(connection, autor, async (unit) => {
    const [guest] = await Promise.all([
      openGuest(connection, unit, credencialid),
      within(ATTEMPT_MS, newRef.get()).then((snapshot) => unit.track(snapshot)),
    ])
    return () => {
      const stored = guest.read()
      if (!stored) return { kind: 'credencial-not-found' }
      const owner = unit.get(newRef)?.credencialid
      if (typeof owner === 'string' && owner !== credencialid)
        return { kind: 'already-taken', credencialid: owner }
      const key = guest.key()
      const reservaid = guest.usada()?.ref.id ?? null
      if (key && key.ref.path !== newRef.path) unit.delete(key.ref)
      unit.set(newRef, { ...(key?.document ?? { reservaid }), credencialid, mudouem: serverTime })
      const was = credencialFrom(credencialid, stored)
      const corrected = { ...was, ...cadastro }
      unit.set(guest.ref, { ...stored, ...cadastro })
      makeDue(unit, outbox.doc(credencialid))
      putFeito(connection, unit, feitoOf(autor, 'corrigiu', credencialid, changedIn(was, corrected)))
      return { kind: 'corrected', credencial: corrected }
    }
  })
}

/**
 * Erases the guest, and from the reserva that paid who claimed it. That reserva is looked for in the act: a company may
 * pay for the guest until then. When it is to be returned, it is released and the company gets its invitation back.
 */
export function removeAct(
  connection: Connection,
  credencialid: string,
  isReturned: boolean,
  autor: Autor,
): Act<Removal> {
  return doneOnce(connection, autor, async (unit) => {
    const guest = await openGuest(connection, unit, credencialid)
    const allotment = isReturned ? await openPayer(connection, unit, guest) : null
    const eraseBeside = await openBeside(connection, unit, guest)
    return () => {
      if (!guest.read()) return { kind: 'credencial-not-found' }
      guest.erase()
      eraseBeside()
      const payer = payerIn(guest, allotment)
      const usada = guest.usada()
      const forgotten = usada && { ...usada.document, origem: null, ritmo: null, sid: '' }
      if (usada && forgotten) unit.set(usada.ref, forgotten)
      if (usada && payer)
        allotment?.write(giveBack(payer.empresa, [reservaFrom(usada.ref.id, forgotten ?? {})]))
      const returned = payer?.empresa.empresaid ?? null
      putFeito(connection, unit, feitoOf(autor, 'excluiu', credencialid, returned ?? ''))
      return { kind: 'removed', returned }
    }
  })
}

/** Raises the versao of a guest's link, so that the one before opens nothing. @returns null for a guest without a key */
export function renewAct(connection: Connection, credencialid: string, autor: Autor): Act<number | null> {
  return doneOnce(connection, autor, async (unit) => {
    const guest = await openGuest(connection, unit, credencialid)
    return () => {
      const key = guest.key()
      if (!key) return null
      const versao = chaveFrom(key.document).versao + 1
      guest.change({ versao, recibo: null, reciboate: null })
      putFeito(connection, unit, feitoOf(autor, 'renovou-link', credencialid))
      return versao
    }
  })
}
