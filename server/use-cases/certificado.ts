import {
  atestadosIn,
  certificadoFor,
  type Atestado,
  type Certificado,
  type Conferencia,
} from '../domain/certificado.ts'
import type { EventoGravado, EventoGuardado } from '../domain/evento-gravado.ts'
import type { Storage } from '../domain/storage.ts'
import { findDesistencia } from './find-convidado.ts'

export { parseCertificadoCode } from '../domain/certificado.ts'

interface Parts extends Pick<Storage, 'entradas' | 'desistencias'> {
  gravado: EventoGravado | null
  now: () => number
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

interface Verifying extends Pick<Storage, 'credenciais'> {
  guardado: EventoGuardado | null
  findAtestado: (typed: Conferencia, atestados: Atestado[]) => Atestado | null
  now: () => number
}

/** The event a name and a code are a certificate's of; null for any others. Storage is asked nothing. */
export function verifyCertificado(
  { guardado, findAtestado, now }: Omit<Verifying, 'credenciais'>,
  typed: Conferencia,
): Atestado | null {
  return findAtestado(typed, atestadosIn(guardado, now()))
}

/** What became of the guests of an event that is over. */
export type DadosDoEvento =
  | { kind: 'guardados' }
  /** `em`, in milliseconds since the epoch; null for a former event, of which that is not known. */
  | { kind: 'apagados'; em: number | null }

/** Whether guests of an event are still stored. @throws StorageError */
export async function dadosOf(
  { credenciais }: Pick<Verifying, 'credenciais'>,
  { evento }: Atestado,
): Promise<DadosDoEvento> {
  // Another event begins once they are erased.
  if (!evento) return { kind: 'apagados', em: null }
  const { convidados, apagadoem } = await credenciais.countPersonalData()
  return convidados > 0 ? { kind: 'guardados' } : { kind: 'apagados', em: apagadoem }
}
