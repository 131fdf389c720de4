import { isEnded, type Reserva } from './reserva.ts'
import { cleanText, withApostrophes } from './text.ts'

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
export const isPlaceOfConvite = ({
  reservaid,
  sid,
  credencialid,
}: Pick<Reserva, 'reservaid' | 'sid' | 'credencialid'>) => sid === reservaid && credencialid === null

export const isOpen = ({ estado, credencialid }: Reserva) => estado === 'pendente' && credencialid === null

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

/** Revoked, and of nobody: whoever imported it took it back, or everything was erased since. */
export const isTakenBack = (found: ConviteComReservas) =>
  namesNobody(found.convite) && estadoOf(found) === 'revogado'

/** Its places that are held for whoever registers with it. */
export const openPlacesOf = ({ reservas }: Pick<ConviteComReservas, 'reservas'>, now: number): Reserva[] =>
  reservas.filter((reserva) => isOpen(reserva) && !isEnded(reserva, now))

/** The ids of places that were given back before anybody registered with them, or are about to be. */
export const lostPlacesOf = ({ reservas }: Pick<ConviteComReservas, 'reservas'>, now: number): string[] =>
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

export const ROTULO_MAX = 60

/** A name as a label that is not too long: the words between the first and the last become initials. */
export function abbreviated(nome: string): string {
  const words = nome.split(' ')
  for (let at = 1; words.join(' ').length > ROTULO_MAX && at < words.length - 1; at++)
    words[at] = words[at]?.replace(/^(.).{3,}$/u, '$1.') ?? ''
  return Array.from(words.join(' ')).slice(0, ROTULO_MAX).join('')
}

/** A typed label, without invisible characters; null when it is empty or too long. */
export function parseRotulo(raw: string): string | null {
  const rotulo = cleanText(withApostrophes(raw))
  return rotulo !== null && rotulo !== '' && Array.from(rotulo).length <= ROTULO_MAX ? rotulo : null
}

export const NOTA_MAX = 200

/** A typed note, without invisible characters, cut where it is too long; null where it cannot be read. */
export function parseNota(raw: string): string | null {
  const nota = cleanText(raw)
  return nota && Array.from(nota).slice(0, NOTA_MAX).join('')
}

/** What is said of the person an invitation is for. */
export type DaPessoa = Pick<ConvitePessoal, 'rotulo' | 'telefone' | 'nota'>

/** An invitation as lists show it; `saiu` when everybody who registered with it has lost the place since. */
export type ConviteListado = DaPessoa &
  Pick<ConvitePessoal, 'codigo' | 'lugares'> & { estado: EstadoDoConvite; saiu: boolean }
