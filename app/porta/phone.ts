import type { Clock } from './clock.ts'
import { openClock } from './clock.ts'
import type { Aparelho } from './database.ts'
import type { Recibo } from '../../server/domain/porta-sync.ts'
import { addFact, DAQUI, noFacts, primeiraOf, type OwnFacts } from './facts.ts'
import { applyLista, emptyList, type GuestList, type Linha } from './list.ts'
import { openPatience, type Patience } from './patience.ts'
import type { Achado, Conexao, Convidado, Presenca } from './shown.ts'
import type { Store } from './store.ts'
import type { Surroundings } from './surroundings.ts'

/** What this phone knows, in memory; reading and syncing change it. */
export interface Phone {
  around: Surroundings
  store: Store
  clock: Clock
  patience: Patience
  /** Empty, with no mark, where there is none. */
  list: GuestList
  own: OwnFacts
  aparelho: Aparelho
  conexao: Conexao
  porEnviar: number
  /** The rehearsal that is on, as the server told last; its time may be over. */
  ensaio: Recibo['ensaio']
  /** Whether this is the rehearsal's phone: what is read on it is invented, and what is made on it kept nowhere. */
  isEnsaio: boolean
  /** Something of it changed. */
  changed(): void
  /** A fact was stored: it is to be sent. */
  made(): void
}

/** Reads what the phone keeps. A list that does not fit together is forgotten and asked for again; facts never are. */
export async function loadPhone(
  around: Surroundings,
  store: Store,
  told: Pick<Phone, 'changed' | 'made'>,
): Promise<Phone> {
  const { fatos, partes, aparelho } = await store.load()
  const own = noFacts()
  for (const fato of fatos) addFact(own, fato)
  let list = emptyList()
  try {
    for (const { lista } of partes) list = applyLista(list, lista)
  } catch {
    list = emptyList()
  }
  const clock = openClock(around.now, around.monotonic, aparelho.desvio)
  const porEnviar = await store.countUnsent()
  return {
    around,
    store,
    clock,
    patience: openPatience(),
    list,
    own,
    aparelho,
    conexao: { kind: 'abrindo' },
    porEnviar,
    ensaio: null,
    isEnsaio: false,
    ...told,
  }
}

/** Reads the facts the phone keeps again. */
export async function loadFacts(store: Store): Promise<OwnFacts> {
  const own = noFacts()
  for (const fato of (await store.load()).fatos) addFact(own, fato)
  return own
}

/** The server's time, as far as the phone knows it. */
export function agora({ clock }: Phone): number {
  const { lidaem, desvio } = clock.read()
  return lidaem + desvio
}

export function convidadoOf({ credencialid, nome, mesa, finais }: Linha): Convidado {
  return { credencialid, nome, mesa, finais }
}

export function presencaOf(phone: Phone, linha: Linha): Presenca {
  const primeira = primeiraOf(phone.own, linha)
  if (primeira) {
    const { entradaid, em, aparelhoid } = primeira
    return { kind: 'dentro', entradaid, em, por: nomeOf(phone, aparelhoid) }
  }
  return linha.isRetirado || linha.isRemovido ? { kind: 'cancelado' } : { kind: 'fora' }
}

export function achadoOf(phone: Phone, linha: Linha): Achado {
  return { convidado: convidadoOf(linha), presenca: presencaOf(phone, linha) }
}

/** The name of a phone; empty text for one this phone has not heard of. */
export function nomeOf({ aparelho: { nome, aparelhos } }: Phone, aparelhoid: string): string {
  return aparelhoid === DAQUI ? nome : (aparelhos[aparelhoid] ?? '')
}
