import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { Database } from '../../server/repos/sqlite/database.ts'
import { aSecret, SECRET, EVENTO_POR_VIR } from '../support/environment.ts'
import { bringArte, newDirectory, removeDirectory } from '../support/process.ts'
import { holdSocket } from '../support/held-socket.ts'
import { ask, FORM } from '../support/http-server.ts'
import { nameOf, telefoneOf } from '../support/journey.ts'
import { lookAt, valueOf } from '../support/sqlite-value.ts'

const ORIGIN = 'https://convite.test'

/** What serves as the repository's next release: a copy of this tree's build, and what is wrong with it. */
const RELEASES: Record<string, (source: string) => void> = {
  good: () => {},
  broken: (source) => writeFileSync(join(source, 'build/node/main.js'), 'process.exit(1)'),
  /** Answers when tried, and does not start as a service. */
  'broken-live': (source) => {
    const main = join(source, 'build/node/main.js')
    cpSync(main, join(source, 'build/node/served.js'))
    writeFileSync(
      main,
      `if (process.env.LISTEN_FDS) setTimeout(() => process.exit(1), 1_000)\nelse await import('./served.js')\n`,
    )
  },
  /** Never answers when tried. */
  silent: (source) =>
    writeFileSync(
      join(source, 'build/node/main.js'),
      `import { writeFileSync } from 'node:fs'\nwriteFileSync(process.env.SQLITE_PATH + '.pid', String(process.pid))\nsetInterval(() => {}, 1e6)\n`,
    ),
  /** Has a schema one version newer. */
  newer: (source) => {
    const schema = join(source, 'build/node/repos/sqlite/schema.js')
    const step = 'STEPS.push((db) => db.exec("CREATE TABLE IF NOT EXISTS novidade (nome TEXT)"))'
    writeFileSync(schema, readFileSync(schema, 'utf8').replace('export const LATEST', `${step}\n$&`))
  },
}

/**
 * A machine with `/opt/convites` in a directory of its own, and its first release. A few lines of sh replace
 * systemd, and a copied directory replaces clone, `npm ci` and build.
 */
