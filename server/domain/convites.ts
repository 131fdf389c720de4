import { take } from './claim.ts'
import {
  estadoOf,
  isOpen,
  lostPlacesOf,
  newConvite,
  openPlacesOf,
  reservaidsOf,
  type ConviteComReservas,
  type ConvitePessoal,
  type DaPessoa,
} from './convite-pessoal.ts'
import type { Autor } from './historico.ts'
import type { Upload } from './planilha-repo.ts'
import { GUARDA_MS } from './desistencia.ts'
import { convitesLeft, type Empresa } from './empresa.ts'
import { giveBack, heldFor, SEM_FIM, type Allotment, type AllotmentChange, type Reserva } from './reserva.ts'

/** A personal invitation to make. All ids are made outside the transaction, so that a retry adds none. */
export type NovoConvite = Pick<ConvitePessoal, 'codigo' | 'rotulo' | 'reservaid'> &
  Partial<Pick<ConvitePessoal, 'telefone' | 'lugares' | 'nota'>>

/** New personal invitations of a company, or of the house. */
export interface CreateRequest {
  empresaid: string
  novos: NovoConvite[]
  now: number
  planilha?: Upload | undefined
}

export type Creation =
  | { kind: 'created' }
  | { kind: 'limit-reached'; left: number }
  | { kind: 'empresa-not-found' }

/** Decides new personal invitations, all or none; each of their places counts in licredencial from now on. */
export function decideCreation(
  allotment: Allotment | null,
  novos: NovoConvite[],
  now: number,
): { outcome: Creation; change: AllotmentChange | null; convites: ConvitePessoal[] } {
  if (!allotment) return { outcome: { kind: 'empresa-not-found' }, change: null, convites: [] }
  const { empresa, ended } = allotment
  const { empresaid } = empresa
  const convites = novos.map((novo, index): ConvitePessoal => {
    return { ...newConvite(novo.codigo, empresaid), ...novo, criadoem: now + index }
  })
  const change = take(
    allotment,
    ...convites.flatMap(reservaidsOf).map((reservaid) => heldFor(empresaid, reservaid, now)),
  )
  if (change) return { outcome: { kind: 'created' }, change, convites }
  const left = convitesLeft(empresa, ended.length)
  return { outcome: { kind: 'limit-reached', left }, change, convites: [] }
}

/** What became of a revocation; nothing is written unless `revoked`. */
export type ConviteRevocation =
  | { kind: 'revoked' }
  | { kind: 'already-revoked' }
  | { kind: 'already-used' }
  | { kind: 'convite-not-found' }

/**
 * Decides a revocation: open places return to the company. Used ones stay used. Who declined can come after
 * all, so such an invitation is revoked even when its places are free already.
 */
export function decideRevocation(
  found: ConviteComReservas,
  empresa: Empresa,
): { outcome: ConviteRevocation; change: AllotmentChange | null } {
  const open = found.reservas.filter(isOpen)
  if (open.length > 0 || found.convite.recusadoem !== null)
    return { outcome: { kind: 'revoked' }, change: giveBack(empresa, open) }
  const isUsed = found.reservas.some(({ credencialid }) => credencialid !== null)
  return { outcome: { kind: isUsed ? 'already-used' : 'already-revoked' }, change: null }
}

/** A guest's answer on the invitation itself: Não posso ir, or its Desfazer. */
export interface RespostaRequest {
  codigo: string
  isRecusa: boolean
  now: number
  /** Registrations are closed: no place is kept, and none is taken again. */
  isClosed: boolean
}

/** What became of it; nothing is written unless `answered`. */
export type RespostaAoConvite =
  | { kind: 'answered' | 'unchanged' }
  /** Somebody has registered with it: they withdraw on their credencial. */
  | { kind: 'already-used' }
  | { kind: 'already-revoked' }
  /** The answer was taken back, and others have the places by now. */
  | { kind: 'limit-reached' }
  | { kind: 'closed' }
  | { kind: 'convite-not-found' }

