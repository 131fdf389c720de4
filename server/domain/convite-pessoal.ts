import { take } from './claim.ts'
import { convitesLeft, type Empresa } from './empresa.ts'
import type { Autor } from './historico.ts'
import { SEM_FIM, giveBack, type Allotment, type AllotmentChange, type Reserva } from './reserva.ts'
import { cleanText, withApostrophes, withoutEnd } from './text.ts'

/**
 * New until somebody registers with it or it is revoked. After a withdrawal it stays used, whether the place
 * is kept or given back: its link is spent.
 */
export type EstadoDoConvite = 'novo' | 'usado' | 'revogado'

export function estadoOf({
  estado,
  credencialid,
}: Pick<Reserva, 'estado' | 'credencialid'>): EstadoDoConvite {
  if (estado === 'usada' || credencialid !== null) return 'usado'
  return estado === 'pendente' ? 'novo' : 'revogado'
}

/** One invitation of a company with its own label and link, `/{empresaid}/{codigo}`. */
export interface ConvitePessoal {
  /** 100 random bits: twenty characters of base32 (`signed-text.ts`). */
  codigo: string
  empresaid: string
  /** Whom it is for, as the holder typed it: "Tia Lúcia". */
  rotulo: string
  /** The reserva that pays; the state of the invitation follows from it. */
  reservaid: string
  /** Milliseconds since the epoch; those made together are a millisecond apart, in the order typed. */
  criadoem: number
}

/** An invitation nobody has used yet, as it appears in the list of all companies. */
export type ConviteNovo = Pick<ConvitePessoal, 'codigo' | 'empresaid' | 'rotulo' | 'criadoem'>

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
export interface NovoConvite {
  codigo: string
  rotulo: string
  reservaid: string
  /** Random, so that no browser has it. */
  sid: string
}

export type Creation =
  | { kind: 'created' }
  | { kind: 'limit-reached'; left: number }
  | { kind: 'empresa-not-found' }

/** Decides new personal invitations, all or none; each counts in licredencial from now on. */
export function decideCreation(
  allotment: Allotment | null,
  novos: NovoConvite[],
  now: number,
): { outcome: Creation; change: AllotmentChange | null; convites: ConvitePessoal[] } {
  if (!allotment) return { outcome: { kind: 'empresa-not-found' }, change: null, convites: [] }
  const { empresa, ended } = allotment
  const { empresaid } = empresa
  const reservas = novos.map(({ reservaid, sid }): Reserva => ({
    reservaid,
    empresaid,
    sid,
    origem: null,
    estado: 'pendente',
    criadaem: now,
    expiraem: SEM_FIM,
    credencialid: null,
  }))
  const change = take(allotment, ...reservas)
  if (!change) {
    const left = convitesLeft(empresa, ended.length)
    return { outcome: { kind: 'limit-reached', left }, change, convites: [] }
  }
  return {
    outcome: { kind: 'created' },
    change,
    convites: novos.map(({ codigo, rotulo, reservaid }, index) => {
      return { codigo, empresaid, rotulo, reservaid, criadoem: now + index }
    }),
  }
}

/** What became of a revocation; nothing is written unless `revoked`. */
export type ConviteRevocation =
  | { kind: 'revoked' }
  | { kind: 'already-revoked' }
  | { kind: 'already-used' }
  | { kind: 'convite-not-found' }

/** Decides a revocation. Only a new invitation can be revoked; it returns to the company. */
export function decideRevocation(
  reserva: Reserva,
  empresa: Empresa,
): { outcome: ConviteRevocation; change: AllotmentChange | null } {
  const estado = estadoOf(reserva)
  if (estado === 'novo') return { outcome: { kind: 'revoked' }, change: giveBack(empresa, [reserva]) }
  return { outcome: { kind: estado === 'usado' ? 'already-used' : 'already-revoked' }, change: null }
}

export interface ConviteComReserva {
  convite: ConvitePessoal
  reserva: Reserva
}

/** What became of another label; nothing is written unless `renamed`. */
export type Rename = { kind: 'renamed' } | { kind: 'not-new' } | { kind: 'convite-not-found' }

export interface ConvitePessoalRepo {
  /**
   * Makes invitations, all or none, in one transaction: each counts in licredencial from then on. The history
   * gets `criou-convites` with the count. A repeat with the same ids makes nothing new.
   */
  create(empresaid: string, novos: NovoConvite[], now: number, autor: Autor): Promise<Creation>

  find(codigo: string): Promise<ConviteComReserva | null>

  /** Those of a company, in the order they were made, then by codigo. */
  list(empresaid: string): Promise<ConviteComReserva[]>

  /** The unused ones of all companies, by empresaid and then in the order typed, as the board knows them. */
  listNovos(): Promise<ConviteNovo[]>

  /** Gives a new one another label; the history gets `renomeou-convite`. */
  rename(codigo: string, rotulo: string, autor: Autor): Promise<Rename>

  /** Revokes a new one: the company gets its invitation back, and the history gets `revogou-convite`. */
  revoke(codigo: string, autor: Autor): Promise<ConviteRevocation>
}
