import { serverNow, type Phone } from './phone.ts'
import { storeFacts } from './reading.ts'
import type { AnnulOutcome } from './shown.ts'

/** How long a phone takes back its own; later only an organiser can. */
export const ANNUL_MAX_MILLISECONDS = 2 * 60_000

/** Takes back an admission made on this phone, by another fact. */
export async function annulFact(phone: Phone, entradaid: string): Promise<AnnulOutcome> {
  const fact = phone.own.byId.get(entradaid)
  const isAnnulled = [...phone.own.byId.values()].some(({ anula }) => anula === entradaid)
  if (fact?.anula !== null || isAnnulled) return { kind: 'not-from-here' }
  // A clock set back in between is no way round: the server would not take it.
  const passed = Math.abs(serverNow(phone) - (fact.lidaem + fact.desvio))
  if (passed > ANNUL_MAX_MILLISECONDS) return { kind: 'late' }
  // What was noted goes with it, so that the server finds the same guest for both.
  const { credencialid, modo, anotado } = fact
  const annulling = {
    entradaid: phone.around.uuid(),
    credencialid,
    ...phone.clock.read(),
    modo,
    anula: entradaid,
    anotado,
  }
  return (await storeFacts(phone, [annulling])) ?? { kind: 'annulled' }
}
