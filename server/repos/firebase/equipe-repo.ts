import type { DocumentSnapshot } from 'firebase-admin/firestore'
import type { Aparelho } from '../../domain/aparelho.ts'
import {
  byPairing,
  nomesOf,
  type EquipeRepo,
  type Pareado,
  type Pareamento,
} from '../../domain/pareamento.ts'
import type { BoundActs } from '../bind.ts'
import { chunksOf, getAll } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, within } from './deadline.ts'
import { canNameDocument, chaveIdOf, recordOf } from './table.ts'
import type { Unit } from './unit.ts'

/** Finds the aparelho that has a hash in a field. */
export async function findAparelho(
  { aparelhos }: Connection,
  field: 'codigo' | 'segredo',
  hash: string,
): Promise<DocumentSnapshot | null> {
  return (await getAll(aparelhos.where(field, '==', hash).limit(1)))[0] ?? null
}

/** The pairing of a secret; null for one there never was, or that was erased. */
export async function findPareamento(connection: Connection, segredo: string): Promise<Pareamento | null> {
  const snapshot = await within(ATTEMPT_MS, connection.pareamentos.doc(chaveIdOf(segredo)).get())
  const stored = snapshot.data()
  return stored ? recordOf('pareamentos', chaveIdOf(segredo), stored) : null
}

/** All pairings, or only those of some places. */
export async function listPareamentos(
  { pareamentos }: Connection,
  aparelhoids?: string[],
): Promise<Pareamento[]> {
  const chunks = aparelhoids && chunksOf([...new Set(aparelhoids)])
  const queries = chunks?.map((ids) => pareamentos.where('aparelhoid', 'in', ids)) ?? [pareamentos]
  const found = (await Promise.all(queries.map((query) => getAll(query)))).flat()
  return found.map((one) => recordOf('pareamentos', one.id, one.data()))
}

/** Puts a pairing into a unit that has read it. */
export function putPareamento({ pareamentos }: Connection, unit: Unit, pareamento: Pareamento): void {
  unit.set(pareamentos.doc(chaveIdOf(pareamento.segredo)), { ...pareamento })
}

/** How long a process knows a browser without asking again. One that was revoked elsewhere is let in until then. */
const KNOWN_MS = 5_000

/** How long a process tells a name without asking again. */
const NAMED_MS = 60_000

/** The team in Firestore. */
export function createEquipeRepo(connection: Connection, bound: BoundActs['equipe']): EquipeRepo {
  const { aparelhos } = connection
  const known = createKnown<Aparelho>()
  const pareados = createKnown<Pareado>()
  /** Who was asked for within the last minute, by aparelhoid; null for nobody. */
  const named = new Map<string, { at: number; aparelho: Aparelho | null }>()
  const forget = () => {
    known.forget()
    pareados.forget()
  }

  /** What this process knows of the team is forgotten with each act on it. */
  const forgetting =
    <Args extends unknown[], Result>(act: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      try {
        return await act(...args)
      } finally {
        forget()
      }
    }

  const findKnown = async (segredo: string): Promise<Aparelho | null> => {
    const found = await findAparelho(connection, 'segredo', segredo)
    return found && recordOf('aparelhos', found.id, found.data() ?? {})
  }

  const findPareado = async (segredo: string): Promise<Pareado | null> => {
    const pareamento = await findPareamento(connection, segredo)
    if (!pareamento) return null
    const found = await within(ATTEMPT_MS, aparelhos.doc(pareamento.aparelhoid).get())
    const stored = found.data()
    return stored ? { aparelho: recordOf('aparelhos', found.id, stored), pareamento } : null
  }

  return {
    invite: forgetting(bound.invite),
    pair: forgetting(bound.pair),
    revoke: forgetting(bound.revoke),
    leave: forgetting(bound.leave),
    reconnect: forgetting(bound.reconnect),
    see: forgetting(bound.see),
    notePendentes: forgetting(bound.notePendentes),
    receive: forgetting(bound.receive),

    async findByCodigo(codigo) {
      const found = await findAparelho(connection, 'codigo', codigo)
      return found && recordOf('aparelhos', found.id, found.data() ?? {})
    },

    findBySegredo: (segredo) => known.find(segredo, findKnown),

    findPareamento: (segredo) => pareados.find(segredo, findPareado),

    listPareamentos: async (ids) => (await listPareamentos(connection, ids)).sort(byPairing),

    async nomesOf(ids) {
      const now = performance.now()
      const isNamed = (id: string) => now - (named.get(id)?.at ?? -Infinity) < NAMED_MS
      const refs = ids.filter((id) => canNameDocument(id) && !isNamed(id)).map((id) => aparelhos.doc(id))
      const found = refs.length === 0 ? [] : await within(ATTEMPT_MS, connection.db.getAll(...refs))
      for (const one of found) {
        const stored = one.data()
        named.set(one.id, { at: now, aparelho: stored ? recordOf('aparelhos', one.id, stored) : null })
      }
      return nomesOf(ids, (id) => named.get(id)?.aparelho)
    },

    async list() {
      const all = (await getAll(aparelhos)).map((found) => recordOf('aparelhos', found.id, found.data()))
      return all.sort(
        (a, b) => a.nome.localeCompare(b.nome, 'pt-BR') || (a.aparelhoid < b.aparelhoid ? -1 : 1),
      )
    },
  }
}

/** What a process knows of browsers by their secrets, for {@link KNOWN_MS}. */
function createKnown<Found>() {
  const known = new Map<string, { since: number; found: Promise<Found | null> }>()
  return {
    forget: () => known.clear(),
    find(segredo: string, read: (segredo: string) => Promise<Found | null>): Promise<Found | null> {
      const now = performance.now()
      const recent = known.get(segredo)
      if (recent && recent.since > now - KNOWN_MS) return recent.found
      const found = read(segredo)
      known.set(segredo, { since: now, found })
      // Nobody's secret is asked for again: a browser that is paired elsewhere just now is let in.
      const drop = () => {
        if (known.get(segredo)?.found === found) known.delete(segredo)
      }
      found.then((one) => one ?? drop(), drop)
      return found
    },
  }
}
