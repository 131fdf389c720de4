import { whenAt } from './components/evento-summary.ts'
import { shownNumeros, type ShownNumeros } from './components/shown-numeros.ts'
import { empresasQuery } from './empresas-query.server.ts'
import type { Services } from '../server/composition.ts'
import { offsetOf } from '../server/domain/quando.ts'
import { boardEmpresas, POR_PAGINA } from '../server/use-cases/board-empresas.ts'
import { boardMovement } from '../server/use-cases/board-movement.ts'

const DAY_MS = 86_400_000

/** The numbers of the board, in the words and widths the page and its script show. @throws StorageError */
export async function numerosOf(
  services: Pick<Services, 'boardReadings' | 'config' | 'now'>,
): Promise<ShownNumeros> {
  return shownNumeros(await services.boardReadings.numeros(), daysUntil(services) <= 0)
}

/** Everything the board shows. @throws StorageError */
export async function boardShown(services: Services, url: URL) {
  const { now, config } = services
  const { inicio, local } = config.evento
  const { query, ordem } = empresasQuery(url)
  const [numeros, page, movement] = await Promise.all([
    numerosOf(services),
    boardEmpresas(services.boardReadings, query),
    boardMovement({ ...services, ...services.boardReadings }, config.evento),
  ])
  const { broken, unreachable, ...empresas } = page
  const days = daysUntil(services)
  return {
    now: now(),
    inicio,
    utcOffset: offsetOf(inicio),
    kicker: `${days === 0 ? 'Hoje, ' : ''}${whenAt(inicio)} · ${days > 0 ? countdown(days) : local}`,
    isDay: days <= 0,
    numeros,
    movement,
    empresas,
    perPage: POR_PAGINA,
    busca: { ordem, empresa: query.texto, isParada: query.isParada },
    broken: broken.map(({ empresaid }) => empresaid),
    unreachable,
  }
}

/** How many days away the event is, by its own clock; negative once it is past. */
function daysUntil({ config, now }: Pick<Services, 'config' | 'now'>): number {
  const { inicio } = config.evento
  const dayOf = (at: number) => Math.floor((at + offsetOf(inicio)) / DAY_MS)
  return dayOf(Date.parse(inicio)) - dayOf(now())
}

const countdown = (days: number) =>
  days === 1 ? 'falta 1 dia' : `faltam ${days.toLocaleString('pt-BR')} dias`
