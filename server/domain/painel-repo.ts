import type { Aparelho } from './aparelho.ts'
import type { Convidado } from './credencial-repo.ts'
import type { ConvitePessoal } from './convite-pessoal.ts'
import type { EmpresaRepo } from './empresa-repo.ts'
import type { Desistencia } from './desistencia.ts'
import type { Entrada } from './entrada.ts'
import type { Envio, Guardado } from './envio.ts'
import type { Ato, LinhaDoHistorico } from './historico.ts'
import type { Mesa } from './mesa.ts'
import type { Word } from './near-words.ts'
import { compareText } from './text.ts'
import type { Passe } from './token.ts'

/** Orders names by the Portuguese alphabet. Made once: that takes longer than sorting a thousand names. */
export const compareNomes = new Intl.Collator('pt-BR').compare

/** The board's numbers. Guests without a company count only in `confirmados`. */
export interface Numeros {
  convites: number
  /** Guests stored, except those who withdrew and did not come after all. */
  confirmados: number
  /** Guests who withdrew and did not come after all. */
  desistiram: number
  /** People of invitations: those who did not answer, and those who declined. */
  semResposta: number
  recusaram: number
  /** Live holds, including places kept for guests who withdrew. */
  reservados: number
  /** Personal invitations nobody has used yet. */
  pessoais: number
  livres: number
  /** Guests stored whose first admission counts (`domain/entrada.ts`). */
  dentro: number
}

/** How many in one stretch of time. In a list they are ordered by `from`, and empty ones are left out. */
export interface Intervalo {
  /** The beginning, in milliseconds since the epoch. */
  from: number
  count: number
}

/** A search for guests, folded as `domain/convidado-search.ts` says. All parts given have to match. */
export interface ConvidadoQuery {
  /** Folded words without particles; each must be part of the name. */
  words: string[]
  /** Digits that must be part of the phone, in its present form or without the ninth digit. */
  telefone: string | null
  /** Lower case; must be part of the e-mail. */
  email: string | null
  credencialid: string | null
  /** Valid digits. */
  cpf: string | null
  /** Folded words without particles; each must be part of the name of the company that invited. */
  empresa: string[]
  /** Only guests of this company; null for guests of the public form, undefined for all. */
  empresaid: string | null | undefined
}

/** A guest with the first admission that counts; null while outside. */
export interface ConvidadoNoPainel extends Convidado {
  /** The company, with the number of its table; empty text for none. */
  empresa: (NonNullable<Convidado['empresa']> & Pick<Mesa, 'numero'>) | null
  /** Milliseconds since the epoch, by the server's clock. */
  dentroDesde: number | null
  desistencia: Desistencia | null
}

/** An invitation that waits for an answer or was declined, as the board shows it. */
export interface ConviteNoPainel extends ConvitePessoal {
  /** How many of its places nobody has answered for. */
  abertos: number
  /** The name of its company; null for an invitation of the house without LOTAÇÃO. */
  empresa: string | null
}

/** Those with an open place, by empresaid and then in the order typed. */
export const novosIn = (convites: ConviteNoPainel[]): ConviteNoPainel[] =>
  convites
    .filter(({ abertos }) => abertos > 0)
    .sort(
      (a, b) =>
        compareText(a.empresaid, b.empresaid) || a.criadoem - b.criadoem || compareText(a.codigo, b.codigo),
    )

/** Whether a guest is still to come, is inside, or withdrew and did not come after all. */
export type Presenca = 'falta' | 'dentro' | 'desistiu'

export function presencaOf(isInside: boolean, isWithdrawn: boolean): Presenca {
  return isInside ? 'dentro' : isWithdrawn ? 'desistiu' : 'falta'
}

