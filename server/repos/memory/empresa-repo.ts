import { releaseEach } from '../../domain/broken-empresas.ts'
import type { Empresa } from '../../domain/empresa.ts'
import type { EmpresaConvites, EmpresaRepo, RefusedRow } from '../../domain/empresa-repo.ts'
import { mergeEmpresaRow } from '../../domain/empresa-row.ts'
import { importedFeito } from '../../domain/historico.ts'
import { isEnded } from '../../domain/reserva.ts'
import type { BoundActs } from '../bind.ts'
import { convitesOf } from '../board.ts'
import { boardOf } from './board.ts'
import { pendentesOf, putFeito, readEmpresa, type MemoryStore } from './store.ts'

/** Companies in memory: the fake of every test, and the reference the other adapters are read against. */
export function createEmpresaRepo(store: MemoryStore, acts: BoundActs['empresas']): EmpresaRepo {
  const find = (empresaid: string, now: number): EmpresaConvites | null => {
    const empresa = readEmpresa(store, empresaid)
    if (!empresa) return null
    const pendentes = pendentesOf(store, empresaid)
    return convitesOf(empresa, pendentes, store.mesas.get(empresaid)?.fechada ?? false, now)
  }

  return {
    find: async (empresaid, now) => find(empresaid, now),

    ...acts,

    async findHolds(sid, now) {
      return [...store.reservas.values()]
        .filter((r) => r.sid === sid && r.estado === 'pendente' && !isEnded(r, now))
        .sort((a, b) => b.criadaem - a.criadaem)
        .flatMap((reserva) => {
          const empresa = readEmpresa(store, reserva.empresaid)
          return empresa ? [{ reserva, empresa }] : []
        })
    },

    releaseEnded(now) {
      const ended = [...store.reservas.values()].filter((r) => r.estado === 'pendente' && isEnded(r, now))
      return releaseEach(new Set(ended.map(({ empresaid }) => empresaid)), (empresaid) =>
        acts.release(empresaid, now),
      )
    },

    list: async (now) => boardOf(store).listEmpresas(now),

    async importRows(rows, isPartial, autor, onProgress) {
      const refused: RefusedRow[] = []
      const writes = new Map<string, Empresa>()
      for (const row of rows) {
        const known = readEmpresa(store, row.empresaid)
        const merged = mergeEmpresaRow(known, row)
        if (merged) writes.set(row.empresaid, merged)
        else refused.push({ empresaid: row.empresaid, licredencial: known?.licredencial ?? row.licredencial })
      }
      if (refused.length > 0 && !isPartial) return { inserted: 0, updated: 0, refused }
      const gravadas = [...writes.values()].map(({ empresaid, icredencial: is }) => {
        return { empresaid, was: readEmpresa(store, empresaid)?.icredencial ?? null, is }
      })
      for (const [empresaid, empresa] of writes) store.empresas.set(empresaid, { ...empresa })
      putFeito(store, importedFeito(autor, gravadas))
      onProgress?.(rows.length)
      const inserted = gravadas.filter(({ was }) => was === null).length
      return { inserted, updated: gravadas.length - inserted, refused }
    },
  }
}
