import type { Beside } from './acesso.ts'
import type { Cadastro, Credencial } from './credencial.ts'
import type { Autor } from './historico.ts'
import type { Juncao } from './juncao.ts'
import type { PersonalData } from './personal-data.ts'
import type { Procedencia } from './procedencia.ts'
import type { Known, Registration, RegisterRequest } from './register.ts'

/**
 * A credencial, what is stored under its key, and the company that invited the guest, known from the reserva
 * that paid; null for the public form.
 */
export interface Convidado extends Beside {
  credencial: Credencial
  empresa: { empresaid: string; nome: string } | null
  /** How many cars the company may park, as stored; given for one guest, and left out of lists. */
  estacionamento?: string
}

export interface ErasureAsked {
  /** Allows the erasure before its day. */
  isEarlyAllowed: boolean
  /** Also erases the contacts of companies and of the event: their fields become empty text. */
  areContactsErased: boolean
}

export const ERASE_NOW: ErasureAsked = { isEarlyAllowed: true, areContactsErased: false }

/** The natural key of a guest whom this company invited; null for none. It counts only without a phone. */
export type ChaveOf = (cadastro: Cadastro, empresaid?: string | null) => string

export interface CorrectRequest {
  credencialid: string
  cadastro: Cadastro
  /** The data the correction started from: a field equal in both stays as stored. Null stores every field. */
  shown: Cadastro | null
  chaveOf: ChaveOf
}

/** What became of a guest's correction; nothing is written unless `corrected`. */
export type Correction =
  | { kind: 'corrected'; credencial: Credencial }
  | { kind: 'credencial-not-found' }
  /** Another guest already has this name and phone. */
  | { kind: 'already-taken'; credencialid: string }
  /** A corrected field has been changed since it was shown. `credencial` is the guest as stored now. */
  | { kind: 'changed-meanwhile'; credencial: Credencial }

/** What became of a move to another company; nothing is written unless `moved`. */
export type Move =
  /**
   * `from` got its invitation back; null for a guest nobody had paid for. `isConfirmed`: the guest had
   * withdrawn.
   */
  | { kind: 'moved'; from: string | null; isConfirmed: boolean }
  | { kind: 'credencial-not-found' }
  | { kind: 'empresa-not-found' }
  | { kind: 'limit-reached' }
  /** A guest who had withdrawn comes after all, without a company. */
  | { kind: 'confirmed' }
  /** This company already pays for the guest, or the guest is confirmed and no company was named. */
  | { kind: 'already-there' }
  /** A company other than `from` now pays for the guest. */
  | { kind: 'changed-meanwhile' }
  /** The guest has no phone, and neither has one of this name whom that company invited. */
  | { kind: 'already-taken'; credencialid: string }

/** A guest whom another company will pay for; null takes the guest out of every company. */
export interface MoveRequest {
  credencialid: string
  empresaid: string | null
  /** The company that paid when the page was shown; absent accepts any. */
  from?: string | null
  /** Random id for the reserva. Made outside the transaction, so that a retry does not double it. */
  reservaid: string
  now: number
}

export interface MergeRequest {
  keptId: string
  otherId: string
  /**
   * The other link belongs to the same person: it leads to the kept guest until the kept guest's link is
   * replaced. Otherwise the link ends (decision 0012).
   */
  isSamePerson: boolean
  /** Whose phone and whose e-mail are kept: the kept guest's, unless it is `otherId`. */
  telefoneOf: string
  emailOf: string
  /** Tells whether a guest is still stored as the organiser saw them. */
  isAsShown: (credencial: Credencial) => boolean
  chaveOf: ChaveOf
}

/** What became of a merge; nothing is written unless `merged`. */
export type Merge =
  /** `returned` names the company that got an invitation back, if any. */
  | { kind: 'merged'; returned: string | null }
  | { kind: 'credencial-not-found' }
  /** One of the two was corrected after they were shown. */
  | { kind: 'changed-meanwhile' }
  /** A third guest has this name and phone. */
  | { kind: 'already-taken'; credencialid: string }

export type Removal =
  /** `returned` names the company that got the invitation back, if any. */
  { kind: 'removed'; returned: string | null } | { kind: 'credencial-not-found' }

export interface CredencialRepo {
  /**
   * Stores a guest in one transaction, create-only, under the current millisecond or the next free one
   * (decision 0003); the avip is due to be mirrored. Repeating it with the same natural key stores nothing
   * new.
   */
  register(request: RegisterRequest): Promise<Registration>

  findById(credencialid: string): Promise<Convidado | null>

  /** Those who came along with a guest, by the guest's act, in any order. */
  findAcompanhantes(credencialid: string): Promise<Credencial[]>

  /** What a guest answered, as stored. */
  findRespostas(credencialid: string): Promise<string>

  /** The merge that erased a guest; null for a guest nobody merged. */
  findJuncao(credencialid: string): Promise<Juncao | null>

  /** Credentials whose cpf equals the value (specification, section 7). */
  findByCpf(cpf: string): Promise<Convidado[]>

  /** Guests by natural key, as a registration finds them; unknown keys are left out. */
  findKnown(chaves: string[]): Promise<Map<string, Known>>

