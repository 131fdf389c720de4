import { RAJADA_MS } from '../../domain/credencial.ts'
import { StorageError } from '../../domain/errors.ts'
import { PREPARO } from '../../domain/imagem.ts'
import { own } from '../../domain/own.ts'
import { idOf, RECORDS, type Kind, type Records, type Stored } from '../../domain/records.ts'
import { prepareAvips } from './avips.ts'
import { prepareBusca } from './busca-statements.ts'
import type { Connection } from './connection.ts'
import { statementsOf } from './database.ts'
import { createResidue } from './residue.ts'
import { isWhole, readsIn, wholeIn } from './reads.ts'
import { each, keyOf, placeOf, stored, TABLES } from './table.ts'

/** Kinds that leave personal data in the file when deleted; of pictures only those sent with a form. */
const NAMING: readonly Kind[] = [
  'credenciais',
  'empresas',
  'planilhas',
  'andamentos',
  'importados',
  'convites',
  'mesas',
  'envios',
]
const isNaming = (kind: Kind, id: string) =>
  NAMING.includes(kind) || (kind === 'imagens' && id.startsWith(PREPARO))

/**
 * Tables that belong to guests and are deleted with them. When all guests go, emptying a whole table is ten
 * times as fast.
 */
const BESIDE = ['desistencia', 'busca', 'avip', 'chave']

/** The verbs of storage, inside the caller's transaction or, for queries, outside any. */
export interface SqliteRecords extends Records {
  /** Writes what an act left to be done, once for all its writes. */
  settle: () => void
  /** Drops what an act left to be done, when its savepoint is rolled back. */
  forget: () => void
}

export function recordsIn(db: Connection): SqliteRecords {
  const avips = prepareAvips(db)
  const busca = prepareBusca(db)
  const residue = createResidue(db)
  const prepared = statementsOf(db)
  const whole = wholeIn(prepared)
  const reads = readsIn(db, prepared)
  const { get } = reads
  const selectLastId = db.prepare<[string, string], { credencialid: string }>(
    // Other products' ids may begin like ours and be longer, as text or as numbers.
    `SELECT credencialid FROM credencial WHERE credencialid BETWEEN ? AND ?
     AND length(credencialid) = 13 AND credencialid NOT GLOB '*[^0-9]*'
     ORDER BY credencialid DESC LIMIT 1`,
  )

  let isResidueDue = false
  const admitted = new Set<string>()

  /** Replaced personal text stays in the bytes of the file until the file is rewritten. */
  const noteResidue = <K extends Kind>(kind: K, id: string, fields: Partial<Stored[K]>) => {
    const { personal } = RECORDS[kind]
    const was = personal && !isResidueDue ? get(kind, id) : null
    if (!personal || !was) return
    isResidueDue = personal.some(
      (field) => was[field] !== '' && field in fields && was[field] !== fields[field],
    )
  }
  const search = (credencialid: string) => {
    const credencial = get('credenciais', credencialid)
    if (credencial) busca.put(credencial)
  }

  const forget = () => {
    admitted.clear()
    isResidueDue = false
  }

  return {
    ...reads,
    hold: get,
    put(kind, record) {
      if (isWhole(kind)) {
        whole[kind].put(record as never)
        return
      }
      const id = idOf(kind, record)
      if (kind === 'avips') {
        avips.put(record as Stored['avips'])
        return
      }
      noteResidue(kind, id, record)
      const fields = record as unknown as Record<string, unknown>
      prepared(INSERT[kind]).run(...TABLES[kind].fields.map((field) => stored(own(fields, field))))
      if (kind === 'credenciais') busca.put(record as Stored['credenciais'])
      if (kind === 'entradas') admitted.add((record as Stored['entradas']).credencialid)
    },
    change(kind, id, fields) {
      const names = Object.keys(fields)
      if (names.length === 0) return
      noteResidue(kind, id, fields)
      const { name, byKey } = TABLES[kind]
      const set = names.map((field) => `${field} = ${placeOf(field)}`).join(', ')
      const values = Object.values(fields).map(stored)
      prepared(`UPDATE ${name} SET ${set} WHERE ${byKey}`).run(...values, ...keyOf(TABLES[kind], id))
      if (kind === 'credenciais') search(id)
    },
    delete(kind, id) {
      const table = TABLES[kind]
      const { changes } = prepared(`DELETE FROM ${table.name} WHERE ${table.byKey}`).run(...keyOf(table, id))
      if (changes > 0 && isNaming(kind, id)) isResidueDue = true
    },
    clear(kind) {
      isResidueDue = true
      if (kind === 'credenciais') for (const table of BESIDE) prepared(`DELETE FROM ${table}`).run()
      prepared(`DELETE FROM ${TABLES[kind].name}`).run()
      if (kind !== 'credenciais') return
      // Phones get the whole list under another id, so that no lost guest has to be named to them.
      prepared('DELETE FROM alteracao').run()
      prepared(`UPDATE meta SET valor = lower(hex(randomblob(8))) WHERE nome = 'alteracoes'`).run()
    },
    /** The current millisecond, or the one after the last taken. Other writers are locked out meanwhile. */
    freeId(now) {
      const isStored = (id: string) => get('credenciais', id) !== null
      if (!isStored(String(now))) return String(now)
      const last = selectLastId.get(String(now), String(now + RAJADA_MS))
      const id = String(Number(last?.credencialid) + 1)
      if (isStored(id)) throw new StorageError('[sqlite] no credencialid is free')
      return id
    },
    settle() {
      // Once for each guest, because it reads all their facts.
      for (const id of admitted) busca.admit(id)
      if (isResidueDue) residue.note()
      forget()
    },
    forget,
  }
}

const INSERT = each(({ name, columns, fields, key }, kind) => {
  const insert = `INSERT INTO ${name} (${columns}) VALUES (${fields.map(placeOf).join(', ')})`
  // A guest is only ever created.
  if (kind === 'credenciais') return insert
  const set = fields.map((field) => `${field} = excluded.${field}`).join(', ')
  return `${insert} ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${set}`
})
