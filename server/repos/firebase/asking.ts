import type { DocumentReference, QueryDocumentSnapshot } from 'firebase-admin/firestore'
import { findEmpresas } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, within } from './deadline.ts'
import type { Document, Unit } from './unit.ts'

/** An act's view of its unit: anything not read yet is noted, and absent for now. */
export interface Asking {
  connection: Connection
  unit: Unit
  /** The result of a read by its key; undefined until it is read. */
  known: <Result>(key: string, read: () => Promise<Result>) => Result | undefined
  document: (ref: DocumentReference) => Document | null
  /** Notes that the act decides by a document as it was read: the commit requires it to be unchanged. */
  demand: (ref: DocumentReference) => void
  /** The documents the act has decided by since the last call. */
  demanded: () => DocumentReference[]
  /** The document of a company, or a new one for a new company; null if it was not read. */
  empresa: (empresaid: string) => DocumentReference | null
  /** None until they are found. */
  freeIds: (now: number, count: number) => string[]
  /** Whether the act asked for anything not read yet. */
  isLacking: () => boolean
  /** Reads everything missing, all at once. */
  readLacking: () => Promise<void>
}

/** How many times an act may find something to read only after it has read something else. */
const ROUNDS_MAX = 20

/** Repeats a function until all it needs is read; a round reads together all it knows to be missing. */
export async function untilKnown(asking: Asking, ask: () => unknown): Promise<void> {
  for (let rounds = 0; ; rounds++) {
    if (rounds === ROUNDS_MAX) throw new Error('[firebase] an act asks for something else at each run')
    try {
      ask()
    } catch {
      // An act may fail on half of what it reads. If it fails on all of it, it fails again when it runs, and
      // alone in its group.
    }
    if (!asking.isLacking()) return
    await asking.readLacking()
  }
}

/** @param nextIds free credencialids that no other act of this process tries */
export function createAsking(
  connection: Connection,
  unit: Unit,
  nextIds: (now: number, count: number) => Promise<string[]>,
): Asking {
  const lacking = new Map<string, () => Promise<unknown>>()
  const lackingDocuments = new Map<string, DocumentReference>()
  const lackingEmpresas = new Set<string>()
  const demands = new Map<string, DocumentReference>()
  let ids: string[] | null = null

  const demand = (ref: DocumentReference) => void demands.set(ref.path, ref)
  const known = <Result>(key: string, read: () => Promise<Result>): Result | undefined => {
    const found = unit.known(key)
    if (found) return found.result as Result
    if (!lacking.has(key)) lacking.set(key, read)
    return undefined
  }
  const readDocuments = async (refs: DocumentReference[]) => {
    for (const snapshot of await within(ATTEMPT_MS, connection.db.getAll(...refs))) unit.track(snapshot)
  }

  return {
    connection,
    unit,
    known,
    document(ref) {
      if (!unit.has(ref)) lackingDocuments.set(ref.path, ref)
      demand(ref)
      return unit.get(ref)
    },
    demand,
    demanded() {
      const refs = [...demands.values()]
      demands.clear()
      return refs
    },
    empresa(empresaid) {
      const read = unit.known(`empresa/${empresaid}`) as { result: QueryDocumentSnapshot | null } | null
      if (read?.result) {
        unit.track(read.result)
        demand(read.result.ref)
      } else if (!read) lackingEmpresas.add(empresaid)
      return read && (read.result?.ref ?? connection.empresas.doc(empresaid))
    },
    freeIds(now, count) {
      if (ids === null) lacking.set('id', async () => (ids = await nextIds(now, count)))
      return ids ?? []
    },
    isLacking: () => lacking.size + lackingDocuments.size + lackingEmpresas.size > 0,
    async readLacking() {
      const refs = [...lackingDocuments.values()]
      const reads = [...lacking]
      const empresaids = [...lackingEmpresas]
      lacking.clear()
      lackingDocuments.clear()
      lackingEmpresas.clear()
      // Started only when something waits for it: another act of the group may already be reading them.
      let found: ReturnType<typeof findEmpresas> | null = null
      const find = async (id: string) => (await (found ??= findEmpresas(connection, empresaids)))(id)
      await Promise.all([
        ...empresaids.map((id) => unit.once(`empresa/${id}`, () => find(id))),
        ...reads.map(([key, read]) => (key === 'id' ? read() : unit.once(key, read))),
        ...(refs.length === 0 ? [] : [readDocuments(refs)]),
      ])
    },
  }
}
