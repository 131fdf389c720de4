import { parseStamp } from '../domain/quando.ts'
import { admissionsIn, instantOf, type Entrada } from '../domain/entrada.ts'
import type { Autor } from '../domain/historico.ts'
import type { Storage } from '../domain/storage.ts'
import type { Passe } from '../domain/token.ts'
import { decideVeredito, type Veredito } from '../domain/veredito.ts'
import { findWithdrawal, followPasse } from './find-guest.ts'

/** An admission asked for on the board. */
export interface AdmissionRequest {
  credencialid: string
  /** A UUID made with the page, so that a form sent twice is one admission. */
  entradaid: string
  /** The organiser was told that the guest is inside, and admits again. */
  isAgain: boolean
}

/** What became of it; nothing is written unless `admitted`. */
export type Admission =
  /** Now, or when the same form was sent before. */
  | { kind: 'admitted' }
  /** Milliseconds since the epoch of the first admission. */
  | { kind: 'already-inside'; since: number }
  | { kind: 'credencial-not-found' }
  /** Another guest's admission has this entradaid. */
  | { kind: 'entrada-taken' }

/**
 * Admits a guest by a click on the board, read by the server's own clock. Two organisers at once are two facts: nobody
 * is turned away, and the guest's page says so.
 * @throws StorageError
 */
export async function admitGuest(
  { credenciais, entradas }: Pick<Storage, 'credenciais' | 'entradas'>,
  { credencialid, entradaid, isAgain }: AdmissionRequest,
  autor: Autor,
): Promise<Admission> {
  const facts = await entradas.listOf(credencialid)
  if (facts.some((fact) => fact.entradaid === entradaid)) return { kind: 'admitted' }
  if (!(await credenciais.findById(credencialid))) return { kind: 'credencial-not-found' }
  const [first] = admissionsIn(facts)
  if (first && !isAgain) return { kind: 'already-inside', since: instantOf(first) }
  const { quem: aparelhoid, em } = autor
  const fact = { entradaid, credencialid, aparelhoid, seq: em, lidaem: em, desvio: 0, recebidaem: em }
  const added = await entradas.add([{ ...fact, modo: 'painel', anula: null, anotado: null }], autor)
  if (added > 0) return { kind: 'admitted' }
  const stored = await entradas.listOf(credencialid)
  return { kind: stored.some((one) => one.entradaid === entradaid) ? 'admitted' : 'entrada-taken' }
}

/** A guest whose link a phone of the team opened. */
export interface LinkRead {
  credencialid: string
  nome: string
  mesa: string | null
  veredito: Veredito
  /** Whether the admission that was asked about is stored, and counts. */
  isStored: boolean
}

type Parts = Pick<Storage, 'credenciais' | 'desistencias' | 'entradas'>

/**
 * Reads at the door whom a link means and what the volunteer is told, by the rule the phones decide by.
 * @param entradaid of the admission about to be made, or made
 * @returns null for a guest who is no longer stored
 * @throws StorageError
 */
export async function readLink(
  { credenciais, desistencias, entradas }: Parts,
  passe: Passe,
  entradaid: string,
): Promise<LinkRead | null> {
  const found = await followPasse(credenciais, passe)
  if (!found) return null
  const { convidado, isOld } = found
  const { credencialid, nome } = convidado.credencial
  const [facts, desistencia] = await Promise.all([
    entradas.listOf(credencialid),
    findWithdrawal({ desistencias }, credencialid),
  ])
  const admissions = admissionsIn(facts)
  const [first] = admissions
  const primeira = first
    ? { entradaid: first.entradaid, em: instantOf(first), aparelhoid: first.aparelhoid }
    : null
  const lido = { kind: 'guest', isOld, isCancelado: desistencia !== null, primeira } as const
  return {
    ...{ credencialid, nome },
    mesa: convidado.empresa?.nome ?? null,
    veredito: decideVeredito(lido, entradaid),
    isStored: admissions.some((fact) => fact.entradaid === entradaid),
  }
}

/**
 * Admits the guest of a link where the verdict is `entrar`, or where the volunteer saw another one and admits
 * anyway. @returns whether anything was, or had been, stored; null for a guest who is no longer stored
 * @throws StorageError
 */
