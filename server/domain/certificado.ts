import { timingSafeEqual } from 'node:crypto'
import { keyedHash } from './chave.ts'
import { entradasIn, type Entrada } from './entrada.ts'
import type { Evento } from './evento.ts'
import { descritoIn, type Anterior, type EventoGravado, type EventoGuardado } from './evento-gravado.ts'
import { minutosOf } from './quando.ts'
import { CERTIFICADO_LENGTH, certificadoDashed, parseCertificadoCode } from './signed-text.ts'
import { foldPaper } from './text.ts'
import { signsFrom } from './token.ts'

/** An event that certificates tell of: what is still known of it once its guests are erased. */
export interface Atestado extends Omit<Anterior, 'passouem'> {
  /** All of it, while it is the stored one; null for a former one. */
  evento: Evento | null
}

export type AtestadoAtual = Atestado & { evento: Evento }

/** What a code vouches for beside the name. Both are frozen by the end of the event. */
type Vouched = Pick<Atestado, 'eventoid' | 'minutos'>

/**
 * The code of a certificate: a hash, keyed with CREDENCIAL_SECRET, of the event, the folded name and the workload.
 * Nothing of it is stored, so it can be verified when the guest is erased, and on any storage with that secret. A
 * corrected name has another code; the former stays true of the former name.
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

/** The events that have certificates by now: the stored one once it has ended, and all before it. */
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
 * The event of which name and code are a certificate's, each compared in constant time; null for a wrong name, a wrong
 * code and what is neither, without telling them apart.
 */
export function findAtestado(
  secret: string,
  { codigo, nome }: Conferencia,
  atestados: Atestado[],
): Atestado | null {
  // What cannot be a code is compared all the same, and is none.
  const given = Buffer.from(parseCertificadoCode(codigo) ?? certificadoDashed('-'.repeat(CERTIFICADO_LENGTH)))
  const found = atestados.filter((one) =>
    timingSafeEqual(Buffer.from(certificadoCodeOf(secret, one, nome)), given),
  )
  return foldPaper(nome) === '' ? null : (found[0] ?? null)
}

export type Certificado =
  | { kind: 'pronto'; atestado: AtestadoAtual }
  /** The event has not ended; `desde`, in milliseconds since the epoch, it has. */
  | { kind: 'ainda-nao'; desde: number }
  | { kind: 'cancelado' }
  /** The guest withdrew, or was withdrawn by the table, and did not come all the same. */
  | { kind: 'desistiu' }
  | { kind: 'nao-entrou' }
  /** The guest was admitted, and the admission was annulled. */
  | { kind: 'anulada' }

export interface Comparecimento {
  entradas: Entrada[]
  isRetirada: boolean
}

/** Decides whether a guest has a certificate: who was inside, once the event has ended. */
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
