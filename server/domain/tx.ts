import type { Chave } from './acesso.ts'
import type { Andamento, Upload } from './planilha-repo.ts'
import type { Aparelho } from './aparelho.ts'
import type { ConviteRequest, Payer } from './claim.ts'
import type { ConviteComReserva, ConvitePessoal } from './convite-pessoal.ts'
import type { Credencial } from './credencial.ts'
import type { Desistencia } from './desistencia.ts'
import type { Empresa } from './empresa.ts'
import type { Entrada } from './entrada.ts'
import type { DeAlguem, Envio, Guardado, Texto } from './envio.ts'
import type { EventoGuardado } from './evento-gravado.ts'
import type { Autor, LinhaDoHistorico } from './historico.ts'
import type { Mesa } from './mesa.ts'
import type { Totais } from './outro-evento.ts'
import type { Pareamento } from './pareamento.ts'
import type { PersonalData } from './personal-data.ts'
import type { Known } from './register.ts'
import type { Allotment, AllotmentChange } from './reserva.ts'

/** Of whom an allotment is asked for: what a browser and an address have of a company counts. */
export interface AllotmentRequest extends Pick<ConviteRequest, 'empresaid' | 'sid' | 'origem' | 'now'> {
  /** The invitation of `sid` is personal. */
  isPersonal?: boolean
}

/**
 * What an act reads and writes, inside one transaction. An act reads before it writes, and what it writes is not seen by
 * its own reads. What it decided by stays as it read it until the act is done, or the act runs again (decision 0049). Each
 * adapter has one (decision 0027).
 */
export interface Tx {
  /** A company with the pendentes that have ended, and what the browser and the address have. */
  allotment(request: AllotmentRequest): Allotment | null
  empresa(empresaid: string): Empresa | null
  mesa(empresaid: string): Mesa
  credencial(credencialid: string): Credencial | null
  ownerOf(key: string): string | null
  /** The guest stored under a natural key, as a registration finds them. */
  known(key: string): Known | null
  /** The natural key of a guest and what lies beside it; null for a guest of another product. */
  chaveOf(credencialid: string): { key: string; chave: Chave } | null
  payerOf(credencialid: string): Payer | null
  /** The guests with one of these numbers whom a reserva usada of the company pays for, by credencialid. */
  pagosCom(empresaid: string, telefones: string[]): string[]
  desistencia(credencialid: string): Desistencia | null
  /** Tells whether a guest who withdrew would come back to a company. A withdrawal since then changes the company. */
  isAwaited(empresaid: string): boolean
  guardadaOf(desistencia: Desistencia | null): Payer | null
  isStored(credencialid: string): boolean
  /** All facts of a guest. */
  entradasOf(credencialid: string): Entrada[]
  /** These, and those that follow the guest where facts follow when they are read. */
  entradasFollowing(credencialid: string): Entrada[]
  /** Facts by their ids, by as many reads; those not stored are left out. */
  entradas(entradaids: string[]): Entrada[]
  /** Into whom a guest was merged last; null for a guest nobody merged. */
  keptFor(credencialid: string): string | null
  /** Facts follow a guest who is stored no more when they are read, and no copy of them is stored (decision 0028). */
  isFollowedWhenRead: boolean
  convite(codigo: string): ConviteComReserva | null
  envio(tipo: Guardado, para: string): Envio | null
  /** Tells whether the company, invitation or guest it is noted of is stored. */
  isThere(destino: { tipo: DeAlguem; para: string }): boolean
  andamento(planilhaid: string): Andamento | null
  /** Tells whether everything was erased since an upload. */
  isForgotten(planilha: Upload): boolean
  aparelho(aparelhoid: string): Aparelho | null
  /** The place in the team that a code is for, or that a secret opens; both by their hashes. */
  aparelhoBy(field: 'codigo' | 'segredo', hash: string): Aparelho | null
  /** The whole team. */
  equipe(): Aparelho[]
  /** The pairing of a secret; null for one there never was, or that was erased. */
  pareamento(segredo: string): Pareamento | null
  /** The millisecond, or one after it, under which no credencial is stored. */
  freeId(now: number): string
  /** Tells whether everything was erased and no guest is stored since. */
  isErased(): boolean
  /** The event, read anew for each act; null until the first is described. */
  evento(): EventoGuardado | null
  /** Tells whether any guest is stored. */
  hasConvidados(): boolean
  pessoal(): PersonalData
  totais(): Totais
  /** How many guests are confirmed, as the board counts them (`Numeros.confirmados`). */
  confirmados(): number

