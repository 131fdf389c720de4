import type { Services } from '../composition.ts'
import { isClosedAt } from '../domain/terms.ts'
import { quandoOf } from '../domain/quando.ts'
import { demonstrationBanner } from './banner.ts'

/** Says that the server listens: a line in the log, and in demonstration the banner with links to open. */
export async function announce(services: Services, port: number): Promise<void> {
  const { config, empresas, closesAt, now, log } = services
  log.info({ port, storage: config.storage.kind, demonstration: config.isDemonstration }, 'listening')
  const isClosed = isClosedAt(services, now())
  if (isClosed) log.warn({ since: new Date(closesAt).toISOString() }, 'registrations are closed')
  if (!config.isDemonstration) return
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  const data = config.storage.kind === 'memory' ? null : locationOf(config.storage)
  process.stdout.write(
    demonstrationBanner(
      `http://${host}:${port}`,
      data,
      await empresas.list(now()),
      noticesOf(services, isClosed),
    ),
  )
}

/** What the organiser should know about the dates of the event. */
function noticesOf({ config, closesAt }: Services, isClosed: boolean): string[] {
  const { evento, yearsLater } = config
  if (isClosed) return [`As inscrições se encerraram em ${dateOf(evento.fim, closesAt)}.`]
  if (yearsLater === 0) return []
  const years = yearsLater === 1 ? '1 ano' : `${yearsLater} anos`
  return [`O evento de exemplo já passou: é mostrado ${years} depois, em ${dateOf(evento.inicio)}.`]
}

function dateOf(iso: string, at?: number): string {
  const { dia, mes, ano, hora } = quandoOf(iso, at)
  return `${dia} de ${mes} de ${ano}, ${hora}`
}

function locationOf(storage: Exclude<Services['config']['storage'], { kind: 'memory' }>): string {
  return storage.kind === 'sqlite' ? storage.path : 'emulador do Firebase'
}
