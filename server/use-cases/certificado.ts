import {
  atestadosIn,
  certificadoFor,
  type Atestado,
  type Certificado,
  type Conferencia,
} from '../domain/certificado.ts'
import { isTold, type EventoGravado, type EventoGuardado } from '../domain/evento-gravado.ts'
import type { Storage } from '../domain/storage.ts'
import { findDesistencia } from './find-convidado.ts'
import { cacheByVersion } from './painel-readings.ts'

export { parseCertificadoCode } from '../domain/certificado.ts'

interface Clock {
  now: () => number
}

interface Parts extends Pick<Storage, 'entradas' | 'desistencias'>, Clock {
  gravado: EventoGravado | null
}

/** A guest's certificate, or why there is none. Nothing is read of the guest before the event has ended. */
export async function certificadoOf(
  { entradas, desistencias, gravado, now }: Parts,
  credencialid: string,
): Promise<Certificado> {
  // Where no event is described nobody is stored either.
  if (!gravado) return { kind: 'nao-entrou' }
  const early = certificadoFor(gravado, { entradas: [], isRetirada: false }, now())
  if (early.kind === 'ainda-nao' || early.kind === 'cancelado') return early
  const [facts, desistencia] = await Promise.all([
    entradas.listOf(credencialid),
    findDesistencia({ desistencias }, credencialid),
  ])
  return certificadoFor(gravado, { entradas: facts, isRetirada: desistencia !== null }, now())
}

interface Verifying extends Clock {
  guardado: EventoGuardado | null
  findAtestado: (typed: Conferencia, atestados: Atestado[]) => Atestado | null
}

/** Tells whether anything can be verified: not before storage has told the events there were. */
export const canVerify = ({ guardado }: Pick<Verifying, 'guardado'>): boolean => isTold(guardado)

/** The event a name and a code are a certificate's of; null for any others. Storage is asked nothing. */
export function verifyCertificado(
  { guardado, findAtestado, now }: Verifying,
  typed: Conferencia,
): Atestado | null {
  return findAtestado(typed, atestadosIn(guardado, now()))
}

/** What became of the guests of an event that is over. */
export type DadosDoEvento =
  | { kind: 'guardados' }
  /** `em`, in milliseconds since the epoch; null for a former event, of which that is not known. */
  | { kind: 'apagados'; em: number | null }

/**
 * How long what is stored is taken for known where storage cannot tell cheaply whether it changed: strangers ask as often
 * as they like, and to count it reads every company.
 */
const KNOWN_MS = 60_000

/** Tells whether guests of an event are still stored, made once per process. @throws StorageError */
export function createDadosOf({ credenciais, painel, now }: Pick<Storage, 'credenciais' | 'painel'> & Clock) {
  const count = cacheByVersion(() => credenciais.countPersonalData(), { painel, now }, KNOWN_MS)
  return async ({ evento }: Atestado): Promise<DadosDoEvento> => {
    // Another event begins once they are erased.
    if (!evento) return { kind: 'apagados', em: null }
    const { convidados, apagadoem } = await count()
    return convidados > 0 ? { kind: 'guardados' } : { kind: 'apagados', em: apagadoem }
  }
}
