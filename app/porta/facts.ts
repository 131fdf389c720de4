import { admissionsIn, type Entrada } from '../../server/domain/entrada.ts'
import type { EntradaEnviada } from '../../server/domain/porta-sync.ts'
import type { Linha } from './list.ts'

/** A fact made on this phone, as it is stored here. */
export interface Fato extends EntradaEnviada {
  /** Its seq while the server has not got it; else left out, and with it the fact of the index of the unsent. */
  porEnviar?: number
}

/** The facts made on this phone, sent or not, of one guest each. */
export interface OwnFacts {
  byId: Map<string, Fato>
  byGuest: Map<string, Fato[]>
}

export const noFacts = (): OwnFacts => ({ byId: new Map(), byGuest: new Map() })

/** Adds a fact; one that is known already stays as it was. */
export function addFact({ byId, byGuest }: OwnFacts, fato: Fato): void {
  if (byId.has(fato.entradaid)) return
  byId.set(fato.entradaid, fato)
  byGuest.set(fato.credencialid, [...(byGuest.get(fato.credencialid) ?? []), fato])
}

/** Removes an annulment that does not hold; an admission stays, always. */
export function removeFact({ byId, byGuest }: OwnFacts, entradaid: string): void {
  const fato = byId.get(entradaid)
  if (!fato?.anula) return
  byId.delete(entradaid)
  const others = (byGuest.get(fato.credencialid) ?? []).filter((each) => each !== fato)
  byGuest.set(fato.credencialid, others)
}

/** Stands for this phone's aparelhoid, which it does not know: the smallest, so that its own facts come first on a tie. */
export const DAQUI = ''

/**
 * The first admission of a guest that counts, of those the server told of and those made here: a set union, so that a
 * fact the server has, and tells of, is not counted twice.
 * @returns null while the guest is outside
 */
export function primeiraOf(
  own: OwnFacts,
  linha: Linha,
): { entradaid: string; em: number; aparelhoid: string } | null {
  const told = linha.entradas.map(([entradaid, , aparelhoid, seq, em, anula]) =>
    entradaOf({ entradaid, aparelhoid, seq, lidaem: em, desvio: 0, anula }),
  )
  const known = new Set(told.map(({ entradaid }) => entradaid))
  const here = (own.byGuest.get(linha.credencialid) ?? [])
    .filter(({ entradaid }) => !known.has(entradaid))
    .map((fato) => entradaOf({ ...fato, aparelhoid: DAQUI }))
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
