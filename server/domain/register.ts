import { acessoOf, maySee, type Acesso } from './acesso.ts'
import {
  isPaceExceeded,
  newReserva,
  type Allotment,
  type AllotmentChange,
  type ConviteRequest,
} from './claim.ts'
import type { Cadastro, Credencial } from './credencial.ts'
import { convitesLeft, type Empresa } from './empresa.ts'
import { giveBack } from './release.ts'
import { isEnded, type Reserva } from './reserva.ts'
import type { Passe } from './token.ts'

/** A guest asking for a credencial. */
export interface RegisterRequest {
  cadastro: Cadastro
  /** The guest's natural key. */
  chave: string
  /** Milliseconds since the epoch; the first candidate for the credencialid. */
  now: number
  /** Keyed hash of the client address, kept beside the key for a while (decision 0011); null where none is kept. */
  origem: string | null
  /** The company whose invitation pays, or null for the public form. */
  convite: ConviteRequest | null
  /** Registrations are closed: only a live hold of this browser still registers. */
  isClosed: boolean
  /** Hash of the form's cookie in this browser; null when it brings none. */
  recibo: string | null
  /** What the tokens kept in this browser's session open. */
  conhecidas: Passe[]
}

export type Registration =
  | { kind: 'registered'; credencial: Credencial; versao: number }
  /** The natural key was known: the credencial it has had since. `versao` is null when this browser may not see it. */
  | { kind: 'already-registered'; credencial: Credencial; versao: number | null }
  /** No invitation is left to pay with; nothing is stored. */
  | { kind: 'limit-reached'; empresa: Empresa }
  /** The address has newly taken its share of this company within the last minute; nothing is stored. */
  | { kind: 'pace-exceeded'; empresa: Empresa }
  | { kind: 'empresa-not-found' }
  /** Registrations are closed, and this browser has no live hold to pay with; nothing is stored. */
  | { kind: 'closed' }

/** A guest under a known natural key. */
export interface Known {
  credencial: Credencial
  /** Whether a reserva usada has paid for it. */
  isPaid: boolean
  acesso: Acesso
}

/** What storage read, inside the transaction. */
export interface RegisterFacts {
  /** Who is stored under the request's natural key. */
  known: Known | null
  /** The company's allotment; null when the request names none, or one that does not exist. */
  allotment: Allotment | null
}

/**
 * What becomes of a known guest's text. `filled`: a blank e-mail is there now. `replaced`: the payer's spelling of the
 * name and e-mail stand for what another browser typed.
 */
export type KeptText = 'same' | 'filled' | 'replaced'

export type RegisterDecision =
  /** Store a new credencial, its key with the acesso beside it, and its avip, under a free id; then the change. */
  | { kind: 'create'; acesso: Acesso; change: ((credencialid: string) => AllotmentChange) | null }
  /** Keep the credencial, stored again when its text changed; then the change. A null acesso stays as it is. */
  | {
      kind: 'keep'
      credencial: Credencial
      text: KeptText
      acesso: Acesso | null
      change: AllotmentChange | null
      outcome: Registration
    }
  /** Store nothing. */
  | { kind: 'refuse'; outcome: Registration }

/**
 * Decides a registration: whether the guest is new, which invitation pays (decision 0003), and who may see the
 * credencial (decision 0012). Pure: every adapter reads the facts, calls this, and writes what it says in one
 * transaction.
 */
export function decideRegister(facts: RegisterFacts, request: RegisterRequest): RegisterDecision {
  const { known, allotment } = facts
  const { convite } = request
  const isTheirs = known !== null && maySee(known.credencial.credencialid, known.acesso, request)
  if (request.isClosed && !liveHoldOf(allotment, request.now)) {
    if (!isTheirs) return { kind: 'refuse', outcome: { kind: 'closed' } }
    const { credencial, acesso } = known
    return { kind: 'refuse', outcome: { kind: 'already-registered', credencial, versao: acesso.versao } }
  }
  if (known) {
    const repeat = (change: AllotmentChange | null) =>
      kept(known, request, { acesso: null, change, versao: isTheirs ? known.acesso.versao : null })
    if (!convite) return repeat(null)
    if (!allotment) return { kind: 'refuse', outcome: { kind: 'empresa-not-found' } }
    // Paid for already, so a hold of this browser there is of no use to anybody.
    if (known.isPaid) return repeat(allotment.mine && giveBack(allotment.empresa, [allotment.mine]))
    const payment = payFor(allotment, convite)
    if (payment.kind === 'refuse') return payment
    // A stranger may have registered an invited guest beforehand: the credencial goes to the browser with the invitation.
    const acesso = acessoOf(known.acesso.versao + (isTheirs ? 0 : 1), request)
    const change = payment.change(known.credencial.credencialid)
    return kept(known, request, { acesso, change, versao: acesso.versao })
  }
  const acesso = acessoOf(0, request)
  if (!convite) return { kind: 'create', acesso, change: null }
  if (!allotment) return { kind: 'refuse', outcome: { kind: 'empresa-not-found' } }
  const payment = payFor(allotment, convite)
  return payment.kind === 'refuse' ? payment : { kind: 'create', acesso, change: payment.change }
}

/**
 * The known guest stays. A blank e-mail is filled by a browser that may see the credencial, which a versao says; where
 * the link is replaced, so is what the browser that had it typed.
 */
function kept(
  { credencial, acesso: known }: Known,
  { cadastro }: RegisterRequest,
  told: { acesso: Acesso | null; change: AllotmentChange | null; versao: number | null },
): RegisterDecision {
  const { acesso, change, versao } = told
  const isReplaced = versao !== null && versao !== known.versao
  const nome = isReplaced ? cadastro.nome : credencial.nome
  const isOpen = versao !== null && (isReplaced || credencial.email === '')
  const email = isOpen && cadastro.email !== '' ? cadastro.email : credencial.email
  const text =
    nome === credencial.nome && email === credencial.email ? 'same' : isReplaced ? 'replaced' : 'filled'
  const stays = { ...credencial, nome, email }
  const outcome: Registration = { kind: 'already-registered', credencial: stays, versao }
  return { kind: 'keep', credencial: stays, text, acesso, change, outcome }
}

type Payment =
  | { kind: 'pay'; change: (credencialid: string) => AllotmentChange }
  | { kind: 'refuse'; outcome: Registration }

/** This browser's live hold pays. Where it has ended or there is none, an invitation is newly taken. */
function payFor(allotment: Allotment, convite: ConviteRequest): Payment {
  const { empresa, ended } = allotment
  const { empresaid, licredencial } = empresa
  const mine = liveHoldOf(allotment, convite.now)
  if (mine) {
    return {
      kind: 'pay',
      change: (credencialid) => ({
        empresaid,
        licredencial,
        release: [],
        store: { ...mine, estado: 'usada', credencialid },
      }),
    }
  }
  if (convitesLeft(empresa, ended.length) === 0)
    return { kind: 'refuse', outcome: { kind: 'limit-reached', empresa } }
  if (isPaceExceeded(allotment, convite))
    return { kind: 'refuse', outcome: { kind: 'pace-exceeded', empresa } }
  const released = giveBack(empresa, ended)
  return {
    kind: 'pay',
    change: (credencialid) => ({
      ...released,
      licredencial: released.licredencial + 1,
      store: { ...newReserva(convite), estado: 'usada', credencialid },
    }),
  }
}

/** This browser's hold at the company, while it has not ended. */
function liveHoldOf(allotment: Allotment | null, now: number): Reserva | null {
  const mine = allotment?.mine ?? null
  return mine && !isEnded(mine, now) ? mine : null
}
