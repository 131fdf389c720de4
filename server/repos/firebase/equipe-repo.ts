import type { Aparelho } from '../../domain/aparelho.ts'
import {
  byPairing,
  nomesOf,
  type EquipeRepo,
  type Pareado,
  type Pareamento,
} from '../../domain/pareamento.ts'
import { chunksOf, getAll } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, within } from './deadline.ts'
import { canNameDocument, recordOf } from './table.ts'

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

/** How long a process knows a browser without asking again. One revoked elsewhere is let in until then. */
const KNOWN_MS = 5_000

/** How long a process knows a name without asking again. */
const NAMED_MS = 60_000

/** The team. Each process remembers for a while what it has read of it. */
export function createEquipeRepo(connection: Connection, made: EquipeRepo): EquipeRepo {
  const { aparelhos } = connection
  const known = createKnown<Aparelho>()
  const pareados = createKnown<Pareado>()
  /** Members looked up within the last minute, by aparelhoid; null for nobody. */
  const named = new Map<string, { at: number; aparelho: Aparelho | null }>()

  /** Each act on the team makes this process forget what it knows of the team. */
  const forgetting =
    <Args extends unknown[], Result>(act: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      try {
        return await act(...args)
      } finally {
        known.forget()
        pareados.forget()
      }
    }

  return {
    ...made,
    invite: forgetting(made.invite),
    pair: forgetting(made.pair),
    revoke: forgetting(made.revoke),
    leave: forgetting(made.leave),
    reconnect: forgetting(made.reconnect),
    see: forgetting(made.see),
    notePendentes: forgetting(made.notePendentes),
    receive: forgetting(made.receive),
    findBySegredo: (segredo) => known.find(segredo, made.findBySegredo),
    findPareamento: (segredo) => pareados.find(segredo, made.findPareamento),
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
  }
}

/** The browsers a process knows by their secrets, for {@link KNOWN_MS}. */
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
      // Only a secret that opens something is remembered, so that a browser just paired elsewhere is let in.
      const drop = () => {
        if (known.get(segredo)?.found === found) known.delete(segredo)
      }
      found.then((one) => one ?? drop(), drop)
      return found
    },
  }
}
