import type { Convidado } from './credencial-repo.ts'
import type { EmpresaRepo } from './empresa-repo.ts'
import type { Desistencia } from './desistencia.ts'
import type { Entrada } from './entrada.ts'
import type { Ato, LinhaDoHistorico } from './historico.ts'
import type { Mesa } from './mesa.ts'
import type { Word } from './near-words.ts'
import type { Passe } from './token.ts'

/** Orders names by the alphabet of Portuguese. Made once: making one takes longer than sorting a thousand names. */
export const compareNomes = new Intl.Collator('pt-BR').compare

/** What the board counts. Guests without a company are in `confirmados` alone. */
export interface Numeros {
  convites: number
  /** Guests stored, except those who withdrew and did not come after all. */
  confirmados: number
  /** Live holds, places kept for guests who withdrew among them. */
  reservados: number
  /** Personal invitations nobody has used yet. */
  pessoais: number
  livres: number
  /** Guests stored whose first admission counts (`domain/entrada.ts`). */
  dentro: number
}

/** How many in each stretch of time, by `from`; empty ones are left out. */
export interface Intervalo {
  /** Milliseconds since the epoch: its beginning. */
  from: number
  count: number
}

/** A search for guests. Each part is folded as `domain/convidado-search.ts` says; all that are given have to match. */
export interface ConvidadoQuery {
  /** Folded words, particles left out: each is part of the name. */
  words: string[]
  /** Digits that are part of the phone, in its present form or without the ninth digit. */
  telefone: string | null
  /** Lower case, part of the e-mail. */
  email: string | null
  credencialid: string | null
  /** Valid digits. */
  cpf: string | null
  /** Folded words, particles left out: each is part of the name of the company that invited. */
  empresa: string[]
  /** Guests of this company alone; null for guests of the public form, undefined for all. */
  empresaid: string | null | undefined
}

/** A guest with the admission that came first; null while outside. */
export interface ConvidadoNoPainel extends Convidado {
  /** With the number of its table; empty text for none. */
  empresa: (NonNullable<Convidado['empresa']> & Pick<Mesa, 'numero'>) | null
  /** Milliseconds since the epoch, by the server's clock. */
  dentroDesde: number | null
  desistencia: Desistencia | null
}

/** Whether a guest is still to come, inside, or withdrew and did not come all the same. */
export type Presenca = 'falta' | 'dentro' | 'desistiu'

export function presencaOf(isInside: boolean, isWithdrawn: boolean): Presenca {
  return isInside ? 'dentro' : isWithdrawn ? 'desistiu' : 'falta'
}

export interface ConvidadoListado {
  credencialid: string
  /** The folded name, by which they are in order. */
  ordem: string
  /** Where the words of the name are in the vocabulary. */
  words: readonly number[]
  /** Of the company that invited; null for the public form, and for one who withdrew. */
  empresaid: string | null
  presenca: Presenca
}

export interface Listagem {
  convidados: readonly ConvidadoListado[]
  words: readonly Word[]
}

export interface Paga {
  credencialid: string
  empresaid: string
  criadaem: number
}

/** What tells who was confirmed and came without naming anybody: an erasure leaves all of it (decision 0042). */
export interface BalancoInput {
  pagas: Paga[]
  entradas: Entrada[]
  /** Those of {@link ATOS_DO_BALANCO}, in any order. */
  linhas: LinhaDoHistorico[]
}

/** The acts whose lines tell whose admission a fact is, and whose invitation is nobody's. */
export const ATOS_DO_BALANCO = ['juntou', 'excluiu', 'apagou-tudo', 'comecou-evento'] as const satisfies Ato[]

export const isOfBalanco = (ato: Ato): ato is (typeof ATOS_DO_BALANCO)[number] =>
  (ATOS_DO_BALANCO as readonly Ato[]).includes(ato)

/** What only the board reads. It writes nothing. */
export interface PainelRepo {
  /**
   * A text that changes whenever anything is stored, by this process or another; null where storage cannot tell
   * cheaply: what was read is then kept for some seconds.
   */
  dataVersion(): Promise<string | null>

  /**
   * How old what the board tells is at most, in milliseconds; 0 where storage is asked each time. While it is slow or
   * silent, the board tells what was known last: of guests and numbers, never of the team (decision 0016).
   */
  age(): Promise<number>

  /** Makes what the board tells next as of now, for what is kept. @throws StorageError where storage does not tell in time */
  renew(): Promise<void>

  count(now: number): Promise<Numeros>

  /** All companies, as `EmpresaRepo.list` tells, from what the board is counted from. */
  listEmpresas(now: number): ReturnType<EmpresaRepo['list']>

  /** Every guest, by credencialid, as of now: never what the board told before. */
  list(): AsyncIterable<ConvidadoNoPainel>

  /**
   * The guests `confirmados` counts, by the day they registered. Days begin at midnight of the event's time zone; ids
   * of other products, which are not instants, are left out. @param offsetMs of that zone, ahead of UTC
   */
  countPerDay(offsetMs: number): Promise<Intervalo[]>

  /** Guests inside by their first admission, in stretches of `stepMs` that begin at its multiples. */
  countArrivals(from: number, to: number, stepMs: number): Promise<Intervalo[]>

  /** Guests inside, by empresaid; a company with none is left out. */
  countInsideByEmpresa(): Promise<Map<string, number>>

  /**
   * Guests who match one of the queries (`domain/convidado-search.ts`), by nome (folded), then credencialid.
   * @returns `limit` at most, and how many there are in all
   */
  search(
    queries: ConvidadoQuery[],
    offset: number,
    limit: number,
  ): Promise<{ convidados: ConvidadoNoPainel[]; total: number }>

  /**
   * All guests, in the order of `search`, as of a moment ago at worst. They are kept in this process and renewed by what
   * changed, so that asking again costs storage next to nothing. What was given stays as it is; words may be added.
   */
  listed(): Promise<Listagem>

  /** Guests in the order of these ids; one who is stored no more is left out. */
  find(credencialids: string[]): Promise<ConvidadoNoPainel[]>

  /** Guests who withdrew, or were withdrawn, from a company and belong to none since; in the order of `search`. */
  listWithdrawn(empresaid: string): Promise<ConvidadoNoPainel[]>

  /** The versao of every guest's link and code, in any order; 0 for one without a key. */
  listVersoes(): Promise<(Passe & { outros: Passe[] })[]>

  /**
   * Guests who may be the same person: equal folded names without particles, in any order of words, and the same phone
   * in its present form. @returns groups of two or more credencialids, each by credencialid
   */
  findRepetidos(): Promise<string[][]>

  /** All facts of every guest stored who has two admissions or more, annulled ones counted too, in any order. */
  listTwice(): Promise<Entrada[]>

  /** What an event is counted by when it is over, before its guests are erased and after. */
  readBalancoInput(): Promise<BalancoInput>
}

/**
 * How many instants lie in each stretch; stretches begin at multiples of `stepMs` of a clock `offsetMs` ahead of UTC.
 */
export function countIn(instants: number[], stepMs: number, offsetMs = 0): Intervalo[] {
  const counts = new Map<number, number>()
  for (const at of instants) {
    const from = Math.floor((at + offsetMs) / stepMs) * stepMs - offsetMs
    counts.set(from, (counts.get(from) ?? 0) + 1)
  }
  return [...counts].map(([from, count]) => ({ from, count })).sort((a, b) => a.from - b.from)
}
