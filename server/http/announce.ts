import type { Services } from '../composition.ts'
import { demonstrationBanner } from './banner.ts'

/** Says that the server listens: a line in the log, and in demonstration the banner with links to open. */
export async function announce({ config, empresas, now, log }: Services, port: number): Promise<void> {
  log.info({ port, storage: config.storage.kind, demonstration: config.isDemonstration }, 'listening')
  if (!config.isDemonstration) return
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  const data = config.storage.kind === 'memory' ? null : locationOf(config.storage)
  process.stdout.write(demonstrationBanner(`http://${host}:${port}`, data, await empresas.list(now())))
}

function locationOf(storage: Exclude<Services['config']['storage'], { kind: 'memory' }>): string {
  return storage.kind === 'sqlite' ? storage.path : 'emulador do Firebase'
}