  /** Erases the recibos that no longer count. @returns how many */
  forgetFormCookies(now: number): Promise<number>

  /**
   * Replaces the guest's data, key and avip together. What is stored under the key goes along, and the avip
   * is due to be mirrored again. The history gets `corrigiu`, with the names of the fields that changed.
   */
  correct(request: CorrectRequest, autor: Autor): Promise<Correction>

  /**
   * Erases a credencial with its key and avip. `isReturned` gives its invitation back to the company. The
   * reserva that paid keeps its credencialid, which no longer names anybody, and loses `origem` and `sid`,
   * which becomes empty text. The guest's admissions count as off the list from now on. The history gets
   * `excluiu`, with the empresaid that got the invitation back.
   */
  remove(credencialid: string, isReturned: boolean, autor: Autor): Promise<Removal>

  /** Does what `remove` does to a guest who is outside; for one who is inside, writes nothing. */
  removeOutside(
    credencialid: string,
    isReturned: boolean,
    autor: Autor,
  ): Promise<Removal | { kind: 'inside' }>

  /**
   * Gives a guest another company, in one transaction: the former company gets its invitation back, and the
   * new one pays with an invitation newly taken. The organiser is bound by the limit, not by pace or closing
   * date. A guest who had withdrawn is confirmed, even when no company pays. The history gets
   * `mudou-de-empresa`, with both empresaids, `-` for none; for a guest confirmed without a company it gets
   * `voltou`.
   */
  move(request: MoveRequest, autor: Autor): Promise<Move>

  /**
   * Merges two credenciais of one person, in one transaction. The other is erased as by `remove`, and its
   * invitation is returned, unless the kept one has none and takes it over, with its label. Its admissions
   * are appended again for the kept one, under `{entradaid}~{credencialid}`, including any that arrive later.
   * The history gets `juntou` (`juncaoDetalhe`).
   */
  merge(request: MergeRequest, autor: Autor): Promise<Merge>

  /**
   * Replaces a credencial's link and code: its versao rises by one. The history gets `renovou-link`.
   * @param from the versao to replace, so that a form sent twice replaces it once; the current one by default
   * @returns the versao it has now; null when there is no such credencial
   */
  renewLink(credencialid: string, autor: Autor, from?: number): Promise<number | null>

  /**
   * Erases a guest's answers to questions, and nothing else of them: consent is taken back. The history gets
   * `apagou-respostas`.
   * @returns whether there were any
   */
  forgetRespostas(credencialid: string, autor: Autor): Promise<boolean>

  /** Registrations made since an instant whose address is still known, in any order (decision 0011). */
  listProcedencias(since: number): Promise<Procedencia[]>

  /** Erases the addresses' hashes of keys and reservas that were made before an instant, in any state. */
  forgetOrigens(before: number): Promise<void>

  /**
   * Overwrites the remains of corrections and removals in storage's files, if storage leaves any.
   * @returns false when others read or write for too long; a repeat continues from there
   */
  wipeRemoved(): Promise<boolean>

  /**
   * Computes the search fields of guests whom a server of an earlier version stored or changed.
   * @returns how many; 0 when storage keeps no such fields
   */
  fillSearch(): Promise<number>

  /**
   * Erases every guest for good, other products' included: credentials, natural keys and avips, and from the
   * reservas the hash of the address (`origem`) and, except for holds, the browser (`sid`). Companies,
   * reservas and their counts stay. Avips kept apart become due, for the mirror to clear. Uploaded
   * spreadsheets, the names of aparelhos, the labels of personal invitations and what was noted at the door
   * are erased too. From then on facts are stored without anything typed, and nobody registers once
   * registrations are closed, until a guest is stored again (decision 0022). A repeat after a failure
   * continues from where it stopped. The history gets `apagou-tudo`, with how many.
   * @returns how many guests; null, and nothing is erased, when it is too early by the stored event
   */
  erasePersonalData(
    autor: Autor,
    onProgress?: (done: number) => void,
    asked?: ErasureAsked,
  ): Promise<number | null>

  countPersonalData(): Promise<PersonalData>
}

/**
 * Carries avips to where the door reads them, when that is another database than the credentials'
 * (specification, section 7). A registration leaves its avip due; it is mirrored at once, or later.
 */
export interface AvipMirror {
  /**
   * Mirrors an avip, or rejects and leaves it due. One already mirrored, or being mirrored by another, counts
   * as done.
   */
  mirror(credencialid: string): Promise<void>

  /**
   * Mirrors the avips still due, stopping at the first failure. One that is refused for good is set aside, so
   * that the others go on. It is tried again once a day and whenever the guest is changed.
   * @param onRefused called with the credencialid of each avip refused this time
   * @returns how many were mirrored, and how many remain
   */
  mirrorDue(
    now: number,
    onRefused?: (credencialid: string) => void,
  ): Promise<{ mirrored: number; due: number }>

  /** The credencialids whose avips are set aside, a thousand at most. */
  findRefused(): Promise<string[]>
}

/** For storage that stores the avip with the credencial: nothing is ever due. */
export function nothingToMirror(): AvipMirror {
  return {
    mirror: async () => {},
    mirrorDue: async () => ({ mirrored: 0, due: 0 }),
    findRefused: async () => [],
  }
}
