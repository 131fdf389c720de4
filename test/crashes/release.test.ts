import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Database } from '../../server/repos/sqlite/database.ts'
import { LATEST } from '../../server/repos/sqlite/schema.ts'
import { aSecret, SECRET, EVENTO_POR_VIR } from '../support/environment.ts'
import { gravarEvento, newDirectory, removeDirectory } from '../support/process.ts'
import { holdSocket } from '../support/held-socket.ts'
import { ask, FORM } from '../support/http-server.ts'
import { nameOf, telefoneOf } from '../support/journey.ts'
import { lookAt, valueOf } from '../support/sqlite-value.ts'

const ORIGIN = 'https://convite.test'
const NOW = LATEST
/** A release is copied, tried and started, each with processes of their own: on a busy machine that takes its time. */
const PATIENT = { timeout: 300_000 }

/** What stands for the repository's next release: a copy of this tree's build, and what is wrong with it. */
const RELEASES: Record<string, (source: string) => void> = {
  good: () => {},
  broken: (source) => writeFileSync(join(source, 'build/node/main.js'), 'process.exit(1)'),
  /** Answers when it is tried, and does not start as a service. */
  'broken-live': (source) => {
    const main = join(source, 'build/node/main.js')
    cpSync(main, join(source, 'build/node/served.js'))
    writeFileSync(
      main,
      `if (process.env.LISTEN_FDS) setTimeout(() => process.exit(1), 1_000)\nelse await import('./served.js')\n`,
    )
  },
  /** Never answers when it is tried. */
  silent: (source) =>
    writeFileSync(
      join(source, 'build/node/main.js'),
      `import { writeFileSync } from 'node:fs'\nwriteFileSync(process.env.SQLITE_PATH + '.pid', String(process.pid))\nsetInterval(() => {}, 1e6)\n`,
    ),
  /** Has a schema newer by one. */
  newer: (source) => {
    const schema = join(source, 'build/node/repos/sqlite/schema.js')
    const step = 'STEPS.push((db) => db.exec("CREATE TABLE IF NOT EXISTS novidade (nome TEXT)"))'
    writeFileSync(schema, readFileSync(schema, 'utf8').replace('export const LATEST', `${step}\n$&`))
  },
}

/**
 * A machine with `/opt/convites` in a directory of its own, its first release on it: some lines of sh stand for systemd, a
 * copy of a directory for clone, `npm ci` and build.
 */
