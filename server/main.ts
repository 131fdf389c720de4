import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compose } from './composition.ts'
import { readConfig } from './config.ts'
import { announce } from './http/announce.ts'
import { listen } from './http/listen.ts'
import { loadRemix } from './http/remix-build.ts'
import { createHttpServer } from './http/server.ts'
import { createStop, stopOnSignals } from './http/shutdown.ts'

try {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const config = readConfig(process.env)
  const services = await compose(config)
  const server = createHttpServer({
    services,
    remix: await loadRemix(new URL('../server/index.js', import.meta.url), services),
    clientDirectory: fileURLToPath(new URL('../client', import.meta.url)),
  })
  const stop = createStop(server)
  stopOnSignals(async () => {
    await stop()
    await services.close()
  })
  const port = await listen(server, config)
  services.startMaintenance()
  await announce(services, port)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
