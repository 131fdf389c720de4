import type { Evento } from '../domain/evento.ts'
import type { Faixa, Numeros } from '../domain/painel-repo.ts'
import { offsetOf } from '../domain/quando.ts'
import type { Storage } from '../domain/storage.ts'
import { cacheByVersion } from './cache-by-version.ts'
import { listEmpresas, type EmpresasListing } from './list-empresas.ts'

/** What the board reads of all guests and companies, kept while nothing is stored. Every method rejects with StorageError. */
export interface BoardReadings {
  numeros: () => Promise<Numeros>
  empresas: () => Promise<EmpresasListing>
  /** Those who were let in and are on no list. */
  foraDaLista: () => Promise<number>
  /** Guests inside, by empresaid. */
  inside: () => Promise<Map<string, number>>
  /** Guests by the day they registered, at the event's clock. */
  perDay: () => Promise<Faixa[]>
}

/** Makes the readings of a process. */
export function createBoardReadings(
  parts: Pick<Storage, 'empresas' | 'painel' | 'entradas'> & { now: () => number },
  { inicio }: Pick<Evento, 'inicio'>,
): BoardReadings {
  const { entradas, painel, now } = parts
  return {
    numeros: cacheByVersion(() => painel.count(now()), parts),
    foraDaLista: cacheByVersion(async () => (await entradas.listAnotadas(0, 1)).total, parts),
    empresas: cacheByVersion(() => listEmpresas(parts), parts),
    inside: cacheByVersion(() => painel.countInsideByEmpresa(), parts),
    perDay: cacheByVersion(() => painel.countPerDay(offsetOf(inicio)), parts),
  }
}
