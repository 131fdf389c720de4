import { randomUUID } from 'node:crypto'
import { type EntradaRepo, admissionsIn, type Entrada, feitoOfEntrada } from '../../domain/entrada.ts'
import type { Autor, Feito } from '../../domain/historico.ts'
import { followed, juncaoOf, juncoesOf } from '../../domain/juncao.ts'
import { takenOf } from '../../domain/pareamento.ts'
import { factAsStored } from '../../domain/personal-data.ts'
import type { Acts } from './run.ts'
import { getAll } from './allotment.ts'
import type { BoardIndex } from './board.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, within } from './deadline.ts'
import { canNameDocument, entradaDocument, entradaFrom } from './documents.ts'
import { feitoFrom, putFeito } from './historico-repo.ts'
import { chunksOf } from './picture.ts'
import { putPareamento, trackPareamento } from './equipe-repo.ts'
import { trackErased } from './erasure.ts'
import type { Unit } from './unit.ts'

/** Admissions in Firestore, one document each. */
export function createEntradaRepo(
  connection: Connection,
  acts: Acts,
  board: Pick<BoardIndex, 'read'>,
): EntradaRepo {
  const { db, credenciais, entradas, historico } = connection

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

  const deliver = (segredo: string, facts: Entrada[], autor: Autor): Promise<string[]> => {
    const lote = randomUUID()
    return acts.run('entrada', async (unit) => {
      const [pareamentoNow, isErased] = await Promise.all([
        trackPareamento(connection, unit, segredo),
        track(unit, facts, autor),
      ])
      return () => {
        const isStored = (entradaid: string) => unit.get(entradas.doc(entradaid)) !== null
        const { taken, after } = takenOf(pareamentoNow(), facts, isStored)
        append(unit, taken, { autor, lote, isErased })
        if (after) putPareamento(connection, unit, after)
        return taken.map(({ entradaid }) => entradaid)
      }
    })
  }

  const factsOf = async (ids: string[]) => {
    const found = await Promise.all(
      chunksOf(ids).map((chunk) => getAll(entradas.where('credencialid', 'in', chunk))),
    )
    return found.flat().map((snapshot) => entradaFrom(snapshot.id, snapshot.data()))
  }
  const mergesInto = async (ids: string[]) => {
    const found = await Promise.all(
      ids.map((id) => getAll(historico.where('alvo', '==', id).where('ato', '==', 'juntou'))),
    )
    return found.flat().map((line) => feitoFrom(line.data()))
  }
  const storedAmong = async (ids: string[]) => {
    const refs = ids.filter(canNameDocument).map((id) => credenciais.doc(id))
    const found = refs.length === 0 ? [] : await within(ATTEMPT_MS, db.getAll(...refs))
    return new Set(found.filter(({ exists }) => exists).map(({ id }) => id))
  }

  const listOf = async (credencialid: string) => {
    const facts: Entrada[] = []
    const merges: Feito[] = []
    const passed = new Set<string>()
    for (let ids = [credencialid]; ids.length > 0;) {
      for (const id of ids) passed.add(id)
      const [found, lines] = await Promise.all([factsOf(ids), mergesInto(ids)])
      facts.push(...found)
      merges.push(...lines)
      ids = lines.map((line) => juncaoOf(line).gone).filter((id) => !passed.has(id))
    }
    passed.delete(credencialid)
    const stored = (await storedAmong([...passed])).add(credencialid)
    return followed(facts, (id) => stored.has(id), juncoesOf(merges)).get(credencialid) ?? []
  }

  return {
    add: async (facts, autor) => (facts.length === 0 ? 0 : add(facts, autor)),

    deliver: async (segredo, facts, autor) => (facts.length === 0 ? [] : deliver(segredo, facts, autor)),

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
      const all = admissionsIn((await board.read()).board.anotadas())
      return { total: all.length, entradas: all.slice(offset, offset + limit) }
    },
  }
}