export interface ConvidadoListado {
  credencialid: string
  /** The folded name, which gives the order. */
  ordem: string
  /** Where the words of the name are in the vocabulary. */
  words: readonly number[]
  /** The company that invited; null for the public form, and for a guest who withdrew. */
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

/**
 * What is needed to count who was confirmed and came, without naming anybody. An erasure leaves all of it
 * (decision 0042).
 */
export interface BalancoInput {
  pagas: Paga[]
  entradas: Entrada[]
  /** Those of {@link ATOS_DO_BALANCO}, in any order. */
  linhas: LinhaDoHistorico[]
}

/** The acts whose lines tell whose admission a fact is, and which invitations belong to nobody. */
export const ATOS_DO_BALANCO = ['juntou', 'excluiu', 'apagou-tudo', 'comecou-evento'] as const satisfies Ato[]

export const isOfBalanco = (ato: Ato): ato is (typeof ATOS_DO_BALANCO)[number] =>
  (ATOS_DO_BALANCO as readonly Ato[]).includes(ato)

/** The board's own reads. They write nothing. */
export interface PainelRepo {
  /**
   * A text that changes whenever anything is stored, by this process or another; null when storage cannot
   * tell cheaply, and then readings are kept for a few seconds.
   */
  dataVersion(): Promise<string | null>

  /**
   * How old the board's answers are at most, in milliseconds; 0 when storage is asked each time. While
   * storage is slow or silent, the board shows the last known guests and numbers, but never the last known
   * team (decision 0016).
   */
  age(): Promise<number>

  /**
   * Refreshes what is kept, so that the board's next answers are current.
   * @throws StorageError if storage takes too long
   */
  renew(): Promise<void>

  count(now: number): Promise<Numeros>

  /** All companies, as `EmpresaRepo.list` gives them, from the same reading as the board's numbers. */
  listEmpresas(now: number): ReturnType<EmpresaRepo['list']>

  /** Every guest, by credencialid, read now and never from what the board keeps. */
  list(): AsyncIterable<ConvidadoNoPainel>

  /**
   * The guests that `confirmados` counts, by the day they registered. Days begin at midnight in the event's
   * time zone; ids of other products, which are not instants, are left out.
   * @param offsetMs of that zone, ahead of UTC
   */
  countPerDay(offsetMs: number): Promise<Intervalo[]>

  /** Guests inside, by their first admission, in stretches of `stepMs` that begin at its multiples. */
  countArrivals(from: number, to: number, stepMs: number): Promise<Intervalo[]>

  /** Guests inside, by empresaid; companies with none are left out. */
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
   * All guests, in the order of `search`, at most a moment old. They are kept in this process and updated
   * with what has changed, so that asking again costs storage next to nothing. A list once given stays as it
   * is; words may be added.
   */
  listed(): Promise<Listagem>

  /** The invitations without an answer, or with places nobody answered for, and those declined, in no order. */
  listConvites(): Promise<ConviteNoPainel[]>

  /** Guests in the order of these ids; those no longer stored are left out. */
  find(credencialids: string[]): Promise<ConvidadoNoPainel[]>

  /** Guests who withdrew, or were withdrawn, from a company and have none since; in the order of `search`. */
  listWithdrawn(empresaid: string): Promise<ConvidadoNoPainel[]>

  /** What became of the messages of one kind, in no order, at most a moment old. */
  listEnvios(tipo: Guardado): Promise<Envio[]>

  /** The team, in no order, at most a moment old: it counts, and lets nobody in. */
  listAparelhos(): Promise<Aparelho[]>

  /** The versao of every guest's link and code, in any order; 0 for a guest without a key. */
  listVersoes(): Promise<(Passe & { outros: Passe[] })[]>

  /** What each guest answered, as stored, in any order, and whether they come; those without answers are left out. */
  listRespostas(): Promise<{ credencialid: string; respostas: string; vem: boolean }[]>

  /**
   * Guests who may be the same person: equal folded names without particles, in any order of words, and the
   * same phone in its present form.
   * @returns groups of two or more credencialids, each by credencialid
   */
  findRepetidos(): Promise<string[][]>

  /** All facts of every stored guest with two admissions or more, counting annulled ones, in any order. */
  listTwice(): Promise<Entrada[]>

  /** The data that an event is counted by once it is over, both before and after its guests are erased. */
  readBalancoInput(): Promise<BalancoInput>
}

/** Counts instants by stretch. Each begins at a multiple of `stepMs` on a clock `offsetMs` ahead of UTC. */
export function countIn(instants: number[], stepMs: number, offsetMs = 0): Intervalo[] {
  const counts = new Map<number, number>()
  for (const at of instants) {
    const from = Math.floor((at + offsetMs) / stepMs) * stepMs - offsetMs
    counts.set(from, (counts.get(from) ?? 0) + 1)
  }
  return [...counts].map(([from, count]) => ({ from, count })).sort((a, b) => a.from - b.from)
}