export async function aMachine() {
  const home = newDirectory()
  const path = join(home, 'data/convites.db')
  for (const name of ['data', 'sources', 'bin']) mkdirSync(join(home, name))
  bringArte(join(home, 'data'))
  const evento = JSON.parse(readFileSync(EVENTO_POR_VIR, 'utf8')) as object
  writeFileSync(
    join(home, 'evento.json'),
    JSON.stringify({ ...evento, contato: 'secretaria@sociedade-rural.invalid' }),
  )
  const variables = {
    SESSION_SECRET: SECRET,
    CREDENCIAL_SECRET: aSecret('credencial'),
    PUBLIC_ORIGIN: ORIGIN,
    TRUST_PROXY_HOPS: '1',
    STORAGE: 'sqlite',
    SQLITE_PATH: path,
    POSTS_PER_MINUTE: '0',
    LOG_LEVEL: 'warn',
  }
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(join(home, '.env'), lines.join(''))
  const prepare = (name: string) => {
    const source = join(home, 'sources', name)
    if (!(name in RELEASES) || existsSync(source)) return
    mkdirSync(source)
    for (const part of ['build/node', 'build/server', 'build/client', 'deploy', 'package.json']) {
      cpSync(part, join(source, part), { recursive: true, filter: (from) => !from.endsWith('.map') })
    }
    symlinkSync(resolve('node_modules'), join(source, 'node_modules'))
    RELEASES[name]?.(source)
  }

  const script = (name: string, text: string) => {
    const file = join(home, 'bin', name)
    writeFileSync(file, `#!/bin/sh\nset -eu\ncd ${home}\n${text}\n`, { mode: 0o755 })
    return file
  }
  const end =
    'pid=$(cat pid); kill $pid 2>/dev/null || :; while kill -0 $pid 2>/dev/null; do sleep 0.05; done'
  const unit = script(
    'unit',
    `echo $$ > pid; while [ -e stopped ]; do sleep 0.05; done; cd atual; exec node build/node/main.js`,
  )
  const commands = {
    CONVITES_BUILD: script('build', 'cp -rl "sources/$2" "$1"; ln -s ../../evento.json ../../.env "$1"'),
    CONVITES_RESTART: script('restart', end),
    CONVITES_STOP: script('stop', `touch stopped; ${end}`),
    CONVITES_START: script('start', 'rm stopped'),
    // Replaces `restaurar`. The copy likewise comes in as another file: this process keeps the former one
    // open until what it read is collected, and would hold its lock.
    CONVITES_RESTORE: script('restore', `rm -f ${path}-*; cp "$1" ${path}.novo; mv ${path}.novo ${path}`),
  }
  let port = 0
  const { PATH = '' } = process.env
  const begin = (args: string[], others: NodeJS.Dict<string> = {}) => {
    args.forEach(prepare)
    return spawn('sh', [resolve('deploy/release.sh'), ...args], {
      env: {
        PATH,
        NODE_ENV: 'production',
        CONVITES_HOME: home,
        CONVITES_AS: '',
        ...commands,
        CONVITES_PORT: String(port),
        CONVITES_PATIENCE: '30',
        ...others,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }
  /** Runs the script to its end. */
  const run = async (args: string[], others: NodeJS.Dict<string> = {}) => {
    const child = begin(args, others)
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
    }
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, said }
  }
  const release = (...args: string[]) => run(args)
  /** The same with a real clone. Only npm does nothing, since the cloned tree is already built. */
  const releaseClone = () => {
    const source = join(home, 'sources/good')
    cpSync('evento.json', join(source, 'evento.json'))
    const git = (...args: string[]) => execFileSync('git', ['-C', source, ...args])
    git('init', '-q')
    git('add', '--all', '--force')
    git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-qm', 'a release')
    script('npm', '')
    return run([source], { CONVITES_BUILD: 'fetch_and_build', PATH: `${join(home, 'bin')}:${PATH}` })
  }
  expect(await release('good')).toEqual({
    code: 0,
    said: expect.stringContaining('is ready: enable the units now') as string,
  })
  const held = await holdSocket([unit], {})
  port = held.port
  onTestFinished(async () => {
    await held.end()
    removeDirectory(home)
  }, 60_000)
  const db = <Result>(look: (db: Database) => Result) => lookAt(path, look)
  return {
    release,
    begin,
    releaseClone,
    restart: () => execFileSync(commands.CONVITES_RESTART),
    evento: join(home, 'evento.json'),
    path,
    port,
    current: () => readlinkSync(join(home, 'atual')),
    releases: () => readdirSync(join(home, 'releases')).sort(),
    left: () => readdirSync(join(home, 'data')).sort(),
    convidados: () => db((opened) => Number(valueOf(opened, 'SELECT count(*) FROM credencial'))),
    schema: () => db((opened) => Number(valueOf(opened, 'PRAGMA user_version'))),
    copyTo: (copy: string) => db((opened) => opened.exec(`VACUUM INTO '${copy}'`)),
  }
}

export const register = async (port: number, n: number) => {
  const body = new URLSearchParams({ nome: nameOf(n), telefone: telefoneOf(n) }).toString()
  const headers = { ...FORM, host: new URL(ORIGIN).host, origin: ORIGIN }
  return ask(port, { method: 'POST', path: '/cadastro', headers, body }).then(
    ({ status }) => status,
    () => 0,
  )
}

/** Registers a guest every 100 ms until stopped. @returns how many, and the answers */
export function convidados(port: number) {
  const coming = { isOver: false }
  const asked: Promise<number>[] = []
  const begun = (async () => {
    while (!coming.isOver) {
      asked.push(register(port, asked.length))
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  })()
  onTestFinished(() => void (coming.isOver = true))
  return async () => {
    coming.isOver = true
    await begun
    const statuses = await Promise.all(asked)
    return { count: statuses.length, lost: statuses.filter((status) => status !== 303) }
  }
}
