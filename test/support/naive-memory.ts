import { setImmediate as nextTurn } from 'node:timers/promises'
import { decideClaim } from '../../server/domain/claim.ts'
import { decideRegister } from '../../server/domain/register.ts'
import { giveBack, isEnded } from '../../server/domain/reserva.ts'
import type { Storage } from '../../server/domain/storage.ts'
import { openMemory } from '../../server/repos/memory/index.ts'
import {
  pendentesOf,
  readAllotment,
  readEmpresa,
  readFacts,
  usadaOf,
  writeAllotment,
  writeRegistration,
  type MemoryStore,
} from '../../server/repos/memory/store.ts'

/** What one writes first: read, decide, write, with no transaction around. Every race must catch it. */
export function openNaive(store: MemoryStore): Storage {
  const memory = openMemory(store)
  let asked = 0
  return {
    ...memory,
    empresas: {
      ...memory.empresas,
      async claim(request) {
        const allotment = readAllotment(store, request)
        await nextTurn()
        const { outcome, change } = decideClaim(allotment, request)
        writeAllotment(store, change)
        return outcome
      },
      async releaseEnded(now) {
        let released = 0
        for (const empresaid of store.empresas.keys()) {
          const ended = pendentesOf(store, empresaid).filter((reserva) => isEnded(reserva, now))
          await nextTurn()
          const empresa = readEmpresa(store, empresaid)
          if (empresa) writeAllotment(store, giveBack(empresa, ended))
          released += ended.length
        }
        return released
      },
    },
    credenciais: {
      ...memory.credenciais,
      async register(request) {
        const facts = readFacts(store, request)
        await nextTurn()
        // Every other guest finds an id free that is taken a turn later.
        const { freeId } = readFacts(store, request)
        if (asked++ % 2 === 1) await nextTurn()
        const { outcome, writes } = decideRegister({ ...facts, freeId }, request)
        if (writes) writeRegistration(store, writes)
        return outcome
      },
      async remove(credencialid) {
        const usada = usadaOf(store, credencialid)
        await nextTurn()
        const empresa = usada && readEmpresa(store, usada.empresaid)
        if (!empresa) return { kind: 'credencial-not-found' }
        store.credenciais.delete(credencialid)
        writeAllotment(store, giveBack(empresa, [usada]))
        return { kind: 'removed', returned: empresa.empresaid }
      },
    },
  }
}