  allot(change: AllotmentChange | null): void
  /** Stores fields of a company, a new one with all of them; what else a known one has stays. */
  putEmpresa(empresaid: string, fields: Partial<Empresa>): void
  putMesa(mesa: Mesa): void
  /**
   * Erases a company with its mesa, its personal invitations, what was noted of sending them, and its reservas.
   * @returns false where a transaction takes no more: then the company is still there, with less beside it
   */
  eraseEmpresa(empresaid: string): boolean
  putAparelho(aparelho: Aparelho): void
  putPareamento(pareamento: Pareamento): void
  /** Stores a guest under a free id; the avip is due. */
  addCredencial(credencial: Credencial): void
  /** Changes a guest's name, phone and e-mail; other fields stay. */
  putCredencial(credencial: Credencial, isAvipDue: boolean): void
  /** Stores a guest's natural key, in place of the one the guest had. */
  putChave(key: string, chave: Chave): void
  /**
   * Erases a guest with key, avip, withdrawal, reminder and the labels of the personal invitations that paid.
   * @param taken the reserva that pays for somebody else from now on: its label stays
   */
  eraseConvidado(credencialid: string, taken: string | null): void
  /** Erases who claimed the invitation that pays for a guest. */
  forgetPayer(credencialid: string): void
  putDesistencia(desistencia: Desistencia | null): void
  /**
   * Appends facts whose entradaid is not stored yet.
   * @param linhaDoHistorico the line each new one leaves in the history; null for none
   * @returns how many are new; those of a try of this act whose answer was lost are
   */
  append(entradas: Entrada[], linhaDoHistorico: ((entrada: Entrada) => LinhaDoHistorico) | null): number
  putConvite(convite: ConvitePessoal): void
  putEnvio(envio: Envio): void
  putTexto(texto: Texto): void
  putEvento(evento: EventoGuardado): void
  putAndamento(andamento: Andamento): void
  /**
   * Erases what a part of storage holds of persons: all of it, or its next page where a transaction takes no more.
   * @param after what the page before answered as `next`
   * @returns what was erased or changed, by ids, of guests and of companies; `next` is null after the last page
   */
  eraseNext(parte: Parte, after: string | null): { ids: string[]; next: string | null }
  /**
   * Ends what a part of storage holds of the event: all of it, or its next page where a transaction takes no more.
   * @returns what the next page is asked by; null after the last one
   */
  endNext(parte: ParteDoEvento, after: string | null): string | null
  /** Notes that every guest is erased: `isErased` holds from here on, until one is stored. */
  markErased(autor: Autor): void
  /** Points the personal invitation of one reserva at another. */
  repoint(from: string, to: string): void
  /** Appends to the history, once. */
  done(linha: LinhaDoHistorico | null): void
}

/** What lies beside guests and names somebody, or leads to them, in the order in which it is erased. */
export const BESIDE = [
  ...([
    'chaves',
    'reservas',
    'desistencias',
    'convites',
    'aparelhos',
    'pareamentos',
    'entradas',
    'envios',
    'preparos',
  ] as const),
]

/** What names those who answer for companies, by their ids: erased by choice. */
export const CONTACTS = ['contatos', 'mesas'] as const

/** Where something lies of persons: guests with what is theirs alone, those who answer for companies, and what lies beside. */
export type Parte = 'convidados' | (typeof CONTACTS)[number] | (typeof BESIDE)[number]

/** What an event leaves that every erasure erases, in the order in which it goes once more when the event ends. */
export const GUESTS = ['convidados', 'chaves', 'desistencias', 'envios'] as const satisfies Parte[]

/**
 * What ends with an event, in this order. Companies end no more than that: they have given nothing away, and their
 * holders' links are renewed. A claim beside it may store a reserva until its company has, so reservas go once more then.
 */
export const ENDING = [
  ...(['reservas', 'empresas', 'reservas', 'convites', 'aparelhos', 'pareamentos'] as const),
  ...(['entradas', 'textos', 'imagens', 'historico'] as const),
]

export type ParteDoEvento = (typeof ENDING)[number]

/** What acts are about that may meet: they wait for one another, where storage has them wait in queues. */
export type About =
  | { empresaid: string }
  | { chave: string }
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
 * Runs an act in a transaction, and again where others were faster.
 * @param autor whose line the act leaves in the history: by it a try is known that was done, and whose answer was lost;
 * null for an act that leaves none
 */
export type Run = <Result>(about: About, autor: Autor | null, act: (tx: Tx) => Result) => Promise<Result>

/** An allotment as nobody's browser sees it. */
export function plainly(empresaid: string, now: number): AllotmentRequest {
  return { empresaid, sid: '', origem: null, now }
}
