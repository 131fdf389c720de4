import type { Chave } from './acesso.ts'
import type { Upload } from './planilha-repo.ts'
import type { Aparelho } from './aparelho.ts'
import type { ConviteRequest, Payer } from './claim.ts'
import type { ConviteComReservas } from './convite-pessoal.ts'
import type { Credencial } from './credencial.ts'
import type { Desistencia } from './desistencia.ts'
import type { Empresa } from './empresa.ts'
import type { Entrada } from './entrada.ts'
import type { DeAlguem, Envio, Guardado } from './envio.ts'
import type { EventoGuardado } from './evento-gravado.ts'
import type { Autor, LinhaDoHistorico } from './historico.ts'
import type { Mesa } from './mesa.ts'
import type { Totais } from './outro-evento.ts'
import type { PersonalData } from './personal-data.ts'
import type { Stored } from './records.ts'
import type { Known } from './register.ts'
import type { Allotment, AllotmentChange } from './reserva.ts'

/** Who asks: the browser and address whose holds count against the limits. */
export type AllotmentRequest = Pick<ConviteRequest, 'empresaid' | 'sid' | 'origem' | 'now'> & {
  /** Looks for holds that have ended even where they keep nothing from anybody. */
  isSweep?: boolean
}

/** The kinds that acts read, and write, without a rule of storage's own. */
type Got = 'credenciais' | 'desistencias' | 'andamentos' | 'importados' | 'aparelhos' | 'pareamentos'
type Put =
  | Exclude<Got, 'credenciais' | 'desistencias'>
  | ('mesas' | 'convites' | 'envios' | 'textos' | 'eventos')

/**
 * What an act reads and writes, inside one transaction. An act reads before it writes, and does not see its
 * own writes. What it based its decision on stays unchanged until the act is done, or the act runs again
 * (decision 0049). Each adapter has one (decision 0027).
 */
export interface Tx {
  /** A record by its id; null if there never was one, or it was erased. */
  get<K extends Got>(kind: K, id: string): Stored[K] | null
  /** Stores a record whole. */
  put<K extends Put>(kind: K, record: Stored[K]): void
  /** A company with the pendentes that have ended, and what the browser and the address hold. */
  allotment(request: AllotmentRequest): Allotment | null
  empresa(empresaid: string): Empresa | null
  /** The house, where the event has a LOTAÇÃO. */
  casa(): Empresa | null
  /** The name of another product's company that has the house's id; null if none has. */
  outraNaCasa(): string | null
  /** The invitations that all companies have, without the house. */
  totalDeConvites(): number
  mesa(empresaid: string): Mesa
  ownerOf(key: string): string | null
  /** The guest stored under a natural key, as a registration finds them. */
  known(key: string): Known | null
  /** The natural key of a guest, and what is stored under it; null for a guest of another product. */
  chaveOf(credencialid: string): { key: string; chave: Chave } | null
  payerOf(credencialid: string): Payer | null
  /** Those who came along with a guest, by the guest's act: their keys name the guest in `grupo`. */
  acompanhantesOf(credencialid: string): { key: string; chave: Chave }[]
  /** The guests with one of these numbers for whom a reserva usada of the company pays, by credencialid. */
  pagosCom(empresaid: string, telefones: string[]): string[]
  /** Tells whether a guest who withdrew would come back to a company. Later withdrawals write it too. */
  isAwaited(empresaid: string): boolean
  guardadaOf(desistencia: Desistencia | null): Payer | null
  isStored(credencialid: string): boolean
  /** All facts of a guest. */
  entradasOf(credencialid: string): Entrada[]
  /** The same, plus the facts that follow the guest, on storage where facts follow when they are read. */
  entradasFollowing(credencialid: string): Entrada[]
  /** Facts by their ids, with one read each; those not stored are left out. */
  entradas(entradaids: string[]): Entrada[]
  /** The guest into whom this one was last merged; null if never merged. */
  keptFor(credencialid: string): string | null
  /** A guest's facts follow when they are read, once the guest is gone; no copy is stored (decision 0028). */
  isFollowedWhenRead: boolean
  convite(codigo: string): ConviteComReservas | null
  /** The personal invitation that a place belongs to. */
  conviteOfPlace(reservaid: string): ConviteComReservas | null
  envio(tipo: Guardado, para: string): Envio | null
  /** Tells whether the company, invitation or guest that a note is about is stored. */
  isThere(destino: { tipo: DeAlguem; para: string }): boolean
  /** Tells whether everything was erased since an upload. */
  isForgotten(planilha: Upload): boolean
  /** The lines of the history about a guest, a company or an upload, in no order. */
  linhasDe(alvo: string): LinhaDoHistorico[]
  /** The place in the team that a code is for, or that a secret opens; both by their hashes. */
  aparelhoBy(field: 'codigo' | 'segredo', hash: string): Aparelho | null
  /** The whole team. */
  equipe(): Aparelho[]
  /** As many ids from this millisecond on, in their order, under which no credencial is stored. */
  freeIds(now: number, count: number): string[]
  /** Tells whether everything was erased and no guest has been stored since. */
  isErased(): boolean
  /** The event, read again for each act; null until the first is described. */
  evento(): EventoGuardado | null
  /** Tells whether any guest is stored. */
  hasConvidados(): boolean
  pessoal(): PersonalData
  totais(): Totais
  /** How many guests are confirmed, as the board counts them (`Numeros.confirmados`). */
  confirmados(): number

