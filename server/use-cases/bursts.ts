import type { Convidado, CredencialRepo } from '../domain/credencial-repo.ts'
import { burstsOf, RASTRO_MS, type Burst, type Rastro } from '../domain/rastro.ts'

/** Which registrations are meant: those of one address within a time, at one company or anywhere. */
export interface BurstQuery {
  /** Keyed hash of the address, or its beginning. */
  origem: string
  /** A company's id; null for the public form, undefined for both and all companies. */
  empresaid: string | null | undefined
  /** The first and the last millisecond that counts. */
  from: number
  to: number
}

/** The guests a query means; removed ones are not found. */
export type FoundBurst =
  | { kind: 'found'; convidados: Convidado[] }
  | { kind: 'not-found' }
  /** Several addresses have a hash that begins like this. */
  | { kind: 'ambiguous' }

/** What was undone: guests erased, and how many invitations went back to each company. */
export interface Undone {
  removed: number
  returned: Map<string, number>
}

/** Bursts of registrations, seen and undone while addresses are known (decision 0011). */
export interface Bursts {
  /** Bursts of the last 48 hours, oldest first: any two in succession at a named company, ten or more anywhere. */
  list(empresaid: string | null): Promise<Burst[]>

  /** Who was registered. Guests removed since are not among them, so the same query finds the rest after an interruption. */
  find(query: BurstQuery): Promise<FoundBurst>

  /**
   * Erases guests one by one, each in a transaction of its own: what is done is done, and a guest who is gone already is
   * passed over. Their avips become due.
   * @param isReturned gives the invitations back
   * @param onProgress called with the number of guests done; what it throws stops the work between two of them
   */
  undo(convidados: Convidado[], isReturned: boolean, onProgress?: (done: number) => void): Promise<Undone>
}

/** How many registrations make a burst: more than one guest types, and for a company that complains any two. */
const AT_LEAST = 10
const AT_LEAST_OF_ONE = 2

/** How many guests are looked up at once. */
const AT_ONCE = 20

/** Bursts of the last RASTRO_MS, by the clock given. */
export function createBursts({
  credenciais,
  now,
}: {
  credenciais: CredencialRepo
  now: () => number
}): Bursts {
  const listRastros = () => credenciais.listRastros(now() - RASTRO_MS)
  return {
    async list(empresaid) {
      const rastros = await listRastros()
      if (empresaid === null) return burstsOf(rastros, AT_LEAST)
      return burstsOf(
        rastros.filter((rastro) => rastro.empresaid === empresaid),
        AT_LEAST_OF_ONE,
      )
    },

    async find(query) {
      const ofOrigem = (await listRastros()).filter(({ origem }) => origem.startsWith(query.origem))
      if (new Set(ofOrigem.map(({ origem }) => origem)).size > 1) return { kind: 'ambiguous' }
      const ids = ofOrigem.filter((rastro) => isMeant(rastro, query)).map(({ credencialid }) => credencialid)
      const convidados: Convidado[] = []
      for (let from = 0; from < ids.length; from += AT_ONCE) {
        const page = ids.slice(from, from + AT_ONCE).map((id) => credenciais.findById(id))
        convidados.push(...(await Promise.all(page)).filter((convidado) => convidado !== null))
      }
      return convidados.length === 0 ? { kind: 'not-found' } : { kind: 'found', convidados }
    },

    async undo(convidados, isReturned, onProgress) {
      const undone: Undone = { removed: 0, returned: new Map() }
      for (const [index, { credencial }] of convidados.entries()) {
        const removal = await credenciais.remove(credencial.credencialid, isReturned)
        if (removal.kind === 'removed') {
          undone.removed += 1
          const { returned } = removal
          if (returned !== null) undone.returned.set(returned, (undone.returned.get(returned) ?? 0) + 1)
        }
        onProgress?.(index + 1)
      }
      return undone
    },
  }
}

function isMeant({ empresaid, criadaem }: Rastro, query: BurstQuery): boolean {
  const isThere = query.empresaid === undefined || query.empresaid === empresaid
  return isThere && criadaem >= query.from && criadaem <= query.to
}
