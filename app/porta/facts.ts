import { admissionsIn, type Entrada } from '../../server/domain/entrada.ts'
import type { EntradaEnviada } from '../../server/domain/porta-sync.ts'
import type { ListRow } from './list.ts'

/** A fact made on this phone, as it is stored here. */
export interface Fact extends EntradaEnviada {
  /** Its seq while the server has not got it; else left out, and with it the fact of the index of the unsent. */
  porEnviar?: number
}

/** The facts made on this phone, sent or not, of one guest each. */
export interface OwnFacts {
  byId: Map<string, Fact>
  byGuest: Map<string, Fact[]>
}

export const noFacts = (): OwnFacts => ({ byId: new Map(), byGuest: new Map() })

/** Adds a fact; one that is known already stays as it was. */
export function addFact({ byId, byGuest }: OwnFacts, fact: Fact): void {
  if (byId.has(fact.entradaid)) return
  byId.set(fact.entradaid, fact)
  const others = byGuest.get(fact.credencialid)
  if (others) others.push(fact)
  else byGuest.set(fact.credencialid, [fact])
}

/** Removes an annulment that does not hold; an admission stays, always. */
export function removeFact({ byId, byGuest }: OwnFacts, entradaid: string): void {
  const fact = byId.get(entradaid)
  if (!fact?.anula) return
  byId.delete(entradaid)
  const others = (byGuest.get(fact.credencialid) ?? []).filter((each) => each !== fact)
  byGuest.set(fact.credencialid, others)
}

/** Stands for this phone's aparelhoid, which it does not know: the smallest, so that its own facts come first on a tie. */
export const HERE = ''

/**
 * The first admission of a guest that counts, of those the server told of and those made here: a set union, so that a
 * fact the server has, and tells of, is not counted twice.
 * @returns null while the guest is outside
 */
export function firstAdmissionOf(
  own: OwnFacts,
  row: ListRow,
): { entradaid: string; em: number; aparelhoid: string } | null {
  const told = row.entradas.map(([entradaid, , aparelhoid, seq, em, anula]) =>
    entradaOf({ entradaid, aparelhoid, seq, lidaem: em, desvio: 0, anula }),
  )
  const known = new Set(told.map(({ entradaid }) => entradaid))
  const here = (own.byGuest.get(row.credencialid) ?? [])
    .filter(({ entradaid }) => !known.has(entradaid))
    .map((fact) => entradaOf({ ...fact, aparelhoid: HERE }))
  const [first] = admissionsIn([...told, ...here])
  return first
    ? { entradaid: first.entradaid, em: first.lidaem + first.desvio, aparelhoid: first.aparelhoid }
    : null
}

type Known = Pick<Entrada, 'entradaid' | 'aparelhoid' | 'seq' | 'lidaem' | 'desvio' | 'anula'>

const entradaOf = (known: Known): Entrada => ({
  credencialid: '',
  modo: 'camera',
  recebidaem: 0,
  anotado: null,
  ...known,
})
