import type { Services } from '../../server/composition.ts'
import { offsetOf } from '../../server/domain/quando.ts'
import { painelMovement } from '../../server/use-cases/painel-readings.ts'
import { backupsShown } from '~/shared/backups.server'
import { isCancelado } from '~/shared/closing.server'
import { countdown, daysUntil } from '~/shared/event-clock'
import { dotted, whenAt } from '~/shared/words'
import { shownNumeros, type ShownNumeros } from './numeros.tsx'

/** The board's numbers, in the words and widths that its page and script show. @throws StorageError */
export async function numerosOf(services: Services): Promise<ShownNumeros> {
  const { numeros, foraDaLista } = services.painelReadings
  const [counted, fora] = await Promise.all([numeros(), foraDaLista()])
  return shownNumeros(counted, fora, daysUntil(services.config.evento.inicio, services.now()) <= 0)
}

/** Everything the board shows. @throws StorageError */
export async function painelShown(services: Services) {
  const { now, config } = services
  const { inicio, local } = config.evento
  const [numeros, { empresas, broken, unreachable }, movement] = await Promise.all([
    numerosOf(services),
    services.painelReadings.empresas(),
    painelMovement({ ...services, ...services.painelReadings }, config.evento),
  ])
  const days = daysUntil(inicio, now())
  return {
    now: now(),
    asOf: now() - (await services.painel.age()),
    inicio,
    utcOffset: offsetOf(inicio),
    kicker: dotted(`${days === 0 ? 'Hoje, ' : ''}${whenAt(inicio)}`, days > 0 ? countdown(days) : local),
    acabou: now() >= Date.parse(config.evento.fim) && !isCancelado(services),
    numeros,
    movement,
    empresas: empresas.length + broken.length,
    broken: broken.map(({ empresaid }) => empresaid),
    unreachable,
    copias: backupsShown(services),
  }
}
