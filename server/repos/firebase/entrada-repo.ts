import { randomUUID } from 'node:crypto'
import type { EntradaRepo } from '../../domain/entrada-repo.ts'
import { admissionsIn, type Entrada, type Entrega } from '../../domain/entrada.ts'
import { feitoOfEntrada } from '../../domain/feito-da-entrada.ts'
import type { Autor } from '../../domain/historico.ts'
import { takenOf } from '../../domain/pareamento.ts'
import { factAsStored } from '../../domain/personal-data.ts'
import type { Acts } from './acts.ts'
import { getAll } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, within } from './deadline.ts'
import { entradaDocument, entradaFrom } from './documents.ts'
import { putFeito } from './feitos.ts'
import { putPareamento, trackPareamento } from './pareamentos.ts'
import { trackErased } from './personal-data.ts'
import type { Unit } from './unit.ts'

/** Admissions in Firestore, one document each. */
export function createEntradaRepo(connection: Connection, acts: Acts): EntradaRepo {
  const { db, entradas, historico } = connection

  /** @returns whether what was typed is to be left out; asked where it matters alone: most facts say nothing but whom */
  const track = async (unit: Unit, facts: Entrada[], autor: Autor | null): Promise<boolean> => {
    const refs = facts.flatMap(({ entradaid }) => [
      entradas.doc(entradaid),
      ...(autor ? [historico.doc(entradaid)] : []),
    ])
    for (const snapshot of await within(ATTEMPT_MS, db.getAll(...refs))) unit.track(snapshot)
    return facts.some(({ anotado }) => anotado !== null) && (await trackErased(connection, unit))
  }
  /** @param lote tells later who stored it */
  const append = (
    unit: Unit,
    facts: Entrada[],
    { autor, lote, isErased }: { autor: Autor | null; lote: string; isErased: boolean },
  ) => {
    for (const entrada of facts) {
      const ref = entradas.doc(entrada.entradaid)
      if (unit.get(ref)) continue
      unit.set(ref, { ...entradaDocument(connection, factAsStored(entrada, isErased)), lote })
      if (autor) putFeito(connection, unit, feitoOfEntrada(autor, entrada))
    }
  }

  const add = (facts: Entrada[], autor: Autor | null): Promise<number> => {
    // Told by it, what an earlier try of this act stored is new: only its answer was lost.
    const lote = randomUUID()
    return acts.run('entrada', async (unit) => {
      const isErased = await track(unit, facts, autor)
      return () => {
        append(unit, facts, { autor, lote, isErased })
        const ids = new Set(facts.map(({ entradaid }) => entradaid))
        return [...ids].filter((id) => unit.get(entradas.doc(id))?.lote === lote).length
      }
    })
  }

  const deliver = (segredo: string, entregas: Entrega[], autor: Autor): Promise<string[]> => {
    const lote = randomUUID()
    return acts.run('entrada', async (unit) => {
      const [pareamentoNow, isErased] = await Promise.all([
        trackPareamento(connection, unit, segredo),
        track(unit, entregas.flat(), autor),
      ])
      return () => {
        const isStored = (entradaid: string) => unit.get(entradas.doc(entradaid)) !== null
        const { taken, after } = takenOf(pareamentoNow(), entregas, isStored)
        append(unit, taken.flat(), { autor, lote, isErased })
        if (after) putPareamento(connection, unit, after)
        return taken.map(([{ entradaid }]) => entradaid)
      }
    })
  }

  const listOf = async (credencialid: string) => {
    const found = await getAll(entradas.where('credencialid', '==', credencialid))
    return found.map((snapshot) => entradaFrom(snapshot.id, snapshot.data()))
  }

  return {
    add: async (facts, autor) => (facts.length === 0 ? 0 : add(facts, autor)),

    deliver: async (segredo, entregas, autor) =>
      entregas.length === 0 ? [] : deliver(segredo, entregas, autor),

    listOf,

    async findMany(entradaids) {
      if (entradaids.length === 0) return []
      const found = await within(ATTEMPT_MS, db.getAll(...entradaids.map((id) => entradas.doc(id))))
      return found.flatMap((snapshot) => {
        const stored = snapshot.data()
        return stored ? [entradaFrom(snapshot.id, stored)] : []
      })
    },

    async listAnotadas(offset, limit) {
      const all = admissionsIn(await listOf(''))
      return { total: all.length, entradas: all.slice(offset, offset + limit) }
    },
  }
}
