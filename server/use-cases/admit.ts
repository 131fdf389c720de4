import { parseStamp } from '../domain/quando.ts'
import { entradasIn, primeiraIn, type Ticked } from '../domain/entrada.ts'
import type { Autor } from '../domain/historico.ts'
import type { Storage } from '../domain/storage.ts'
import type { Passe } from '../domain/token.ts'
import { decideVeredito } from '../domain/veredito.ts'
import { findDesistencia, followPasse } from './find-convidado.ts'

type Parts = Pick<Storage, 'credenciais' | 'desistencias' | 'entradas'>

/** Reads whose link it is and the verdict for the volunteer, as phones do; null for a guest not stored. */
export async function readLink(
  { credenciais, desistencias, entradas, mesas }: Parts & Pick<Storage, 'mesas'>,
  passe: Passe,
  entradaid: string,
) {
  const found = await followPasse(credenciais, passe)
  if (!found) return null
  const { convidado, isOld } = found
  const { credencialid, nome } = convidado.credencial
  const { empresa } = convidado
  const [facts, desistencia, mesa] = await Promise.all([
    entradas.listOf(credencialid),
    findDesistencia({ desistencias }, credencialid),
    empresa && mesas.find(empresa.empresaid),
  ])
  const admitidas = entradasIn(facts)
  const lido = { isOld, isCancelado: desistencia !== null, primeira: primeiraIn(admitidas) }
  return {
    credencialid,
    nome,
    mesa: empresa && { nome: empresa.nome, numero: mesa?.numero ?? '' },
    veredito: decideVeredito(lido, entradaid),
    /** Whether the admission in question is stored, and counts. */
    isStored: admitidas.some((fact) => fact.entradaid === entradaid),
  }
}

/**
 * Admits the guest of a link if the verdict is `entrar`, or if the volunteer saw another one and admits
 * anyway. Whose link it is is read before the transaction; whether it opens, and whether the guest withdrew
 * or is inside, within it.
 * @returns whether anything was, or had been, stored; null for a guest who is no longer stored
 */
export async function admitByLink(
  parts: Pick<Storage, 'credenciais' | 'entradas'>,
  passe: Passe,
  { entradaid, isAnyway }: { entradaid: string; isAnyway: boolean },
  autor: Autor,
): Promise<boolean | null> {
  const found = await followPasse(parts.credenciais, passe)
  if (!found) return null
  const { convidado, isOld } = found
  const { credencialid } = convidado.credencial
  const versao = isOld ? null : convidado.versao
  return parts.entradas.admitByLink({ credencialid, entradaid, versao, isAnyway }, autor)
}

type PaperEntrada =
  /** How many are inside because of it. */
  | { kind: 'admitted'; count: number }
  /** The typed time cannot be read, or is in the future; nothing is written. */
  | { kind: 'bad-time' }

/**
 * Admits guests whose names were ticked on a printed list. The same form sent twice is one admission of each;
 * a guest who is inside by another admission is skipped.
 * @param typed when they came in, `2027-09-16T19:30` on the event's clock; empty text for now
 */
export async function admitFromPaper(
  { entradas, now }: Pick<Storage, 'entradas'> & { now: () => number },
  ticked: Ticked[],
  { typed, inicio }: { typed: string; inicio: string },
  autor: Autor,
): Promise<PaperEntrada> {
  const recebidaem = now()
  const lidaem = typed === '' ? recebidaem : parseStamp(inicio, `${typed}:00`)
  if (lidaem === null || lidaem > recebidaem) return { kind: 'bad-time' }
  return { kind: 'admitted', count: await entradas.admitTicked(ticked, { lidaem, recebidaem }, autor) }
}
