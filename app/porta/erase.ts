import { emptyList } from './list.ts'
import { serverNow, loadFacts, type Phone } from './phone.ts'

/** Whether the list's time is over, 12 hours after the event. */
export function isOver(phone: Phone): boolean {
  const { apagarem } = phone.aparelho
  return apagarem !== null && serverNow(phone) >= apagarem
}

/** Erases the list, and of the facts made here those the server has. What is unsent stays. */
export async function eraseList(phone: Phone): Promise<void> {
  // Again after each sending: what the server has meanwhile goes, too.
  const apagadaem = phone.list.marca === null ? phone.aparelho.apagadaem : null
  const change = { apagadaem: apagadaem ?? serverNow(phone), de: null, aparelhos: {} }
  phone.list = emptyList()
  await phone.store.eraseLista()
  await phone.store.putAparelho(change)
  Object.assign(phone.aparelho, change)
  phone.own = await loadFacts(phone.store)
  phone.changed()
}
