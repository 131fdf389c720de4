import { admissionsIn, instantOf } from '../domain/entrada.ts'
import type { Autor } from '../domain/historico.ts'
import type { Storage } from '../domain/storage.ts'
import type { Passe } from '../domain/token.ts'
import { decideVeredito, type Veredito } from '../domain/veredito.ts'
import { followPasse } from './follow-passe.ts'
import { findWithdrawal } from './find-withdrawal.ts'

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