  allot(change: AllotmentChange | null): void
  /** Stores fields of a company, all of them for a new one; a known one keeps its other fields. */
  putEmpresa(empresaid: string, fields: Partial<Empresa>): void
  /**
   * Erases a company with its mesa, its personal invitations, the notes on sending them, and its reservas.
   * @returns false when a transaction takes no more; the company is then still there, with less stored for it
   */
  eraseEmpresa(empresaid: string): boolean
  /** Stores a guest under a free id; the avip is due. */
  addCredencial(credencial: Credencial): void
  /** Changes a guest's name, phone and e-mail; other fields stay. */
  putCredencial(credencial: Credencial, isAvipDue: boolean): void
  /** Stores a guest's natural key, in place of the one the guest had. */
  putChave(key: string, chave: Chave): void
  /**
   * Erases a guest with key, avip, withdrawal, reminder and the labels of the personal invitations that paid.
   * @param taken the reserva that pays for somebody else from now on, which keeps its label
   */
  eraseConvidado(credencialid: string, taken: string | null): void
  /** Erases the browser and address that claimed the invitation paying for a guest. */
  forgetPayer(credencialid: string): void
  putDesistencia(desistencia: Desistencia | null): void
  /**
   * Appends facts whose entradaid is not stored yet.
   * @param linhaDoHistorico the line each new one leaves in the history; null for none
   * @returns how many are new, counting those stored by a try of this act whose answer was lost
   */
  append(entradas: Entrada[], linhaDoHistorico: ((entrada: Entrada) => LinhaDoHistorico) | null): number
  /**
   * Erases the personal data in a part of storage: all of it, or its next page if a transaction takes no
   * more.
   * @param after the previous page's `next`
   * @returns the ids of guests and companies that were erased or changed; `next` is null after the last page
   */
  eraseNext(parte: Parte, after: string | null): { ids: string[]; next: string | null }
  /**
   * Ends what the event has in a part of storage: all of it, or its next page if a transaction takes no more.
   * @returns where the next page starts; null after the last one
   */
  endNext(parte: ParteDoEvento, after: string | null): string | null
  /** Notes that every guest is erased: `isErased` holds from now on, until one is stored. */
  markErased(autor: Autor): void
  /** Appends to the history, once. */
  done(linha: LinhaDoHistorico | null): void
}

/** The parts other than guests that name somebody, or lead to them, in the order they are erased. */
export const BESIDE = [
  ...(['chaves', 'reservas', 'desistencias', 'convites', 'aparelhos', 'pareamentos'] as const),
  ...(['entradas', 'envios', 'preparos', 'pedidos', 'importados'] as const),
]

/** The parts, keyed by company, that name those who answer for companies: erased by choice. */
export const CONTACTS = ['contatos', 'mesas'] as const

/**
 * A part of storage with personal data: guests and their own records, those who answer for companies, or the
 * rest.
 */
export type Parte = 'convidados' | (typeof CONTACTS)[number] | (typeof BESIDE)[number]

/** The parts of an event that every erasure erases, in the order they are erased again when it ends. */
export const GUESTS = [
  'convidados',
  'chaves',
  'desistencias',
  'envios',
  'importados',
] as const satisfies Parte[]

/**
 * What ends with an event, in this order. Companies stay: ending one only resets what it has given away and
 * renews its holder's link. A claim at the same time may store a reserva until its company has ended, so
 * reservas are ended again after that.
 */
export const ENDING = [
  ...(['reservas', 'empresas', 'reservas', 'convites', 'aparelhos', 'pareamentos'] as const),
  ...(['entradas', 'textos', 'historico'] as const),
]

export type ParteDoEvento = (typeof ENDING)[number]

/** The subject of an act. Acts on the same subject wait for one another, on storage that queues them. */
export type About =
  | { empresaid: string }
  | { credencialid: string }
  | { payerOf: string }
  | { codigo: string }
  | { aparelhoid: string }
  | { segredo: string }
  /** A queue of messages, or the labels. */
  | { tipo: Guardado }
  | { planilhaid: string }
  /** The event itself. */
  | { evento: true }
  | { tudo: true }

/**
 * Runs an act in a transaction, and again if others were faster.
 * @param autor of the line the act leaves in the history, by which a try is recognised that was done but
 * whose answer was lost; null for an act that leaves none
 */
export type Run = <Result>(about: About, autor: Autor | null, act: (tx: Tx) => Result) => Promise<Result>

/** An allotment requested without a browser. */
export function plainly(empresaid: string, now: number): AllotmentRequest {
  return { empresaid, sid: '', origem: null, now }
}