async function aMachine() {
  const home = newDirectory()
  const path = join(home, 'data/convites.db')
  for (const name of ['data', 'sources', 'bin']) mkdirSync(join(home, name))
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
    // In place of `restaurar`. As there the copy comes in as another file: this process has the former open until what it
    // looked at is collected, and would hold its lock.
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
  /** The same with a real clone; only npm does nothing, for what is cloned is built. */
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

const register = async (port: number, n: number) => {
  const body = new URLSearchParams({ nome: nameOf(n), telefone: telefoneOf(n) }).toString()
  const headers = { ...FORM, host: new URL(ORIGIN).host, origin: ORIGIN }
  return ask(port, { method: 'POST', path: '/cadastro', headers, body }).then(
    ({ status }) => status,
    () => 0,
  )
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Registers a guest every 100 ms until told to stop. @returns how many, and what they were answered */
function convidados(port: number) {
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

test(
  'a good release comes, a broken one does not, and one command goes back: under guests, none of them lost',
  PATIENT,
  async () => {
    const machine = await aMachine()
    const first = machine.current()
    const stop = convidados(machine.port)

    expect(await machine.release('good')).toMatchObject({ code: 0 })
    const second = machine.current()
    expect(second).not.toBe(first)
    const broken = await machine.release('broken')
    expect([broken.code, broken.said]).toEqual([
      1,
      expect.stringContaining('does not answer: nothing was changed'),
    ])
    expect(await machine.release('broken-live')).toMatchObject({
      code: 1,
      said: expect.stringContaining(`${second} runs again`) as string,
    })
    expect(machine.current()).toBe(second)
    expect(machine.releases().map((name) => `releases/${name}`)).toEqual([first, second])

    expect(await machine.release('--back')).toEqual({ code: 0, said: `${first} runs\n` })
    expect(machine.current()).toBe(first)

    const { count, lost } = await stop()
    expect(lost).toEqual([])
    expect(machine.convidados()).toBe(count)
    // No copy that was tried with is left.
    expect(machine.left().filter((name) => !/^(arte|convites\.db(-wal|-shm)?)$/.test(name))).toEqual([])
  },
)

for (const signal of ['SIGKILL', 'SIGTERM', 'SIGHUP'] as const) {
  test(
    `a release ended by ${signal} while it is tried leaves no server with a copy of the guests`,
    PATIENT,
    async () => {
      const machine = await aMachine()
      const script = machine.begin(['silent'])
      script.stdout.resume()
      script.stderr.resume()
      const file = `${machine.path}.trial.pid`
      await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8')).toMatch(/^\d+$/)
      const pid = Number(readFileSync(file, 'utf8'))
      onTestFinished(() => {
        if (isAlive(pid)) process.kill(pid, 'SIGKILL')
      })
      script.kill(signal)
      await once(script, 'exit')
      await expect.poll(() => isAlive(pid)).toBe(false)

      expect(await machine.release('good')).toMatchObject({ code: 0 })
      expect(machine.left().filter((name) => /trial(?!\.pid$)/.test(name))).toEqual([])
    },
  )
}

test('the last three releases are kept', PATIENT, async () => {
  const machine = await aMachine()
  for (let n = 0; n < 3; n++) expect(await machine.release('good')).toMatchObject({ code: 0 })
  expect(machine.releases()).toHaveLength(3)
  expect(`releases/${machine.releases().at(-1)}`).toBe(machine.current())
})

test(
  'after going back twice the next release leads back to the one that ran, which is kept',
  PATIENT,
  async () => {
    const machine = await aMachine()
    const first = machine.current()
    for (const what of ['good', 'good', '--back', '--back'])
      expect(await machine.release(what)).toMatchObject({ code: 0 })
    expect(machine.current()).toBe(first)

    expect(await machine.release('good')).toMatchObject({ code: 0 })
    expect(await machine.release('--back')).toEqual({ code: 0, said: `${first} runs\n` })
    expect(await machine.release('--back')).toEqual({
      code: 1,
      said: `release: there is no release before ${first}\n`,
    })
  },
)

test(
  'a release that was made before that was noted leads back to the one before it by name',
  PATIENT,
  async () => {
    const machine = await aMachine()
    const first = machine.current()
    expect(await machine.release('good')).toMatchObject({ code: 0 })
    rmSync(join(dirname(machine.evento), machine.current(), '.before'))
    expect(await machine.release('--back')).toEqual({ code: 0, said: `${first} runs\n` })
  },
)

test(
  'an event that closes earlier is closed by the command, without a release or a restart',
  PATIENT,
  async () => {
    const machine = await aMachine()
    expect(await machine.releaseClone()).toMatchObject({ code: 0 })
    expect(await register(machine.port, 1)).toBe(303)

    const evento = JSON.parse(readFileSync(machine.evento, 'utf8')) as object
    writeFileSync(machine.evento, JSON.stringify({ ...evento, inscricoesAte: '2026-01-01T12:00:00-03:00' }))
    gravarEvento(machine.path, machine.evento, { CREDENCIAL_SECRET: aSecret('credencial') })
    await expect.poll(() => register(machine.port, 2), { timeout: 10_000, interval: 500 }).toBe(410)
  },
)

test(
  'where the schema rises it says what going back means and asks, before and at going back',
  PATIENT,
  async () => {
    const machine = await aMachine()
    expect(await register(machine.port, 1)).toBe(303)
    const first = machine.current()
    const unasked = await machine.release('newer')
    expect(unasked).toMatchObject({ code: 1 })
    expect(unasked.said).toContain(`The database goes from schema ${NOW} to ${NOW + 1}`)
    expect(unasked.said).toContain('is lost')
    expect([machine.current(), machine.releases().length, machine.schema()]).toEqual([first, 1, NOW])

    const copy = `${machine.path}.v${NOW}`
    machine.copyTo(copy)
    expect(await machine.release('newer', '--yes')).toMatchObject({ code: 0 })
    expect(machine.schema()).toBe(NOW + 1)
    expect(await register(machine.port, 2)).toBe(303)

    const asked = await machine.release('--back')
    expect([asked.code, machine.schema(), machine.convidados()]).toEqual([1, NOW + 1, 2])
    expect(asked.said).toContain(`Going back puts ${copy} in its place`)
    const back = await machine.release('--back', '--yes')
    expect(back.code, back.said).toBe(0)
    expect([machine.current(), machine.schema(), machine.convidados()]).toEqual([first, NOW, 1])
    expect(existsSync(copy)).toBe(true)
  },
)

test(
  'an address that is not set where releases would each have their own database is refused',
  PATIENT,
  async () => {
    const machine = await aMachine()
    const env = join(machine.path, '../../.env')
    writeFileSync(env, readFileSync(env, 'utf8').replace(/^SQLITE_PATH=.*$/m, 'SQLITE_PATH=data/convites.db'))
    const { code, said } = await machine.release('good')
    expect([code, said]).toEqual([
      1,
      expect.stringContaining('SQLITE_PATH=data/convites.db must begin with /'),
    ])
    expect(machine.releases()).toHaveLength(1)
  },
)
