import { createRequire } from 'node:module'
import { existsSync } from 'node:fs'
import { createArte, drawnBeside } from './arte/kept-arte.ts'
import { compose } from './composition.ts'
import { readConfig } from './config.ts'
import { createLog } from './log.ts'
import { FORM, LARGE_BODIES } from './route-table.ts'

const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1024)} KB`

/**
 * Starts the same build under stock remix-serve, for hosts that expect it. The work `npm start` does in front
 * of Remix is then left to the host's proxy, and this says so.
 */
const NOTICE = `Stock remix-serve: the proxy in front must supply
  - a limit on bodies of ${kilobytes(FORM.maxBytes)}, but of
${LARGE_BODIES.map(({ path, maxBytes }) => `      ${kilobytes(maxBytes)} at ${path}`).join('\n')}
  - limits per address, and time-outs for slow clients
  - Strict-Transport-Security, X-Content-Type-Options and Referrer-Policy: strict-origin-when-cross-origin
  - a check of Origin on POST, with its own Host passed on and X-Forwarded-Host from clients removed
  - logs without addresses of pages: this server logs each path as it came
Without SESSION_SECRET it is a demonstration that answers whatever Host is asked for: with npm start only localhost is.
Addresses of clients are not known here, so one address may hold any number of invitations.
`

if (existsSync('.env')) process.loadEnvFile('.env')
// `HOST=`, as in .env.example, means that HOST is not set; stock remix-serve would use every interface.
const { HOST = '', PORT = '' } = process.env
process.env.HOST = HOST || '127.0.0.1'
process.env.PORT = PORT || '3000'
try {
  // Refuses missing settings, and an event that cannot be drawn, before anything listens. Everything is read
  // again at the first request.
  const { storage, evento, logLevel } = readConfig(process.env)
  const log = createLog(logLevel)
  const arte = createArte(drawnBeside(storage), log)
  await arte.arteOf(evento, null)
  globalThis.startConvites = async () => {
    const services = await compose(readConfig(process.env), { log, ...arte })
    services.startMaintenance()
    return services
  }
  process.stderr.write(NOTICE)
  process.argv[2] = 'build/server/index.js'
  createRequire(import.meta.url)('@remix-run/serve/dist/cli.js')
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
