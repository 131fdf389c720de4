import { SEM_FIM } from '../../../server/domain/reserva.ts'
import type { Storage } from '../../../server/domain/storage.ts'
import { openMemory } from '../../../server/repos/memory/index.ts'
import { createMemoryStore, type MemoryStore } from '../../../server/repos/memory/store.ts'

/** Adds to or takes from a company's count of invitations given, without any act. */
function count({ empresas }: MemoryStore, empresaid: string, more: number): void {
  const empresa = empresas.get(empresaid) ?? { empresaid }
  empresas.set(empresaid, { ...empresa, licredencial: Math.max(0, Number(empresa.licredencial) + more) })
}

type Plant = (right: Storage, store: MemoryStore) => Partial<Storage>

/**
 * Faults somebody could build in, each in a storage that is otherwise right: the proof must find every one.
 */
const CONVITES: Record<string, Plant> = {
  'a withdrawal sent twice gives two back': ({ desistencias }, store) => ({
    desistencias: {
      ...desistencias,
      async withdraw(request, autor) {
        const outcome = await desistencias.withdraw(request, autor)
        const given = store.desistencias.get(request.credencialid)?.reservaid
        const empresaid = given ? store.reservas.get(given)?.empresaid : undefined
        if (outcome.kind === 'already-withdrawn' && empresaid) count(store, empresaid, -1)
        return outcome
      },
    },
  }),
  'a revoked personal invitation pays': ({ credenciais }, store) => ({
    credenciais: {
      ...credenciais,
      async register(request) {
        const codigo = request.codigo ?? undefined
        const convite = codigo === undefined ? undefined : store.convites.get(codigo)
        const reserva = convite && store.reservas.get(convite.reservaid)
        if (reserva?.estado === 'liberada' && reserva.credencialid === null) {
          store.reservas.set(reserva.reservaid, { ...reserva, estado: 'pendente', expiraem: SEM_FIM })
          count(store, reserva.empresaid, 1)
        }
        return credenciais.register(request)
      },
    },
  }),
  'Desfazer takes one when none is left': ({ desistencias }, store) => ({
    desistencias: {
      ...desistencias,
      async undo(request, autor) {
        const given = store.desistencias.get(request.credencialid)?.reservaid
        const empresaid = given ? store.reservas.get(given)?.empresaid : undefined
        if (empresaid === undefined) return desistencias.undo(request, autor)
        count(store, empresaid, -1)
        const outcome = await desistencias.undo(request, autor)
        count(store, empresaid, 1)
        return outcome
      },
    },
  }),
  'a guest who is inside is withdrawn': ({ desistencias }, store) => ({
    desistencias: {
      ...desistencias,
      async withdraw(request, autor) {
        const entradas = new Map(store.entradas)
        store.entradas.clear()
        const outcome = await desistencias.withdraw(request, autor)
        for (const [id, entrada] of entradas) store.entradas.set(id, entrada)
        return outcome
      },
    },
  }),
  'a place is kept for no guest': ({ desistencias }) => ({
    desistencias: {
      ...desistencias,
      withdraw: (request, autor) =>
        desistencias.withdraw(
          { ...request, isClosed: request.empresaid === null || request.isClosed },
          autor,
        ),
    },
  }),
  'a declined place is never free again': ({ convites }, store) => ({
    convites: {
      ...convites,
      async answer(request, autor) {
        const outcome = await convites.answer(request, autor)
        const { reservaid = '' } = store.convites.get(request.codigo) ?? {}
        const reserva = store.reservas.get(reservaid)
        if (request.isRecusa && reserva?.estado === 'pendente')
          store.reservas.set(reservaid, { ...reserva, expiraem: SEM_FIM })
        return outcome
      },
    },
  }),
  'a closed link takes claims': ({ empresas }, store) => ({
    empresas: {
      ...empresas,
      async claim(request) {
        const mesa = store.mesas.get(request.empresaid)
        if (mesa) store.mesas.set(request.empresaid, { ...mesa, fechada: false })
        const outcome = await empresas.claim(request)
        if (mesa) store.mesas.set(request.empresaid, mesa)
        return outcome
      },
    },
  }),
  'a revoking leaves no line in the history': ({ convites }, store) => ({
    convites: {
      ...convites,
      async revoke(codigo, autor) {
        const outcome = await convites.revoke(codigo, autor)
        store.historico.delete(autor.historicoid)
        return outcome
      },
    },
  }),
}

/** The same for acts of the board. */
const PAINEL: Record<string, Plant> = {
  'a merge gives no invitation back': ({ credenciais }, store) => ({
    credenciais: {
      ...credenciais,
      async merge(request, autor) {
        const outcome = await credenciais.merge(request, autor)
        if (outcome.kind === 'merged' && outcome.returned) count(store, outcome.returned, 1)
        return outcome
      },
    },
  }),
  'an admission stays with the guest who was merged': ({ entradas }, store) => ({
    entradas: {
      ...entradas,
      async add(facts, autor) {
        const before = new Set(store.entradas.keys())
        const added = await entradas.add(facts, autor)
        for (const id of store.entradas.keys())
          if (id.includes('~') && !before.has(id)) store.entradas.delete(id)
        return added
      },
    },
  }),
  'a correction takes the key of another guest': ({ credenciais }) => ({
    credenciais: {
      ...credenciais,
      correct: (request, autor) =>
        credenciais.correct({ ...request, chaveOf: () => autor.historicoid }, autor),
    },
  }),
  'a total is lowered below what was given away': ({ empresas }, store) => ({
    empresas: {
      ...empresas,
      async importRows(rows, ...more) {
        const given = new Map([...store.empresas].map(([id, { licredencial }]) => [id, licredencial]))
        for (const [id, empresa] of store.empresas) store.empresas.set(id, { ...empresa, licredencial: 0 })
        const importation = await empresas.importRows(rows, ...more)
        for (const [id, empresa] of store.empresas)
          store.empresas.set(id, { ...empresa, licredencial: given.get(id) })
        return importation
      },
    },
  }),
  'a code pairs a second browser': ({ equipe }, store) => ({
    equipe: {
      ...equipe,
      pair(codigo, segredo, autor) {
        for (const [id, aparelho] of store.aparelhos)
          if (aparelho.codigo === codigo) store.aparelhos.set(id, { ...aparelho, segredo: null })
        return equipe.pair(codigo, segredo, autor)
      },
    },
  }),
  'a link that was renewed leaves no line in the history': ({ credenciais }, store) => ({
    credenciais: {
      ...credenciais,
      async renewLink(id, autor) {
        const versao = await credenciais.renewLink(id, autor)
        store.historico.delete(autor.historicoid)
        return versao
      },
    },
  }),
}

/** One storage in memory for each fault, by its name. */
export function faultyStorages(mix: 'convites' | 'painel'): Map<string, Storage> {
  return new Map(
    Object.entries(mix === 'convites' ? CONVITES : PAINEL).map(([name, plant]) => {
      const store = createMemoryStore()
      const right = openMemory(store)
      return [name, { ...right, ...plant(right, store) }]
    }),
  )
}
