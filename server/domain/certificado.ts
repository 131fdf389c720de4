import { timingSafeEqual } from 'node:crypto'
import { keyedHash } from './chave.ts'
import { entradasIn, type Entrada } from './entrada.ts'
import type { Evento } from './evento.ts'
import { descritoIn, type Anterior, type EventoGravado, type EventoGuardado } from './evento-gravado.ts'
import { minutosOf } from './quando.ts'
import { CERTIFICADO_LENGTH, certificadoDashed, parseCertificadoCode } from './signed-text.ts'
import { foldPaper } from './text.ts'
import { signsFrom } from './token.ts'

/** An event with certificates, with all that is known about it after its guests are erased. */
export interface Atestado extends Omit<Anterior, 'passouem'> {
  /** The whole event while it is the stored one; null for a former one. */
  evento: Evento | null
}

export type AtestadoAtual = Atestado & { evento: Evento }

/** What a code vouches for besides the name. Both are frozen when the event ends. */
type Vouched = Pick<Atestado, 'eventoid' | 'minutos'>

/**
 * The code of a certificate: a hash, keyed with CREDENCIAL_SECRET, of the event, the folded name and the
 * workload. It is not stored, so it can be verified after the guest is erased, and on any storage with that
 * secret. A corrected name gets another code; the former code stays valid for the former name.
 * @returns `KGRG7-W6RM4`
 */
export function certificadoCodeOf(secret: string, { eventoid, minutos }: Vouched, nome: string): string {
  const text = [eventoid, foldPaper(nome), minutos].join('\n')
  return certificadoDashed(
    signsFrom(Buffer.from(keyedHash(secret, 'certificado', text), 'base64url'), CERTIFICADO_LENGTH),
  )
}

export interface Conferencia {
  codigo: string
  nome: string
}

/** The events whose certificates can be had now: the stored one once it has ended, and all before it. */
export function atestadosIn(guardado: EventoGuardado | null, now: number): Atestado[] {
  const anteriores = (guardado?.anteriores ?? []).map(({ eventoid, titulo, inicio, fim, minutos }) => {
    return { eventoid, titulo, inicio, fim, minutos, evento: null }
  })
  const gravado = descritoIn(guardado)
  return gravado && now >= Date.parse(gravado.evento.fim) ? [atestadoOf(gravado), ...anteriores] : anteriores
}

export function atestadoOf({ eventoid, evento }: Pick<EventoGravado, 'eventoid' | 'evento'>): AtestadoAtual {
  const { titulo, inicio, fim } = evento
  return { eventoid, titulo, inicio, fim, minutos: minutosOf(evento), evento }
}

/**
 * The event whose certificate has this name and code, each compared in constant time. Null for a wrong name,
 * a wrong code or malformed input, without telling these apart.
 */
export function findAtestado(
  secret: string,
  { codigo, nome }: Conferencia,
  atestados: Atestado[],
): Atestado | null {
  // Malformed input is compared too, against a code that cannot exist.
  const given = Buffer.from(parseCertificadoCode(codigo) ?? certificadoDashed('-'.repeat(CERTIFICADO_LENGTH)))
  const found = atestados.filter((one) =>
    timingSafeEqual(Buffer.from(certificadoCodeOf(secret, one, nome)), given),
  )
  return foldPaper(nome) === '' ? null : (found[0] ?? null)
}

export type Certificado =
  | { kind: 'pronto'; atestado: AtestadoAtual }
  /** The event has not ended; it will at `desde`, in milliseconds since the epoch. */
  | { kind: 'ainda-nao'; desde: number }
  | { kind: 'cancelado' }
  /** The guest withdrew, or was withdrawn by the table, and did not come after all. */
  | { kind: 'desistiu' }
  | { kind: 'nao-entrou' }
  /** The guest was admitted, and the admission was annulled. */
  | { kind: 'anulada' }

export interface Comparecimento {
  entradas: Entrada[]
  isRetirada: boolean
}

/** Decides whether a guest has a certificate: once the event has ended, everyone who was inside does. */
export function certificadoFor(
  gravado: EventoGravado,
  { entradas, isRetirada }: Comparecimento,
  now: number,
): Certificado {
  const desde = Date.parse(gravado.evento.fim)
  if (gravado.canceladoem !== null) return { kind: 'cancelado' }
  if (now < desde) return { kind: 'ainda-nao', desde }
  if (entradasIn(entradas).length > 0) return { kind: 'pronto', atestado: atestadoOf(gravado) }
  if (isRetirada) return { kind: 'desistiu' }
  return { kind: entradas.length > 0 ? 'anulada' : 'nao-entrou' }
}
