import type { DocumentReference, DocumentSnapshot } from 'firebase-admin/firestore'
import type { Importado } from '../../domain/importacao.ts'
import type { PlanilhaEnviada, PlanilhaRepo } from '../../domain/planilha-repo.ts'
import { getAll } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, DEADLINE_MS, within } from './deadline.ts'
import { erasureRef, lastErasureIn } from './erasure.ts'
import { pagesOf } from './picture.ts'
import { canNameDocument, recordsOf } from './table.ts'

/** A document holds at most a mebibyte, including its other fields and names. */
const PARTE_BYTES = 900_000

const partesOf = (ref: DocumentReference, count: number) =>
  Array.from({ length: count }, (_, n) => ref.collection('parte').doc(String(n)))
const countIn = (snapshot: DocumentSnapshot) => Number(snapshot.get('partes') ?? 0)

async function drop({ db }: Connection, found: DocumentSnapshot[]): Promise<void> {
  if (found.length === 0) return
  const batch = db.batch()
  for (const snapshot of found)
    for (const ref of [snapshot.ref, ...partesOf(snapshot.ref, countIn(snapshot))]) batch.delete(ref)
  await within(DEADLINE_MS, batch.commit())
}

/** Erases uploads made before an instant, with their progress. @returns how many */
export async function forgetPlanilhas(connection: Connection, before: number): Promise<number> {
  const { planilhas, andamentos } = connection
  const [uploads, told] = await Promise.all([
    getAll(planilhas.where('enviadaem', '<', before)),
    getAll(andamentos.where('enviadaem', '<', before)),
  ])
  await drop(connection, [...uploads, ...told])
  return new Set([...uploads, ...told].map(({ id }) => id)).size
}

/**
 * Uploaded spreadsheets in Firestore, cut into parts below the document that describes them; found once all
 * parts are there.
 */
export function createPlanilhaFiles(
  connection: Connection,
): Pick<PlanilhaRepo, 'put' | 'find' | 'remove' | 'forget' | 'listImportados'> {
  const { db, planilhas, andamentos, importados } = connection

  return {
    async put({ planilhaid, enviadaem, tipo, arquivo, bytes, expurgo }) {
      const ref = planilhas.doc(planilhaid)
      const [former, mark] = await within(ATTEMPT_MS, db.getAll(ref, erasureRef(connection)))
      if (former) await drop(connection, [former])
      const partes = partesOf(ref, Math.ceil(bytes.length / PARTE_BYTES))
      // The description first, so that an upload can be found and erased even if a part never came.
      const told = { planilhaid, enviadaem, tipo, arquivo, expurgo: expurgo ?? lastErasureIn(mark?.data()) }
      await within(ATTEMPT_MS, ref.set({ ...told, partes: partes.length }))
      const writes = partes.map((parte, n) =>
        parte.set({ bytes: Buffer.from(bytes.subarray(n * PARTE_BYTES, (n + 1) * PARTE_BYTES)) }),
      )
      await within(DEADLINE_MS, Promise.all(writes))
    },

    async find(planilhaid) {
      if (!canNameDocument(planilhaid)) return null
      const found = await within(ATTEMPT_MS, planilhas.doc(planilhaid).get())
      if (!found.exists) return null
      const refs = partesOf(found.ref, countIn(found))
      const partes = refs.length === 0 ? [] : await within(DEADLINE_MS, db.getAll(...refs))
      // Removed since its description was read, or not complete yet.
      if (partes.some(({ exists }) => !exists)) return null
      const { enviadaem, tipo, arquivo, expurgo = '' } = found.data() as PlanilhaEnviada
      const bytes = Buffer.concat(partes.map((parte) => parte.get('bytes') as Buffer))
      return { planilhaid, enviadaem, tipo, arquivo, expurgo, bytes: new Uint8Array(bytes) }
    },

    async remove(planilhaid) {
      if (!canNameDocument(planilhaid)) return
      const found = await within(
        DEADLINE_MS,
        db.getAll(planilhas.doc(planilhaid), andamentos.doc(planilhaid)),
      )
      await drop(connection, found)
    },

    async listImportados(planilhaid) {
      const found: Importado[] = []
      for await (const page of pagesOf(importados.where('planilhaid', '==', planilhaid)))
        found.push(...recordsOf('importados', page))
      return found
    },

    forget: (before) => forgetPlanilhas(connection, before),
  }
}
