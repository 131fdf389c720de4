import type { Beside } from './acesso.ts'
import type { Cadastro, Credencial } from './credencial.ts'
import type { Autor } from './historico.ts'
import type { Juncao } from './juncao.ts'
import type { PersonalData } from './personal-data.ts'
import type { Procedencia } from './procedencia.ts'
import type { Known, Registration, RegisterRequest } from './register.ts'

/**
 * A credencial, what lies beside its key, and the company that invited the guest, known from the reserva that paid; null
 * for the public form.
 */
export interface Convidado extends Beside {
  credencial: Credencial
  empresa: { empresaid: string; nome: string } | null
}

export interface ErasureAsked {
  /** Before its day, too. */
  isEarlyAllowed: boolean
  /** The contacts of companies and of the event, too: their fields become empty text. */
  areContactsErased: boolean
}

export const ERASE_NOW: ErasureAsked = { isEarlyAllowed: true, areContactsErased: false }

export interface CorrectRequest {
  credencialid: string
  cadastro: Cadastro
  /** What the correction was made from: a field that is the same in both stays. Null where all of it is to be stored. */
  shown: Cadastro | null
  chaveOf: (cadastro: Cadastro) => string
}

/** What became of a guest's correction; nothing is written unless `corrected`. */
export type Correction =
  | { kind: 'corrected'; credencial: Credencial }
  | { kind: 'credencial-not-found' }
  /** Another guest has this name and phone already. */
  | { kind: 'already-taken'; credencialid: string }
  /** A field of the correction was corrected otherwise since it was shown: the guest as they are stored by now. */
  | { kind: 'changed-meanwhile'; credencial: Credencial }

/** Another company for a guest; nothing is written unless `moved`. */
export type Move =
  /** `from` got its invitation back; null for a guest nobody had paid for. `isConfirmed`: the guest had withdrawn. */
  | { kind: 'moved'; from: string | null; isConfirmed: boolean }
  | { kind: 'credencial-not-found' }
  | { kind: 'empresa-not-found' }
  | { kind: 'limit-reached' }
  /** A guest who had withdrawn comes after all, without a company. */
  | { kind: 'confirmed' }
  /** This company pays for the guest already, or none for a guest who is confirmed. */
  | { kind: 'already-there' }
  /** Another company than `from` pays for the guest by now. */
  | { kind: 'changed-meanwhile' }

/** A guest whom another company will pay for; null takes the guest out of every company. */
export interface MoveRequest {
  credencialid: string
  empresaid: string | null
  /** The company that was seen to pay for the guest; any where none is given. */
  from?: string | null
  /** Random id for the reserva. Made outside the transaction, so that a retry does not double it. */
  reservaid: string
  now: number
}

export interface MergeRequest {
  keptId: string
  otherId: string
  /**
   * The other link is the same person's: it leads to the one who stays, until a link replaces theirs. Else it ends
   * (decision 0012).
   */
  isSamePerson: boolean
  /** Whose phone and whose e-mail stand; the kept one's, unless it is `otherId`. */
  telefoneOf: string
  emailOf: string
  /** Tells whether a guest is still stored as the organiser saw them. */
  isAsShown: (credencial: Credencial) => boolean
  chaveOf: (cadastro: Cadastro) => string
}

/** What became of a merge; nothing is written unless `merged`. */
export type Merge =
  /** `returned` names the company that got an invitation back, if any. */
  | { kind: 'merged'; returned: string | null }
  | { kind: 'credencial-not-found' }
  /** One of both was corrected since they were shown. */
  | { kind: 'changed-meanwhile' }
  /** A third guest has this name and phone. */
  | { kind: 'already-taken'; credencialid: string }

export type Removal =
  /** `returned` names the company that got the invitation back, if any. */
  { kind: 'removed'; returned: string | null } | { kind: 'credencial-not-found' }

export interface CredencialRepo {
  /**
   * Stores a guest in one transaction, create-only, under the current millisecond or the next free one (decision
   * 0003), its avip due to be mirrored. Repeating it with the same natural key stores nothing new.
   */
  register(request: RegisterRequest): Promise<Registration>

  findById(credencialid: string): Promise<Convidado | null>

  /** The merge of a guest who was erased by it; null for nobody. */
  findJuncao(credencialid: string): Promise<Juncao | null>

  /** Credentials whose cpf equals the value (specification, section 7). */
  findByCpf(cpf: string): Promise<Convidado[]>

  /** Guests by natural key, as a registration finds them; unknown keys are left out. */
  findKnown(chaves: string[]): Promise<Map<string, Known>>

  /** All credentials, by credencialid. */
  list(): AsyncIterable<Convidado>

  /** Erases the recibos that no longer count. @returns how many */
  forgetFormCookies(now: number): Promise<number>

