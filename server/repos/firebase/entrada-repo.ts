import { randomUUID } from 'node:crypto'
import type { EntradaRepo } from '../../domain/entrada-repo.ts'
import { compareEntradas, type Entrada } from '../../domain/entrada.ts'
import { feitoOfEntrada } from '../../domain/feito-da-entrada.ts'
import type { Autor } from '../../domain/historico.ts'
import type { Acts } from './acts.ts'
import { getAll } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, within } from './deadline.ts'
import { entradaDocument, entradaFrom } from './documents.ts'
import { putFeito } from './feitos.ts'

/** Admissions in Firestore, one document each. */
export function createEntradaRepo(connection: Connection, acts: Acts): EntradaRepo {
  const { db, entradas, historico } = connection

  const add = (facts: Entrada[], autor: Autor | null): Promise<number> => {
    // Told by it, what an earlier try of this act stored is new: only its answer was lost.
    const lote = randomUUID()
    return acts.run('entrada', async (unit) => {
      const refs = facts.flatMap(({ entradaid }) => [
        entradas.doc(entradaid),
        ...(autor ? [historico.doc(entradaid)] : []),
      ])
      for (const snapshot of await within(ATTEMPT_MS, db.getAll(...refs))) unit.track(snapshot)
      return () => {
        for (const entrada of facts) {
          const ref = entradas.doc(entrada.entradaid)
          if (unit.get(ref)) continue
          unit.set(ref, { ...entradaDocument(connection, entrada), lote })
          if (autor) putFeito(connection, unit, feitoOfEntrada(autor, entrada))
        }
        const ids = new Set(facts.map(({ entradaid }) => entradaid))
        return [...ids].filter((id) => unit.get(entradas.doc(id))?.lote === lote).length
      }
    })
  }

  const listOf = async (credencialid: string) => {
    const found = await getAll(entradas.where('credencialid', '==', credencialid))
    return found.map((snapshot) => entradaFrom(snapshot.id, snapshot.data()))
  }

  return {
    add: async (facts, autor) => (facts.length === 0 ? 0 : add(facts, autor)),

    listOf,

    listAnotadas: async () => (await listOf('')).sort(compareEntradas),
  }
}
