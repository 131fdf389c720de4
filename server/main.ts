import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { announce } from './announce.ts'
import { createArte, drawnBeside } from './arte/kept-arte.ts'
import { compose } from './composition.ts'
import { readConfig } from './config.ts'
import { StorageError } from './domain/errors.ts'
import { listen, stopOnSignals, takeInheritedSocket } from './http/lifecycle.ts'
import { loadRemix } from './http/remix.ts'
import { createHttpServer } from './http/server.ts'
import { createLog } from './log.ts'

const socket = takeInheritedSocket(process.env)
let isStopping = () => false
try {
  loadEnv()
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const services = await compose(config, { log, ...createArte(drawnBeside(config.storage), log) })
  const { server, stop } = createHttpServer({
    services,
    remix: await loadRemix(new URL('../server/index.js', import.meta.url), services),
    clientDirectory: fileURLToPath(new URL('../client', import.meta.url)),
    isResumed: socket !== null,
  })
  isStopping = stopOnSignals(async () => {
    await Promise.all([stop(), services.tasks.stop()])
    await services.close()
  })
  const port = await listen(server, config, socket)
  services.startMaintenance()
  // A listening server goes on: storage that is down may come back.
  await announce(services, port).catch((err: unknown) => {
    if (!(err instanceof StorageError)) throw err
    services.log.warn({ err }, 'storage did not tell what to announce')
  })
} catch (error) {
  // A start that is interrupted ends like any stop: storage is closed during it.
  if (!isStopping()) fail(error)
}

function loadEnv(): void {
  if (!existsSync('.env')) return
  try {
    process.loadEnvFile('.env')
  } catch (cause) {
    const path = resolve('.env')
    throw new Error(
      `${path} cannot be read by this user: give it to the group of the user the server runs as`,
      { cause },
    )
  }
}

function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
