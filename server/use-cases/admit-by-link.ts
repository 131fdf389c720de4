import { admissionsIn, instantOf } from '../domain/entrada.ts'
import type { Autor } from '../domain/historico.ts'
import type { Storage } from '../domain/storage.ts'
import { decideVeredito, type Veredito } from '../domain/veredito.ts'
import { findWithdrawal } from './find-withdrawal.ts'

/** A guest whose link a phone of the team opened. */
export interface LinkRead {
  nome: string
  mesa: string | null
  veredito: Veredito
  /** Whether the admission that was asked about is stored, and counts. */
  isStored: boolean
}

type Parts = Pick<Storage, 'credenciais' | 'desistencias' | 'entradas'>

/** What a link said, its signature checked. */
interface Passe {
  credencialid: string
  versao: number
}

/**
 * Reads at the door whom a link means and what the volunteer is told, by the rule the phones decide by.
 * @param entradaid of the admission about to be made, or made
 * @returns null for a guest who is no longer stored
 * @throws StorageError
 */
export async function readLink(
  { credenciais, desistencias, entradas }: Parts,
  { credencialid, versao }: Passe,
  entradaid: string,
): Promise<LinkRead | null> {
  const convidado = await credenciais.findById(credencialid)
  if (!convidado) return null
  const [facts, desistencia] = await Promise.all([
    entradas.listOf(credencialid),
    findWithdrawal({ desistencias }, credencialid),
  ])
  const admissions = admissionsIn(facts)
  const [first] = admissions
  const primeira = first
    ? { entradaid: first.entradaid, em: instantOf(first), aparelhoid: first.aparelhoid }
    : null
  const isOld = convidado.versao !== versao
  const lido = { kind: 'guest', isOld, isCancelado: desistencia !== null, primeira } as const
  return {
    nome: convidado.credencial.nome,
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
  const { credencialid } = passe
  const fact = { entradaid, credencialid, aparelhoid, seq: em, lidaem: em, desvio: 0, recebidaem: em }
  await parts.entradas.add([{ ...fact, modo: 'link', anula: null, anotado: null }], autor)
  return true
}
