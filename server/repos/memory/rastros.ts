import type { Rastro } from '../../domain/rastro.ts'
import type { MemoryStore } from './store.ts'

/** Registrations from an instant on whose address is still known. */
export function listRastros({ reservas, credenciais, chaves }: MemoryStore, since: number): Rastro[] {
  const rastros: Rastro[] = []
  const paying = [...reservas.values()].filter(({ estado }) => estado === 'usada')
  const usadas = new Map(paying.map((usada) => [usada.credencialid, usada]))
  for (const [credencialid, { origem, empresaid, criadaem }] of usadas) {
    if (origem === null || credencialid === null || !credenciais.has(credencialid)) continue
    rastros.push({ credencialid, origem, empresaid, criadaem })
  }
  for (const { credencialid, origem, criadaem } of chaves.values()) {
    const usada = usadas.get(credencialid)
    if (origem === null || criadaem === null || (usada && usada.origem !== null)) continue
    rastros.push({ credencialid, origem, empresaid: usada?.empresaid ?? null, criadaem })
  }
  return rastros.filter(({ criadaem }) => criadaem >= since)
}

/** Erases the addresses of what was made before an instant. */
export function forgetOrigens({ reservas, chaves }: MemoryStore, before: number): void {
  for (const [id, reserva] of reservas) {
    if (reserva.criadaem < before) reservas.set(id, { ...reserva, origem: null })
  }
  for (const [chave, key] of chaves) {
    if (key.criadaem !== null && key.criadaem < before)
      chaves.set(chave, { ...key, origem: null, criadaem: null })
  }
}
