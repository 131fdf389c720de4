// The built server on a database of its own, with companies and invitations for the browser's tests.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
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

// Opened only now: the build may have been made a moment ago.
const { openSqlite } = await import('../../build/node/repos/sqlite/index.js')
const storage = await openSqlite(env.SQLITE_PATH)
const novos = JSON.parse(readFileSync('test/e2e/convites.json', 'utf8')).map(
  ({ codigo, rotulo, lugares }) => ({ codigo, rotulo, lugares, reservaid: codigo }),
)
await storage.convites.create('', novos, Date.now(), { historicoid: 'e2e', quem: 'e2e', em: Date.now() })
await storage.close()

const server = spawn('node', ['build/node/main.js'], { env, stdio: 'inherit' })
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => server.kill(signal))
server.on('exit', (code) => {
  rmSync(directory, { recursive: true, force: true })
  process.exit(code ?? 0)
})