export async function admitByLink(
  parts: Parts,
  passe: Passe,
  { entradaid, isAnyway }: { entradaid: string; isAnyway: boolean },
  autor: Autor,
): Promise<boolean | null> {
  const read = await readLink(parts, passe, entradaid)
  if (!read) return null
  if (read.isStored) return true
  if (read.veredito.kind !== 'entrar' && !isAnyway) return false
  const { quem: aparelhoid, em } = autor
  const { credencialid } = read
  const fact = { entradaid, credencialid, aparelhoid, seq: em, lidaem: em, desvio: 0, recebidaem: em }
  await parts.entradas.add([{ ...fact, modo: 'link', anula: null, anotado: null }], autor)
  return true
}

/** A name ticked on paper: the guest, and the id its admission was given with the form. */
export interface Ticked {
  entradaid: string
  credencialid: string
}

/** What became of a form. */
export type PaperAdmission =
  /** How many are inside because of it. */
  | { kind: 'admitted'; count: number }
  /** The typed time cannot be read, or is in the future; nothing is written. */
  | { kind: 'bad-time' }

/** How many guests are looked up at once. */
const AT_ONCE = 20

/**
 * Admits guests whose names were ticked on a printed list. The same form sent twice is one admission of each; a guest
 * who is inside by another one is passed over.
 * @param typed when they came in, `2027-09-16T19:30` at the event's clock; empty text for now
 * @param inicio tells the clock
 * @throws StorageError
 */
export async function admitFromPaper(
  { entradas, now }: Pick<Storage, 'entradas'> & { now: () => number },
  ticked: Ticked[],
  { typed, inicio }: { typed: string; inicio: string },
  autor: Autor,
): Promise<PaperAdmission> {
  const recebidaem = now()
  const lidaem = typed === '' ? recebidaem : parseStamp(inicio, `${typed}:00`)
  if (lidaem === null || lidaem > recebidaem) return { kind: 'bad-time' }
  const added = (await outsideOf(entradas, ticked)).map(({ entradaid, credencialid }, index): Entrada => ({
    ...{ entradaid, credencialid, aparelhoid: autor.quem, seq: recebidaem + index, lidaem },
    ...{ desvio: 0, modo: 'papel', recebidaem, anula: null, anotado: null },
  }))
  return { kind: 'admitted', count: added.length === 0 ? 0 : await entradas.add(added, autor) }
}

/** The guests of a form who are not inside yet. */
async function outsideOf(entradas: Storage['entradas'], ticked: Ticked[]): Promise<Ticked[]> {
  const outside: Ticked[] = []
  for (let from = 0; from < ticked.length; from += AT_ONCE) {
    const page = ticked.slice(from, from + AT_ONCE)
    const known = await Promise.all(page.map(({ credencialid }) => entradas.listOf(credencialid)))
    outside.push(...page.filter((_, index) => admissionsIn(known[index] ?? []).length === 0))
  }
  return outside
}

/** An admission to annul. */
export interface AnnulmentRequest {
  credencialid: string
  /** A UUID made with the page, so that a form sent twice is one annulment. */
  entradaid: string
  /** The admission's entradaid. */
  anula: string
}

/** What became of it; `annulled` when it no longer counts, by this act or an earlier one. */
export type Annulment = { kind: 'annulled' } | { kind: 'entrada-not-found' }

/** Appends the fact that an admission of the guest no longer counts; the admission stays. @throws StorageError */
export async function annulEntrada(
  { entradas }: Pick<Storage, 'entradas'>,
  { credencialid, entradaid, anula }: AnnulmentRequest,
  autor: Autor,
): Promise<Annulment> {
  const facts = await entradas.listOf(credencialid)
  const admission = facts.find((fact) => fact.entradaid === anula && fact.anula === null)
  if (!admission) return { kind: 'entrada-not-found' }
  if (!admissionsIn(facts).includes(admission)) return { kind: 'annulled' }
  const { quem: aparelhoid, em } = autor
  const fact = { entradaid, credencialid, aparelhoid, seq: em, lidaem: em, desvio: 0, recebidaem: em }
  await entradas.add([{ ...fact, modo: admission.modo, anula, anotado: null }], autor)
  return { kind: 'annulled' }
}
