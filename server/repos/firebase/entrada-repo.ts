import { admissionsIn, type EntradaRepo } from '../../domain/entrada.ts'
import type { BoundActs } from '../bind.ts'
import type { BoardIndex } from './board.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, within } from './deadline.ts'
import { entradaFrom } from './documents.ts'
import { factsOf, followed, readFollowing } from './juncoes.ts'

/** Admissions in Firestore, one document each. */
export function createEntradaRepo(
  connection: Connection,
  bound: BoundActs['entradas'],
  board: Pick<BoardIndex, 'read'>,
): EntradaRepo {
  const { db, entradas } = connection
  return {
    ...bound,

    async listOf(credencialid) {
      const { facts, stored, juncoes } = await readFollowing(connection, credencialid)
      const all = facts.map((fact) => entradaFrom(fact.id, fact.data()))
      return followed(all, (id) => stored.has(id), juncoes).get(credencialid) ?? []
    },

    async findMany(entradaids) {
      if (entradaids.length === 0) return []
      const found = await within(ATTEMPT_MS, db.getAll(...entradaids.map((id) => entradas.doc(id))))
      return found.flatMap((snapshot) => {
        const stored = snapshot.data()
        return stored ? [entradaFrom(snapshot.id, stored)] : []
      })
    },

    async listAnotadas(offset, limit) {
      const [noted, { guests, soltas, juncoes }] = await Promise.all([factsOf(connection, ['']), board.read()])
      const stored = noted.map((fact) => entradaFrom(fact.id, fact.data()))
      const facts = [...stored, ...[...soltas.values()].flat()]
      const all = admissionsIn(followed(facts, (id) => guests.has(id), juncoes).get('') ?? [])
      return { total: all.length, entradas: all.slice(offset, offset + limit) }
    },
  }
}
