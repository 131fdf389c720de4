import { setImmediate as nextTurn } from 'node:timers/promises'
import { decideClaim } from '../../server/domain/claim.ts'
import { credencialOf } from '../../server/domain/credencial.ts'
import { decideRegister } from '../../server/domain/register.ts'
import { giveBack } from '../../server/domain/release.ts'
import { isEnded } from '../../server/domain/reserva.ts'
import type { Storage } from '../../server/domain/storage.ts'
import { openMemory } from '../../server/repos/memory/index.ts'
import {
  pendentesOf,
  readAllotment,
  readEmpresa,
  writeAllotment,
  type MemoryStore,
} from '../../server/repos/memory/store.ts'

/** What one writes first: read, decide, write, with no transaction around. Every race must catch it. */
export function openNaive(store: MemoryStore): Storage {
  const memory = openMemory(store)
  const usadaOf = (credencialid: string) =>
    [...store.reservas.values()].find((r) => r.credencialid === credencialid && r.estado === 'usada') ?? null
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
        const chave = store.chaves.get(request.chave)
        const credencial = chave && store.credenciais.get(chave.credencialid)
        const known = credencial && {
          credencial,
          isPaid: usadaOf(chave.credencialid) !== null,
          acesso: chave,
        }
        const allotment = request.convite && readAllotment(store, request.convite)
        await nextTurn()
        const decision = decideRegister({ known: known ?? null, allotment }, request)
        if (decision.kind === 'refuse') return decision.outcome
        if (decision.kind === 'keep') {
          if (chave && decision.acesso) store.chaves.set(request.chave, { ...chave, ...decision.acesso })
          writeAllotment(store, decision.change)
          return decision.outcome
        }
        let free = request.now
        while (store.credenciais.has(String(free))) free++
        // Every other guest finds an id free that is taken a turn later.
        if (asked++ % 2 === 1) await nextTurn()
        const id = String(free)
        const created = credencialOf(id, request.cadastro)
        store.credenciais.set(id, created)
        const { origem, now: criadaem } = request
        store.chaves.set(request.chave, { credencialid: id, origem, criadaem, ...decision.acesso })
        writeAllotment(store, decision.change?.(id) ?? null)
        return { kind: 'registered', credencial: created, versao: decision.acesso.versao }
      },
      async remove(credencialid) {
        const usada = usadaOf(credencialid)
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
