import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { production } from './support/environment.ts'
import { ask } from './support/http-server.ts'
import { newDirectory, removeDirectory, startProcess } from './support/process.ts'

const run = promisify(execFile)
const read = (path: string) => readFileSync(path, 'utf8')

/** The Dockerfile's instructions, with continued lines joined and comments left out. */
function instructions(): { name: string; rest: string }[] {
  return read('deploy/Dockerfile')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ name: line.split(' ')[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }))
}

function stages() {
  const starts = instructions().flatMap(({ name }, index) => (name === 'FROM' ? [index] : []))
  return starts.map((start, nth) => instructions().slice(start, starts[nth + 1]))
}

const finalStage = () => stages().at(-1) ?? []

const restOf = (name: string) => finalStage().filter((instruction) => instruction.name === name)

/** Everything copied from the repository into any stage. */
const copied = () =>
  instructions()
    .filter(({ name, rest }) => name === 'COPY' && !rest.startsWith('--from'))
    .flatMap(({ rest }) => rest.split(' ').slice(0, -1))

test('the image is built in stages on one pinned major of Node, the last of them slim', () => {
  const images = instructions()
    .filter(({ name }) => name === 'FROM')
    .map(({ rest }) => rest.split(' ')[0] ?? '')
  expect(images.length).toBeGreaterThan(1)
  expect(new Set(images.map((image) => image.replace(/-slim$/, ''))).size).toBe(1)
  expect(images.at(-1)).toMatch(/^node:\d+-[a-z]+-slim$/)
})

test('the image has no package of development, and keeps the optional ones', () => {
  const text = instructions().map(({ name, rest }) => `${name} ${rest}`)
  expect(text.filter((line) => /omit=optional|no-optional/.test(line))).toEqual([])
  const [source = ''] = restOf('COPY')
    .map(({ rest }) => /^--from=(\w+) \/app\/node_modules /.exec(rest)?.[1] ?? '')
    .filter(Boolean)
  const packages = stages().find(([from]) => from?.rest.endsWith(` AS ${source}`)) ?? []
  expect(packages.filter(({ name }) => name === 'RUN').map(({ rest }) => rest)).toEqual([
    expect.stringMatching(/^npm ci --omit=dev\b/),
  ])
  expect(restOf('RUN').filter(({ rest }) => rest.includes('npm'))).toEqual([])
})

test('the image runs as node, in production, and gets the signals itself', () => {
  expect(restOf('USER').at(-1)?.rest).toBe('node')
  expect(restOf('ENV').map(({ rest }) => rest)).toContain('NODE_ENV=production')
  expect(restOf('CMD').map(({ rest }) => JSON.parse(rest) as unknown)).toEqual([
    ['node', 'build/node/main.js'],
  ])
})

test('everything the image copies exists, and it has what the server reads at run time', () => {
  expect(copied().filter((path) => !existsSync(path))).toEqual([])
  const kept = finalStage().flatMap(({ name, rest }) => (name === 'COPY' ? rest.split(' ') : []))
  expect(kept).toEqual(expect.arrayContaining(['build', 'node_modules', 'package.json']))
  expect(kept.filter((path) => /evento|\.env|\.csv/.test(path))).toEqual([])
})

/** A directory with the final contents of the image, if `npm ci` and the build were run before. */
function imageHere(): string {
  const directory = newDirectory()
  onTestFinished(() => removeDirectory(directory))
  const kept = finalStage().flatMap(({ name, rest }) =>
    name === 'COPY'
      ? rest
          .replace(/^--from=\w+ /, '')
          .split(' ')
          .slice(0, -1)
      : [],
  )
  for (const path of kept) {
    const name = basename(path)
    if (name === 'build') cpSync(name, join(directory, name), { recursive: true })
    else symlinkSync(resolve(name), join(directory, name))
  }
  mkdirSync(join(directory, 'data'))
  return directory
}

test('what is in the image starts without an event, prints the organiser’s link, and says EM BREVE', async () => {
  const directory = imageHere()
  const env = { ...production, EVENTO: '', SQLITE_PATH: 'data/convites.db', HOST: '127.0.0.1' }
  const server = await startProcess('build/node/main.js', directory, env, { cwd: directory })
  const headers = { host: 'convite.example.org', 'x-forwarded-proto': 'https' }
  const page = await ask(server.port, { headers })
  expect([page.status, page.body]).toEqual([200, expect.stringContaining('EM BREVE') as string])
  await expect.poll(server.printed).toMatch(/^ {2}https:\/\/convite\.example\.org\/equipe\/\w{4}-\w{4}$/m)
  expect(existsSync(join(directory, 'data/convites.db'))).toBe(true)
  expect(await server.stop()).toBe(0)
})

test('what is in the image does not start as a demonstration, and says what to set', () => {
  const env = { PATH: process.env.PATH, NODE_ENV: 'production' as const }
  const started = spawnSync('node', ['build/node/main.js'], { cwd: imageHere(), env, encoding: 'utf8' })
  expect([started.status, started.stderr]).toEqual([
    1,
    expect.stringContaining('SESSION_SECRET must be set for production') as string,
  ])
})

for (const [status, exit] of [
  [200, 0],
  [503, 1],
] as const) {
  test(`the health check asks /saude and ends with ${exit} at ${status}`, async () => {
    const check = restOf('HEALTHCHECK')[0]?.rest ?? ''
    const [command = '', ...args] = JSON.parse(check.slice(check.indexOf('['))) as string[]
    const paths: (string | undefined)[] = []
    const server = createServer((req, res) => {
      paths.push(req.url)
      res.writeHead(status).end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const env = { ...process.env, PORT: String((server.address() as AddressInfo).port) }
    try {
      const code = await run(command, args, { env }).then(
        () => 0,
        (error: unknown) => (error as { code: number }).code,
      )
      expect([paths, code]).toEqual([['/saude'], exit])
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
}

test('nothing reaches the image but what the Dockerfile copies: no secret, no data, no test', () => {
  const [first, ...rest] = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  expect(first).toBe('*')
  const allowed = rest.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
  expect(allowed.sort()).toEqual([...new Set(copied())].sort())
  expect(rest.at(-1)).toBe('**/.env*')
})
