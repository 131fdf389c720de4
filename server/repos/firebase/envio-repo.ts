import { createHash } from 'node:crypto'
import type { DocumentReference, Query } from 'firebase-admin/firestore'
import { textOf } from '../../domain/empresa.ts'
import { GUARDADOS, type Envio, type Guardado } from '../../domain/envio.ts'
import { getAll } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS } from './deadline.ts'

import type { Document, Unit } from './unit.ts'

/**
 * How many documents hold the notes on one kind of message: however many guests there are, a queue reads no
 * more than these. With 20,000 guests each holds about 300 rows, 30 KB.
 */
const FOLDERS = 64

/** The document that holds a row, among others. */
export function envioRef({ envios }: Connection, tipo: Guardado, para: string): DocumentReference {
  const folder = (createHash('sha256').update(para).digest()[0] ?? 0) % FOLDERS
  return envios.doc(`${tipo}-${String(folder).padStart(2, '0')}`)
}

/** Splits the id of such a record. */
export function partsOfEnvioId(id: string): [Guardado, string] {
  const blank = id.indexOf(' ')
  return [id.slice(0, blank) as Guardado, id.slice(blank + 1)]
}

type Row = [
  para: string,
  Envio['estado'],
  em: number,
  quem: string,
  Envio['ate'],
  versao: number,
  numero: string,
]

/** The rows of a document; only this product writes there. */
export function enviosIn(stored: Document | null | undefined): Envio[] {
  const tipo = GUARDADOS.find((one) => one === stored?.tipo)
  if (!tipo) return []
  const rows = JSON.parse(textOf(stored?.lista) || '[]') as Row[]
  return rows.map(([para, estado, em, quem, ate, versao, numero]) => {
    return { tipo, para, estado, em, quem, ate, versao, numero }
  })
}

function documentOf({ serverTime }: Connection, tipo: Guardado, envios: Envio[]): Document {
  const rows = envios.map(({ para, estado, em, quem, ate, versao, numero }): Row => {
    return [para, estado, em, quem, ate, versao, numero]
  })
  // Counted beside the rows, so that an aggregation can sum them without reading a document.
  const numeros = envios.filter(({ numero }) => numero !== '').length
  return { tipo, lista: JSON.stringify(rows), numeros, mudouem: serverTime }
}

/** Puts a row into a document that the unit has read. */
export function putEnvio(connection: Connection, unit: Unit, envio: Envio): void {
  const { tipo, para } = envio
  const ref = envioRef(connection, tipo, para)
  const others = enviosIn(unit.get(ref)).filter((one) => one.para !== para)
  unit.set(ref, documentOf(connection, tipo, [...others, envio]))
}

/** Removes the row of an erased recipient from a document that the unit has read. */
export function forgetEnvio(connection: Connection, unit: Unit, tipo: Guardado, para: string): void {
  const ref = envioRef(connection, tipo, para)
  const all = enviosIn(unit.get(ref))
  const others = all.filter((one) => one.para !== para)
  if (others.length < all.length) unit.set(ref, documentOf(connection, tipo, others))
}

/** The notes in some folders. */
export async function readEnvios(folders: Query, ms = ATTEMPT_MS): Promise<Envio[]> {
  return (await getAll(folders, ms)).flatMap((folder) => enviosIn(folder.data()))
}