interface RespostaDecision {
  outcome: RespostaAoConvite
  change: AllotmentChange | null
  convite: ConvitePessoal | null
}

/**
 * Decides an answer. Places that were declined are kept as that of a guest who withdraws is, and free
 * afterwards.
 */
export function decideResposta(
  found: ConviteComReservas,
  allotment: Allotment,
  { isRecusa, now, isClosed }: RespostaRequest,
): RespostaDecision {
  const refuse = (kind: RespostaAoConvite['kind']): RespostaDecision => ({
    outcome: { kind },
    change: null,
    convite: null,
  })
  const { convite, reservas } = found
  if (isRecusa === (convite.recusadoem !== null)) return refuse('unchanged')
  if (isRecusa) {
    const estado = estadoOf(found)
    if (estado === 'revogado') return refuse('already-revoked')
    if (reservas.some(({ credencialid }) => credencialid !== null)) return refuse('already-used')
    const open = reservas.filter(isOpen)
    const kept = open.map((reserva) => ({ ...reserva, expiraem: now + GUARDA_MS }))
    const { empresa } = allotment
    return {
      outcome: { kind: 'answered' },
      change: isClosed ? giveBack(empresa, open) : { ...giveBack(empresa, []), store: kept },
      convite: { ...convite, recusadoem: now },
    }
  }
  if (isClosed) return refuse('closed')
  const change = holdAgain(found, allotment, now)
  if (!change) return refuse('limit-reached')
  return { outcome: { kind: 'answered' }, change, convite: { ...convite, recusadoem: null } }
}

/** Its other places, held without an end again once somebody comes after all. */
export const heldAgain = (found: ConviteComReservas, used: ReadonlySet<string>, now: number): Reserva[] =>
  openPlacesOf(found, now)
    .filter(({ reservaid }) => !used.has(reservaid))
    .map((reserva) => ({ ...reserva, expiraem: SEM_FIM }))

/** Holds its kept places without an end again, and takes others for those given back. */
function holdAgain(found: ConviteComReservas, allotment: Allotment, now: number): AllotmentChange | null {
  const { empresaid } = found.convite
  const lost = lostPlacesOf(found, now).map((reservaid) => heldFor(empresaid, reservaid, now))
  const change = take(allotment, ...lost)
  return change && { ...change, store: [...change.store, ...heldAgain(found, new Set(), now)] }
}

/** What became of a correction; nothing is written unless `corrected`. */
export type ConviteCorrection = { kind: 'corrected' } | { kind: 'not-new' } | { kind: 'convite-not-found' }

export interface ConvitePessoalRepo {
  /**
   * Makes invitations, all or none, in one transaction: each counts in licredencial from then on. The history
   * gets `criou-convites` with the count. A repeat with the same ids makes nothing new.
   * @param planilha the upload they come from: after an erasure, nobody from it is stored
   */
  create(
    empresaid: string,
    novos: NovoConvite[],
    now: number,
    autor: Autor,
    planilha?: Upload,
  ): Promise<Creation>

  find(codigo: string): Promise<ConviteComReservas | null>

  /** Those of a company, in the order they were made, then by codigo. */
  list(empresaid: string): Promise<ConviteComReservas[]>

  /** Corrects what a new one says of the person; the history gets `renomeou-convite`. */
  correct(codigo: string, pessoa: DaPessoa, autor: Autor): Promise<ConviteCorrection>

  /** A guest's answer; the history gets `recusou-convite`, or `voltou-ao-convite` once it is taken back. */
  answer(request: RespostaRequest, autor: Autor): Promise<RespostaAoConvite>

  /** Revokes a new one: the company gets its invitation back, and the history gets `revogou-convite`. */
  revoke(codigo: string, autor: Autor): Promise<ConviteRevocation>
}
