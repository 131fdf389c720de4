import { createHash } from 'node:crypto'
import {
  atestadosIn,
  certificadoFor,
  type Atestado,
  type Certificado,
  type Conferencia,
  atestadoOf,
} from '../domain/certificado.ts'
import { isTold, type EventoGravado, type EventoGuardado } from '../domain/evento-gravado.ts'
import type { Storage } from '../domain/storage.ts'
import { findDesistencia } from './find-convidado.ts'
import { cacheByVersion } from './painel-readings.ts'
import { isRare } from '../domain/text.ts'
import type { EnvioParts } from './devidas.ts'
import { prazoOf } from './envios.ts'

interface Clock {
  now: () => number
}

interface CertificadoParts extends Pick<Storage, 'entradas' | 'desistencias'>, Clock {
  gravado: EventoGravado | null
}

/** A guest's certificate, or why there is none. Nothing about the guest is read before the event's end. */
export async function certificadoOf(
  { entradas, desistencias, gravado, now }: CertificadoParts,
  credencialid: string,
): Promise<Certificado> {
  // If no event is described, no guest is stored either.
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

/** Tells whether anything can be verified: only once storage has answered which events there were. */
export const canVerify = ({ guardado }: Pick<Verifying, 'guardado'>): boolean => isTold(guardado)

/** The event whose certificate has this name and code, or null. Storage is not asked. */
export function verifyCertificado(
  { guardado, findAtestado, now }: Verifying,
  typed: Conferencia,
): Atestado | null {
  return findAtestado(typed, atestadosIn(guardado, now()))
}

export type DadosDoEvento =
  | { kind: 'guardados' }
  /** `em`, in milliseconds since the epoch; null for a former event, for which it is not known. */
  | { kind: 'apagados'; em: number | null }

/**
 * How long a count is reused when storage cannot tell cheaply whether it changed: strangers may ask as often
 * as they like, and each count reads every company.
 */
const KNOWN_MS = 60_000

/** Makes a check for whether guests of an event are still stored; made once per process. */
export function createDadosOf({ credenciais, painel, now }: Pick<Storage, 'credenciais' | 'painel'> & Clock) {
  const count = cacheByVersion(() => credenciais.countPersonalData(), { painel, now }, KNOWN_MS)
  return async ({ evento }: Atestado): Promise<DadosDoEvento> => {
    // Another event begins only once they are erased.
    if (!evento) return { kind: 'apagados', em: null }
    const { convidados, apagadoem } = await count()
    return convidados > 0 ? { kind: 'guardados' } : { kind: 'apagados', em: apagadoem }
  }
}

export const POR_ARQUIVO = 200

interface Query {
  empresaid: string | null
}

type ListingParts = Pick<EnvioParts, 'painel' | 'closesAt' | 'eraseAt' | 'gravado' | 'config' | 'now'> & {
  certificados: { undrawable: (nomes: string[]) => Promise<string[]> }
}

/** Divides the guests who were inside into files, by name in the board's order. */
export async function listCertificados(parts: ListingParts, query: Query) {
  const prazo = prazoOf('certificado', parts)
  const inside = prazo === 'agora' ? await insideOf(parts, query) : []
  const ids = idsOf(inside)
  const files = Array.from({ length: filesOf(ids) }, (_, n) => partOf(ids, n + 1))
  const ends = files.flatMap((file) => [file[0] ?? '', file.at(-1) ?? ''])
  const rare = idsOf(inside.filter(({ ordem }) => isRare(ordem)))
  const found = await parts.painel.find([...new Set([...ends, ...rare])])
  const nomes = new Map(found.map(({ credencial: { credencialid, nome } }) => [credencialid, nome]))
  const nomeOf = (id = '') => nomes.get(id) ?? ''
  const undrawable = new Set(await parts.certificados.undrawable(rare.map(nomeOf)))
  const semLetras = rare.filter((id) => undrawable.has(nomeOf(id)))
  const without = new Set(semLetras)
  return {
    prazo,
    /** Distinguishes this list from one with other guests inside. */
    lista: listaOf(ids),
    total: ids.length,
    /** The files, which contain everybody except `semLetras`. */
    partes: files.map((file) => {
      const count = file.filter((id) => !without.has(id)).length
      return { de: nomeOf(file[0]), ate: nomeOf(file.at(-1)), count }
    }),
    /** Those who were inside, but whose names cannot be printed on a certificate. */
    semLetras: semLetras.map((credencialid) => ({ credencialid, nome: nomeOf(credencialid) })),
  }
}

/**
 * Reads whose certificates a file contains.
 * @param lista of the list the file was chosen from
 * @returns null if other guests are inside now, because somebody might be in no file or in two, or if the
 * file is empty
 */
export async function readParte(
  parts: ListingParts,
  query: Query,
  { lista, parte }: { lista: string; parte: number },
) {
  const { gravado, painel, certificados } = parts
  if (!gravado || prazoOf('certificado', parts) !== 'agora') return null
  const ids = idsOf(await insideOf(parts, query))
  const file = partOf(ids, parte)
  if (listaOf(ids) !== lista || file.length === 0) return null
  const found = await painel.find(file)
  // Since the guests inside were listed, somebody was removed or an admission annulled.
  if (found.length < file.length || found.some(({ dentroDesde }) => dentroDesde === null)) return null
  const all = found.map(({ credencial }) => credencial.nome)
  const undrawable = new Set(await certificados.undrawable(all))
  /** Empty when no font has the letters of any of them. */
  const nomes = all.filter((nome) => !undrawable.has(nome))
  return { nomes, atestado: atestadoOf(gravado), partes: filesOf(ids) }
}

async function insideOf({ painel }: Pick<Storage, 'painel'>, { empresaid }: Query) {
  const { convidados } = await painel.listed()
  return convidados.filter(
    (one) => one.presenca === 'dentro' && (empresaid === null || one.empresaid === empresaid),
  )
}

const idsOf = (convidados: { credencialid: string }[]) => convidados.map(({ credencialid }) => credencialid)

const filesOf = (ids: string[]) => Math.ceil(ids.length / POR_ARQUIVO)

/** @param parte starts at 1 */
const partOf = (ids: string[], parte: number) => ids.slice((parte - 1) * POR_ARQUIVO, parte * POR_ARQUIVO)

/** Distinguishes a list of guests from one with others, or in another order. */
export const listaOf = (ids: string[]) =>
  createHash('sha256').update(ids.join('\n')).digest('base64url').slice(0, 12)
