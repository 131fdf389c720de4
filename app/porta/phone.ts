import { entradasIn, primeiraIn } from '../../server/domain/entrada.ts'
import type { Resposta } from '../../server/domain/porta-sync.ts'
import { own } from '../../server/domain/own.ts'
import type { Lido } from '../../server/domain/veredito.ts'
import { openClock, type Surroundings } from './clock.ts'
import { applyLista, emptyList, type ListRow } from './list.ts'
import { openPatience } from './post.ts'
import type { Candidate, Connection, Convidado, Whereabouts, World } from './shown.ts'
import type { Fact, Store } from './store.ts'

/** What this phone knows, in memory; reading and syncing change it. */
export type Phone = Awaited<ReturnType<typeof loadPhone>>

/**
 * Reads what the phone keeps. If a part of the list does not fit, the parts before it are used, and the next
 * sync continues from there.
 */
export async function loadPhone(
  around: Surroundings,
  store: Store,
  listeners: {
    changed(): void
    /** A fact was stored and has to be sent. */
    made(): void
  },
) {
  const { facts, parts, aparelho } = await store.load()
  let list = emptyList()
  try {
    for (const { lista } of parts) list = applyLista(list, lista)
  } catch {
    // The next sync continues from the mark of the last part that fitted.
  }
  return {
    around,
    store,
    clock: openClock(around.now, around.monotonic, aparelho.desvio),
    patience: openPatience(),
    /** Empty, without a mark, if the phone has no list. */
    list,
    own: factsOf(facts),
    aparelho,
    connection: { kind: 'opening' } as Connection,
    porEnviar: await store.countUnsent(),
    /** Whether the server, at its limit, takes no more unsent facts; an organiser has to accept them. */
    isHeld: false,
    /** Whether the server's list has a format this page does not know. The previous list stays in use. */
    isOutdated: false,
    /**
     * Whether the next sync asks for the whole list: a difference did not fit, or the list was stored by a
     * page older than a column, which no difference would add.
     */
    isWholeWanted: parts.some(({ lista }) => lista.isInteira && !(lista.numeros && lista.grupos)),
    /** The current rehearsal, as the server last reported it; its time may be over. */
    ensaio: null as Resposta['ensaio'],
    /** Facts made on a phone of any world but the real one are kept nowhere. */
    world: 'real' as World,
    ...listeners,
  }
}

export function factsOf(facts: Fact[]): OwnFacts {
  const own = noFacts()
  for (const fact of facts) addFact(own, fact)
  return own
}

export function serverNow({ clock }: Phone): number {
  const { lidaem, desvio } = clock.read()
  return lidaem + desvio
}

export function convidadoOf({ credencialid, nome, mesa, numero, finais }: ListRow): Convidado {
  return { credencialid, nome, mesa, numero, finais }
}

export function whereaboutsOf(phone: Phone, row: ListRow): Whereabouts {
  const first = firstEntradaOf(phone.own, row)
  if (first) {
    const { entradaid, em, aparelhoid } = first
    return { kind: 'inside', entradaid, em, by: phoneNameOf(phone, aparelhoid) }
  }
  return row.isRetirado || row.isRemovido ? { kind: 'cancelled' } : { kind: 'outside' }
}

export function candidateOf(phone: Phone, row: ListRow): Candidate {
  return { convidado: convidadoOf(row), whereabouts: whereaboutsOf(phone, row) }
}

/** A phone's name; empty text for one this phone has not heard of. */
export function phoneNameOf({ aparelho: { nome, aparelhos } }: Phone, aparelhoid: string): string {
  return aparelhoid === HERE ? nome : (own(aparelhos, aparelhoid) ?? '')
}

export type OwnFacts = ReturnType<typeof noFacts>

export const noFacts = () => ({ byId: new Map<string, Fact>(), byConvidado: new Map<string, Fact[]>() })

/** Adds a fact; one already known stays as it was. */
export function addFact({ byId, byConvidado }: OwnFacts, fact: Fact): void {
  if (byId.has(fact.entradaid)) return
  byId.set(fact.entradaid, fact)
  const others = byConvidado.get(fact.credencialid)
  if (others) others.push(fact)
  else byConvidado.set(fact.credencialid, [fact])
}

/** Removes a refused annulment. An admission always stays. */
export function removeFact({ byId, byConvidado }: OwnFacts, entradaid: string): void {
  const fact = byId.get(entradaid)
  if (!fact?.anula) return
  byId.delete(entradaid)
  const others = (byConvidado.get(fact.credencialid) ?? []).filter((each) => each !== fact)
  byConvidado.set(fact.credencialid, others)
}

/**
 * Represents this phone's aparelhoid, which it does not know. It sorts first, so its own facts come first on
 * a tie.
 */
const HERE = ''

/**
 * The first admission of a guest that counts, among those from the server and those made here. This is a set
 * union: a fact that the server also lists is not counted twice.
 * @returns null while the guest is outside
 */
export function firstEntradaOf(own: OwnFacts, row: ListRow): Lido['primeira'] {
  const heard = row.entradas.map(([entradaid, , aparelhoid, seq, em, anula]) => {
    return { entradaid, aparelhoid, seq, lidaem: em, desvio: 0, anula }
  })
  const ids = new Set(heard.map(({ entradaid }) => entradaid))
  const here = (own.byConvidado.get(row.credencialid) ?? [])
    .filter(({ entradaid }) => !ids.has(entradaid))
    .map((fact) => ({ ...fact, aparelhoid: HERE }))
  return primeiraIn(entradasIn([...heard, ...here]))
}
