import { descritoIn } from '../domain/evento-gravado.ts'
import type { ComecarRequest, Comeco } from '../domain/evento-repo.ts'
import type { Autor } from '../domain/historico.ts'
import type { Storage } from '../domain/storage.ts'
import { eraseCopies } from './erase-convidados.ts'
import { readBalanco } from './read-balanco.ts'

type Parts = Pick<Storage, 'backups' | 'eventos' | 'painel'> & { now: () => number }

/** How often the event is counted at most: phones that deliver again and again hold nobody up. */
const COUNTS_MAX = 3

/**
 * Begins another event, with the one it follows in numbers: counted just before, and again where a phone of the door
 * delivered meanwhile. @throws StorageError
 */
export async function beginOutro(
  parts: Parts,
  request: Omit<ComecarRequest, 'balanco' | 'entradas'>,
  autor: Autor,
): Promise<Exclude<Comeco, { kind: 'entrou-mais' }>> {
  for (let counts = 1; ; counts++) {
    const { balanco, entradas } = await countEnded(parts)
    const isLast = counts === COUNTS_MAX
    const asked = { ...request, balanco, entradas: isLast ? null : entradas }
    const comeco = await parts.eventos.comecarOutro(asked, autor)
    if (comeco.kind === 'entrou-mais') continue
    // Copies made since the erasure still name those who answer for companies.
    if (request.areContactsErased && comeco.kind === 'comecou') await eraseCopies(parts)
    return comeco
  }
}

/** The event as of now: null where none is described, it was cancelled, or it is not over. */
async function countEnded(parts: Parts): Promise<Pick<ComecarRequest, 'balanco' | 'entradas'>> {
  const gravado = descritoIn(await parts.eventos.find())
  if (gravado?.canceladoem !== null || parts.now() < Date.parse(gravado.evento.fim))
    return { balanco: null, entradas: null }
  await parts.painel.renew()
  return readBalanco(parts, gravado)
}
