// The built server on a database of its own, with companies for the browser's tests.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const directory = mkdtempSync(join(tmpdir(), 'convites-e2e-'))
const env = {
  ...process.env,
  SQLITE_PATH: join(directory, 'convites.db'),
  SESSION_SECRET: '',
  EVENTO: 'test/support/evento-por-vir.json',
  POSTS_PER_MINUTE: '2000',
  LOG_LEVEL: 'warn',
}

const run = (environment, ...args) =>
  spawnSync('node', args, { env: environment, stdio: 'inherit' }).status ?? 1
// The build shows the event it was built with; the server's own is always in the future.
if (run(process.env, 'server/build-if-needed.mjs') !== 0) process.exit(1)
if (run(env, 'build/node/cli/main.js', 'empresas', 'importar', 'test/e2e/empresas.csv') !== 0) process.exit(1)

const server = spawn('node', ['build/node/main.js'], { env, stdio: 'inherit' })
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => server.kill(signal))
server.on('exit', (code) => {
  rmSync(directory, { recursive: true, force: true })
  process.exit(code ?? 0)
})
