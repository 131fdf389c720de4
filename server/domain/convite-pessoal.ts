import { take } from './claim.ts'
import { convitesLeft, type Empresa } from './empresa.ts'
import { estadoOf } from './estado-do-convite.ts'
import { cleanText } from './text.ts'
import { giveBack, SEM_FIM, type Allotment, type AllotmentChange, type Reserva } from './reserva.ts'

/** One invitation of a company with a label and a link of its own, `/{empresaid}/{codigo}`. */
export interface ConvitePessoal {
  /** 100 random bits: twenty signs of base32 (`codigo.ts`). */
  codigo: string
  empresaid: string
  /** Whom it is for, as the holder typed it: "Tia Lúcia". */
  rotulo: string
  /** The reserva that pays: its state is the invitation's. */
  reservaid: string
  /** Milliseconds since the epoch; those made together are a millisecond apart, in the order they were typed. */
  criadoem: number
}

export const ROTULO_MAX = 60

/** A label as typed, without invisible characters; null when it is empty or too long. */
export function parseRotulo(raw: string): string | null {
  const rotulo = cleanText(raw)
  return rotulo !== null && rotulo !== '' && Array.from(rotulo).length <= ROTULO_MAX ? rotulo : null
}

/** What lists begin their lines with, as people paste them: `- `, `• `, `1. `. */
const BULLET = /^\s*(?:[-–—*•·●▪◦‣+]\s*|\d{1,3}[.)]\s+)/u
/** A phone after a name, with what parts them: a table that is pasted has it in the next column. */
const NUMBER = /[\s,;:–-]*\+?[\d\s().–-]*(?:\d[\s().–-]*){10}$/

/**
 * The label on a line of a list: without its bullet, what stands in later columns, and a phone number, which is not kept.
 * @returns the text to read as a label, and whether something else than the bullet was left out
 */
export function labelOf(line: string): { raw: string; isCut: boolean } {
  const [first = '', ...others] = line.trim().split('\t')
  const label = first.replace(BULLET, '')
  const raw = label.replace(NUMBER, '')
  return { raw, isCut: raw !== label || others.some((cell) => cell.trim() !== '') }
}

/** A personal invitation to make. All ids are made outside the transaction, so that a retry makes no second one. */
export interface NovoConvite {
  codigo: string
  rotulo: string
  reservaid: string
  /** Random: no browser has it. */
  sid: string
}

/** What became of new personal invitations; nothing is written unless `created`. */
export type Creation =
  | { kind: 'created' }
  /** Fewer are left than were asked for. */
  | { kind: 'limit-reached'; left: number }
  | { kind: 'empresa-not-found' }

/** Decides new personal invitations, all or none: each counts in licredencial from now on. */
export function decideCreation(
  allotment: Allotment | null,
  novos: NovoConvite[],
  now: number,
): { outcome: Creation; change: AllotmentChange | null; convites: ConvitePessoal[] } {
  if (!allotment) return { outcome: { kind: 'empresa-not-found' }, change: null, convites: [] }
  const { empresa, ended } = allotment
  const { empresaid } = empresa
  const reservas = novos.map(({ reservaid, sid }): Reserva => ({
    ...{ reservaid, empresaid, sid, origem: null, estado: 'pendente', criadaem: now },
    ...{ expiraem: SEM_FIM, credencialid: null },
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
export type Revocation =
  | { kind: 'revoked' }
  | { kind: 'already-revoked' }
  /** Somebody has registered with it. */
  | { kind: 'already-used' }
  | { kind: 'convite-not-found' }

/** Decides a revocation: only of a new invitation, which returns to the company. */
export function decideRevocation(
  reserva: Reserva,
  empresa: Empresa,
): { outcome: Revocation; change: AllotmentChange | null } {
  const estado = estadoOf(reserva)
  switch (estado) {
    case 'novo':
      return { outcome: { kind: 'revoked' }, change: giveBack(empresa, [reserva]) }
    case 'usado':
      return { outcome: { kind: 'already-used' }, change: null }
    case 'revogado':
      return { outcome: { kind: 'already-revoked' }, change: null }
    default:
      return estado satisfies never
  }
}
