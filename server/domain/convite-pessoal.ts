import { take } from './claim.ts'
import { convitesLeft, type Empresa } from './empresa.ts'
import type { Autor } from './historico.ts'
import { GUARDA_MS } from './desistencia.ts'
import { isEnded, SEM_FIM, giveBack, type Allotment, type AllotmentChange, type Reserva } from './reserva.ts'
import { cleanText, withApostrophes, withoutEnd } from './text.ts'

/**
 * New while a place is open, used once none is. After a withdrawal its place stays used, whether kept or
 * given back: the link is spent. Declined until somebody registers after all.
 */
export type EstadoDoConvite = 'novo' | 'usado' | 'recusado' | 'revogado'

/** A person on the list of guests, with a link of their own, `/{empresaid}/{codigo}`. */
export interface ConvitePessoal {
  /** 100 random bits: twenty characters of base32 (`signed-text.ts`). */
  codigo: string
  /** The company at whose table they are invited; empty text for an invitation of the house. */
  empresaid: string
  /** Whom it is for, as typed: "Tia Lúcia". */
  rotulo: string
  /** Their WhatsApp, 10 or 11 digits; empty text for none, and once they declined or it was revoked. */
  telefone: string
  /** How many people it is for. */
  lugares: number
  /** What the organisation noted about them, for itself alone. */
  nota: string
  /** When they said that they will not come, in milliseconds since the epoch; null while they did not. */
  recusadoem: number | null
  /** The reserva of its first place; {@link reservaidsOf} names the others. The state follows from them. */
  reservaid: string
  /** Milliseconds since the epoch; those made together are a millisecond apart, in the order typed. */
  criadoem: number
}

export const LUGARES_MAX = 10

/** An invitation for one person, of whom nothing more is known. */
export const newConvite = (codigo: string, empresaid: string) => ({
  codigo,
  empresaid,
  telefone: '',
  lugares: 1,
  nota: '',
  recusadoem: null,
})

/** What is left of what names a person. */
export const NAMES_NOBODY = { rotulo: '', telefone: '', nota: '' }

export const namesNobody = ({ rotulo, telefone, nota }: ConvitePessoal) => rotulo + telefone + nota === ''

/** The ids of the reservas of its places. */
export function reservaidsOf({
  reservaid,
  lugares,
}: Pick<ConvitePessoal, 'reservaid' | 'lugares'>): string[] {
  return placesAfter(reservaid, lugares)
}

/** An id for each of several places, made of the id of the first. */
export function placesAfter(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => (at === 0 ? first : `${first}.${at + 1}`))
}

/** The reservaid of the personal invitation a reserva may belong to. */
export const firstPlaceOf = (reservaid: string) => reservaid.split('.')[0] ?? ''

/** An invitation with the stored reservas of its places. */
export interface ConviteComReservas {
  convite: ConvitePessoal
  reservas: Reserva[]
}

/** Whether it holds a place of an invitation that nobody registered with: no browser has its `sid`. */
export const isPlaceOfConvite = ({ reservaid, sid, credencialid }: Reserva) =>
  sid === reservaid && credencialid === null

const isOpen = ({ estado, credencialid }: Reserva) => estado === 'pendente' && credencialid === null

export function estadoOf({ convite, reservas }: ConviteComReservas): EstadoDoConvite {
  if (convite.recusadoem !== null) return 'recusado'
  if (reservas.some(isOpen)) return 'novo'
  return reservas.some(({ credencialid }) => credencialid !== null) ? 'usado' : 'revogado'
}

/** Whether somebody may register with it: who declined may come after all, if places are left. */
export const takesRegistrations = (found: ConviteComReservas) =>
  ['novo', 'recusado'].includes(estadoOf(found))

/** The guests who registered with it and have a place. */
export const confirmadosDe = ({ reservas }: Pick<ConviteComReservas, 'reservas'>): string[] =>
  reservas.flatMap(({ estado, credencialid }) =>
    estado === 'usada' && credencialid !== null ? [credencialid] : [],
  )

/** Its places that are held for whoever registers with it. */
export const openPlacesOf = ({ reservas }: Pick<ConviteComReservas, 'reservas'>, now: number): Reserva[] =>
  reservas.filter((reserva) => isOpen(reserva) && !isEnded(reserva, now))

/** The ids of places that were given back before anybody registered with them, or are about to be. */
const lostPlacesOf = ({ reservas }: Pick<ConviteComReservas, 'reservas'>, now: number): string[] =>
  reservas
    .filter(
      ({ estado, credencialid, expiraem }) =>
        credencialid === null && (estado === 'liberada' || expiraem <= now),
    )
    .map(({ reservaid }) => reservaid)

/**
 * The places that whoever registers with it can have, those held first. One who declined and comes after all
 * may take what was given back meanwhile.
 */
export function placesFor(
  found: ConviteComReservas,
  now: number,
): { mine: Reserva | null; reservaid: string }[] {
  const held = openPlacesOf(found, now).map((mine) => ({ mine, reservaid: mine.reservaid }))
  if (found.convite.recusadoem === null) return held
  return [...held, ...lostPlacesOf(found, now).map((reservaid) => ({ mine: null, reservaid }))]
}

