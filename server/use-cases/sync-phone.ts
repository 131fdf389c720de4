import { instantOf } from '../domain/entrada.ts'
import type { Autor } from '../domain/historico.ts'
import type { Pareado, Pareamento } from '../domain/pareamento.ts'
import type { Envio, Lista, Recibo, Revogado } from '../domain/porta-sync.ts'
import type { Storage } from '../domain/storage.ts'
import type { DoorListOf } from './door-list.ts'
import { findEnsaio } from './ensaio.ts'
import { atHonestInstant, storeEntradas, type StoringParts } from './store-entradas.ts'

/** How long after the event the list is kept on a phone, in milliseconds. */
const LISTA_MS = 12 * 3_600_000

/** A list without guests. */
const NOBODY = { hasMore: false, isInteira: true, convidados: [], removidos: [] }

/** How exactly it is noted when a phone asked, in milliseconds. */
const SEEN_MS = 60_000

/** What a sync takes. */
export interface SyncParts extends StoringParts, Pick<Storage, 'historico' | 'porta'> {
  doorListOf: DoorListOf
  config: { evento: { fim: string } }
}

/**
 * Stores what a paired phone admitted, all of it in one transaction, and answers with what changed since its mark, its own
 * admissions among it. The same batch again stores nothing and is answered alike.
 * @throws StorageError
 */
export async function syncPhone(
  parts: SyncParts,
  { aparelho, pareamento }: Pareado,
  { marca, entradas, porEnviar }: Envio,
  autor: Autor,
): Promise<Recibo> {
  const { equipe, porta, doorListOf, now, config } = parts
  const { aparelhoid, nome } = aparelho
  const stored = await storeEntradas(parts, pareamento, entradas, autor)
  await notePendentes(parts, pareamento, porEnviar + stored.retidas)
  const apagarem = Date.parse(config.evento.fim) + LISTA_MS
  // Once the list is to be erased nobody gets it any more.
  const alteracoes = now() < apagarem ? await porta.since(marca) : { ...NOBODY, marca: marca ?? '' }
  const lista = await doorListOf(alteracoes, aparelhoid)
  const aparelhos = await namesIn(lista, equipe)
  const ensaio = await findEnsaio(parts, now())
  const { hasMore } = alteracoes
  return { agora: now(), ...stored, apagarem, nome, ensaio, aparelhos, hasMore, lista }
}

/**
 * Stores what a phone admitted before its pairing was closed, and nothing later; those stand out by `recebidaem`, which
 * is after `fechadoem`. The board goes on showing how much it has not sent. @throws StorageError
 */
export async function takeFromRevoked(
  parts: StoringParts,
  pareamento: Pareamento,
  { entradas, porEnviar }: Pick<Envio, 'entradas' | 'porEnviar'>,
  autor: Autor,
): Promise<Revogado> {
  const end = pareamento.fechadoem ?? 0
  const before = entradas.filter((entrada) => instantOf(atHonestInstant(entrada, parts.now())) < end)
  const stored = await storeEntradas(parts, pareamento, before, autor)
  await notePendentes(parts, pareamento, porEnviar + stored.retidas)
  return { revogadoem: end, ...stored }
}

async function notePendentes(
  { equipe, now }: StoringParts,
  { segredo, pendentes, enviouem }: Pareamento,
  told: number,
): Promise<void> {
  if (pendentes !== told || now() - (enviouem ?? 0) >= SEEN_MS)
    await equipe.notePendentes(segredo, told, now())
}

/** The names of the phones a list tells of; nothing is read for a list without admissions. */
async function namesIn({ entradas }: Lista, equipe: Storage['equipe']): Promise<Record<string, string>> {
  const ids = new Set(entradas.map(([, , aparelhoid]) => aparelhoid))
  if (ids.size === 0) return {}
  const named = (await equipe.list()).filter(({ aparelhoid }) => ids.has(aparelhoid))
  return Object.fromEntries(named.map(({ aparelhoid, nome }) => [aparelhoid, nome]))
}