  /**
   * Replaces the guest's data, key and avip together; what lies beside the key goes along, and the avip is due to be
   * mirrored again. The history gets `corrigiu`, with the names of the fields that changed.
   */
  correct(request: CorrectRequest, autor: Autor): Promise<Correction>

  /**
   * Erases a credencial with its key and avip. `isReturned` gives its invitation back to the company. The reserva that
   * paid keeps its credencialid, which no longer names anybody, and loses `origem` and `sid`, which becomes empty text.
   * What the guest was admitted by stands off the list from now on. The history gets `excluiu`, with the empresaid
   * that got the invitation back.
   */
  remove(credencialid: string, isReturned: boolean, autor: Autor): Promise<Removal>

  /** Does what `remove` does to a guest who is outside; one who is inside stays, and nothing is written. */
  removeOutside(
    credencialid: string,
    isReturned: boolean,
    autor: Autor,
  ): Promise<Removal | { kind: 'inside' }>

  /**
   * Gives a guest another company, in one transaction: the former gets its invitation back, the new one pays with an
   * invitation newly taken. The organiser is bound by the limit, not by pace or closing date. A guest who had withdrawn
   * is confirmed, by no company too. The history gets `mudou-de-empresa`, with both empresaids, `-` for none; for a
   * guest who is confirmed by none, `voltou`.
   */
  move(request: MoveRequest, autor: Autor): Promise<Move>

  /**
   * Makes two credenciais of one person one, in one transaction: the other is erased as by `remove`, and its invitation
   * is returned, unless the kept one has none and takes it over, with its label. Its admissions are appended again for
   * the kept one, under `{entradaid}~{credencialid}`, those that come later too. The history gets `juntou`
   * (`juncaoDetalhe`).
   */
  merge(request: MergeRequest, autor: Autor): Promise<Merge>

  /**
   * Replaces a credencial's link and code: its versao rises by one. The history gets `renovou-link`.
   * @param from the versao to replace, so that a form sent twice replaces it once; the current one where none is given
   * @returns the versao it has now; null when there is no such credencial
   */
  renewLink(credencialid: string, autor: Autor, from?: number): Promise<number | null>

  /** Registrations made from an instant on whose address is still known, in any order (decision 0011). */
  listProcedencias(since: number): Promise<Procedencia[]>

  /** Erases the hashes of addresses beside keys and reservas made before an instant, whatever their state. */
  forgetOrigens(before: number): Promise<void>

  /**
   * Overwrites what corrections and removals left in the bytes of storage's files, where storage leaves any.
   * @returns false when others read or write for too long; asking again goes on from there
   */
  wipeRemoved(): Promise<boolean>

  /**
   * Works out what guests are searched by, for those whom a server of an earlier version stored or changed.
   * @returns how many; 0 where storage keeps nothing of the kind
   */
  fillSearch(): Promise<number>

  /**
   * Erases every guest for good, other products' included: credentials, natural keys, avips, and from the reservas the
   * hash of the address (`origem`) and, but for holds, the browser (`sid`). Companies, reservas and their counts stay.
   * Avips kept apart become due, for the mirror to clear. Uploaded spreadsheets and the names of aparelhos go too.
   * Labels of personal invitations and what was noted at the door do, too. From then on facts are stored without what
   * was typed, and nobody registers once registrations are closed, until a guest is stored again (decision 0022).
   * Repeated after a failure, it goes on from where it stopped. The history gets `apagou-tudo`, with how many.
   * @returns how many guests; null, and nothing is erased, where the stored event says that it is too early
   */
  erasePersonalData(
    autor: Autor,
    onProgress?: (done: number) => void,
    asked?: ErasureAsked,
  ): Promise<number | null>

  countPersonalData(): Promise<PersonalData>
}

/**
 * Carries avips to where the door reads them, when that is another database than the credentials' (specification,
 * section 7). A registration leaves its avip due; it is mirrored at once, or later.
 */
export interface AvipMirror {
  /** Mirrors an avip, or rejects and leaves it due. One that is mirrored already, or by another now, counts as done. */
  mirror(credencialid: string): Promise<void>

  /**
   * Mirrors the avips still due, stopping at the first failure. One that is refused for good is set aside, so that
   * the others go on, and is tried again once a day and when the guest is changed.
   * @param onRefused called with the credencialid of each avip that was refused this time
   * @returns how many were mirrored, and how many remain
   */
  mirrorDue(
    now: number,
    onRefused?: (credencialid: string) => void,
  ): Promise<{ mirrored: number; due: number }>

  /** The credencialids whose avips are set aside, a thousand at most. */
  findRefused(): Promise<string[]>
}

/** For a storage whose avip is stored whenever the credencial is: nothing is ever due. */
export function nothingToMirror(): AvipMirror {
  return {
    mirror: async () => {},
    mirrorDue: async () => ({ mirrored: 0, due: 0 }),
    findRefused: async () => [],
  }
}
