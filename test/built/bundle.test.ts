import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { foundBelow } from '../support/bundle.ts'

/** Secrets that a builder's environment may hold, each with a value of its own to search for. */
const CANARIES = Object.fromEntries(
  ['SESSION_SECRET', 'CREDENCIAL_SECRET', 'GCP_SERVICE_ACCOUNT_JSON'].map((name, n) => [
    name,
    `canario-${n}-7f3a9c`,
  ]),
)

/**
 * Words that only the server's code has: packages, variables, statements, and columns no organiser reads
 * about.
 */
const SERVER_WORDS = [
  ...[
    '@photostructure/sqlite',
    'node:sqlite',
    'firebase-admin',
    'rate-limiter-flexible',
    'csv-parse',
    'timingSafeEqual',
    'createHmac',
  ],
  ...['SESSION_SECRET', 'CREDENCIAL_SECRET', 'GCP_', 'RTDB_URL', 'process.env'],
  ...['reciboate', 'presoate', 'avip_outbox', 'BEGIN IMMEDIATE', 'SELECT ', 'INSERT INTO'],
]

/** Builds the sources in a directory of their own, with every canary set. `change` edits them first. */
function buildWithCanaries(change: (directory: string) => void = () => {}): string {
  const directory = mkdtempSync(join(tmpdir(), 'convites-bundle-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const configs = [
    'evento.json',
    'package.json',
    'remix.config.js',
    'vite.config.ts',
    'vite.porta.config.ts',
    'vite.guia.config.ts',
    'docs',
    'tsconfig.json',
    'tsconfig.server.json',
  ]
  for (const name of ['app', 'server', 'public', ...configs])
    cpSync(name, join(directory, name), { recursive: true })
  symlinkSync(resolve('node_modules'), join(directory, 'node_modules'))
  change(directory)
  const remix = resolve('node_modules/@remix-run/dev/dist/cli.js')
  const { status, stderr } = spawnSync('node', [remix, 'vite:build'], {
    cwd: directory,
    env: { ...process.env, ...CANARIES, NODE_ENV: 'production' },
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
  return join(directory, 'build', 'client')
}

test('the browser’s bundle has no secret of the environment and nothing of the server', () => {
  const client = buildWithCanaries()
  expect(foundBelow(client, [...Object.values(CANARIES), ...SERVER_WORDS])).toEqual([])
  expect(foundBelow(client, ['rascunho-']).length).toBeGreaterThan(0)
})

test('the bundle that is served, compressed files included, has nothing of the server', () => {
  expect(foundBelow('build/client', SERVER_WORDS)).toEqual([])
  expect(foundBelow('build/client', ['rascunho-']).some((found) => found.includes('.br:'))).toBe(true)
})

test('nothing of React is built for browsers', () => {
  expect(foundBelow('build/client', ['react', 'CONFIRMAR', 'useState'])).toEqual([])
})

test('a secret and a statement that slip into a script are found in its bundle', () => {
  const client = buildWithCanaries((directory) => {
    const config = join(directory, 'vite.config.ts')
    const defined = `define: { __SECRET__: JSON.stringify(process.env.SESSION_SECRET) }, plugins:`
    writeFileSync(config, readFileSync(config, 'utf8').replace('plugins:', defined))
    const component = join(directory, 'app/entry.client.ts')
    const slip = `globalThis.slip = [__SECRET__, 'SELECT nome FROM credencial']`
    writeFileSync(component, `${readFileSync(component, 'utf8')}\n${slip}\n`)
  })
  const found = foundBelow(client, [...Object.values(CANARIES), ...SERVER_WORDS]).map(
    (each) => each.split(': ')[1],
  )
  expect(new Set(found)).toEqual(new Set([CANARIES.SESSION_SECRET, 'SELECT ']))
})

test('what is compressed is read', () => {
  const directory = mkdtempSync(join(tmpdir(), 'convites-bundle-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  writeFileSync(join(directory, 'a.js.br'), brotliCompressSync('x canario x'))
  writeFileSync(join(directory, 'a.js.gz'), gzipSync('x canario x'))
  writeFileSync(join(directory, 'b.js'), 'x')
  expect(foundBelow(directory, ['canario']).sort()).toEqual(['a.js.br: canario', 'a.js.gz: canario'])
})
