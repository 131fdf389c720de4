import type { DocumentReference, QueryDocumentSnapshot } from 'firebase-admin/firestore'
import { findEmpresas } from './allotment.ts'
import type { Connection } from './connection.ts'
import type { Unit } from './unit.ts'

export type Asking = ReturnType<typeof createAsking>

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

/**
 * An act's view of its unit: anything not read yet is noted, and absent for now.
 * @param nextIds free credencialids that no other act of this process tries
 */
export function createAsking(
  connection: Connection,
  unit: Unit,
  nextIds: (now: number, count: number) => Promise<string[]>,
) {
  const lacking = new Map<string, () => Promise<unknown>>()
  const lackingDocuments = new Map<string, DocumentReference>()
  const lackingEmpresas = new Set<string>()
  const demands = new Map<string, DocumentReference>()
  let ids: string[] | null = null

  /** Notes that the act decides by a document as it was read: the commit requires it to be unchanged. */
  const demand = (ref: DocumentReference) => void demands.set(ref.path, ref)
  /** The result of a read by its key; undefined until it is read. */
  const known = <Result>(key: string, read: () => Promise<Result>): Result | undefined => {
    const found = unit.known(key)
    if (found) return found.result as Result
    if (!lacking.has(key)) lacking.set(key, read)
    return undefined
  }

  return {
    connection,
    unit,
    known,
    document: (ref: DocumentReference) => {
      if (!unit.has(ref)) lackingDocuments.set(ref.path, ref)
      demand(ref)
      return unit.get(ref)
    },
    demand,
    /** The documents the act has decided by since the last call. */
    demanded() {
      const refs = [...demands.values()]
      demands.clear()
      return refs
    },
    /** The document of a company, or a new one for a new company; null if it was not read. */
    empresa(empresaid: string): DocumentReference | null {
      const read = unit.known(`empresa/${empresaid}`) as { result: QueryDocumentSnapshot | null } | null
      if (read?.result) {
        unit.track(read.result)
        demand(read.result.ref)
      } else if (!read) lackingEmpresas.add(empresaid)
      return read && (read.result?.ref ?? connection.empresas.doc(empresaid))
    },
    /** None until they are found. */
    freeIds(now: number, count: number): string[] {
      if (ids === null) lacking.set('id', async () => (ids = await nextIds(now, count)))
      return ids ?? []
    },
    /** Whether the act asked for anything not read yet. */
    isLacking: () => lacking.size + lackingDocuments.size + lackingEmpresas.size > 0,
    /** Reads everything missing, all at once. */
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
        unit.read(refs),
      ])
    },
  }
}
