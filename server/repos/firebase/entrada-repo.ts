import { entradasIn, type EntradaRepo } from '../../domain/entrada.ts'
import { followed } from '../../domain/juncao.ts'
import type { BoundActs } from '../bind.ts'
import type { Connection } from './connection.ts'
import { readFollowing } from './juncoes.ts'
import type { PainelIndex } from './painel.ts'
import { recordOf } from './table.ts'

/** Admissions in Firestore, one document each. */
export function createEntradaRepo(
  connection: Connection,
  bound: BoundActs['entradas'],
  painel: Pick<PainelIndex, 'read'>,
): EntradaRepo {
  return {
    ...bound,

    async listOf(credencialid) {
      const { facts, stored, juncoes } = await readFollowing(connection, [credencialid])
      const all = facts.map((fact) => recordOf('entradas', fact.id, fact.data()))
      return followed(all, (id) => stored.has(id), juncoes).get(credencialid) ?? []
    },

    async listAnotadas(offset, limit) {
      const all = entradasIn((await painel.read()).painel.anotadas())
      return { total: all.length, entradas: all.slice(offset, offset + limit) }
    },
  }
}