/** Nobody registered with it, and nobody declined. */
export const isUnanswered = (found: ConviteComReservas) =>
  estadoOf(found) === 'novo' && found.reservas.every(({ credencialid }) => credencialid === null)

/** An invitation with an open place, as it appears in the list of all companies. */
export interface ConviteNovo extends Pick<
  ConvitePessoal,
  'codigo' | 'empresaid' | 'rotulo' | 'telefone' | 'lugares' | 'criadoem'
> {
  /** How many of its places nobody has taken. */
  abertos: number
}

export const ROTULO_MAX = 60

/** A typed label, without invisible characters; null when it is empty or too long. */
export function parseRotulo(raw: string): string | null {
  const rotulo = cleanText(withApostrophes(raw))
  return rotulo !== null && rotulo !== '' && Array.from(rotulo).length <= ROTULO_MAX ? rotulo : null
}

/** List markers at the start of pasted lines: `- `, `• `, `1. `. */
const BULLET = /^\s*(?:[-–—*•·●▪◦‣+]\s*|\d{1,3}[.)]\s+)/u
/**
 * The characters of a typed phone number, and those that separate it from the name before it. In a pasted
 * table the number is the next column.
 */
const OF_NUMBER = /[\d\s().–-]/
const PARTING = /[\s,;:–-]/

/** The longest line that is read, in characters: a row of a pasted table. */
const LINE_MAX = 2_000

/**
 * The label on a line of a list, without its bullet, later columns and a phone number, which is not kept.
 * @returns the label, or null when the line has none; and whether anything but the bullet was left out
 */
export function labelOf(line: string): { rotulo: string | null; isCut: boolean } {
  if (line.length > LINE_MAX) return { rotulo: null, isCut: false }
  const [first = '', ...others] = line.trim().split('\t')
  const label = first.replace(BULLET, '')
  const raw = withoutNumber(label)
  return { rotulo: parseRotulo(raw), isCut: raw !== label || others.some((cell) => cell.trim() !== '') }
}

function withoutNumber(label: string): string {
  const before = withoutEnd(label, OF_NUMBER)
  if (label.slice(before.length).replace(/\D/g, '').length < 10) return label
  return withoutEnd(before.replace(/\+$/, ''), PARTING)
}

/** A personal invitation to make. All ids are made outside the transaction, so that a retry adds none. */
export type NovoConvite = Pick<ConvitePessoal, 'codigo' | 'rotulo' | 'reservaid'> &
  Partial<Pick<ConvitePessoal, 'telefone' | 'lugares' | 'nota'>>

export type Creation =
  | { kind: 'created' }
  | { kind: 'limit-reached'; left: number }
  | { kind: 'empresa-not-found' }

/** The hold of one place; its own id as its `sid` belongs to no browser. */
const heldFor = (empresaid: string, reservaid: string, now: number): Reserva => ({
  reservaid,
  empresaid,
  sid: reservaid,
  origem: null,
  estado: 'pendente',
  criadaem: now,
  expiraem: SEM_FIM,
  credencialid: null,
})

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

/** A guest's answer on the invitation itself: NÃO POSSO IR, or its DESFAZER. */
export interface RespostaRequest {
  codigo: string
  isRecusa: boolean
  now: number
  /** Registrations are closed: no place is kept, and none is taken again. */
  isClosed: boolean
}

/** What became of it; nothing is written unless `answered`. */
export type Resposta =
  | { kind: 'answered' | 'unchanged' }
  /** Somebody has registered with it: they withdraw on their credencial. */
  | { kind: 'already-used' }
  | { kind: 'already-revoked' }
  /** The answer was taken back, and others have the places by now. */
  | { kind: 'limit-reached' }
  | { kind: 'closed' }
  | { kind: 'convite-not-found' }

interface RespostaDecision {
  outcome: Resposta
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
  const refuse = (kind: Resposta['kind']): RespostaDecision => ({
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

/** What became of another label; nothing is written unless `renamed`. */
export type Rename = { kind: 'renamed' } | { kind: 'not-new' } | { kind: 'convite-not-found' }

export interface ConvitePessoalRepo {
  /**
   * Makes invitations, all or none, in one transaction: each counts in licredencial from then on. The history
   * gets `criou-convites` with the count. A repeat with the same ids makes nothing new.
   */
  create(empresaid: string, novos: NovoConvite[], now: number, autor: Autor): Promise<Creation>

  find(codigo: string): Promise<ConviteComReservas | null>

  /** Those of a company, in the order they were made, then by codigo. */
  list(empresaid: string): Promise<ConviteComReservas[]>

  /** The unused ones of all companies, by empresaid and then in the order typed, as the board knows them. */
  listNovos(): Promise<ConviteNovo[]>

  /** Gives a new one another label; the history gets `renomeou-convite`. */
  rename(codigo: string, rotulo: string, autor: Autor): Promise<Rename>

  /** A guest's answer; the history gets `recusou-convite`, or `voltou-ao-convite` once it is taken back. */
  answer(request: RespostaRequest, autor: Autor): Promise<Resposta>

  /** Revokes a new one: the company gets its invitation back, and the history gets `revogou-convite`. */
  revoke(codigo: string, autor: Autor): Promise<ConviteRevocation>
}
