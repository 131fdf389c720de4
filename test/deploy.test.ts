import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { sourcesBelow } from './support/imports.ts'

const run = promisify(execFile)
const read = (path: string) => readFileSync(path, 'utf8')
const readJson = (path: string): unknown => JSON.parse(read(path))

/** Instructions of the Dockerfile, continued lines joined, comments left out. */
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

/** What is copied from the repository into any stage. */
const copied = () =>
  instructions()
    .filter(({ name, rest }) => name === 'COPY' && !rest.startsWith('--from'))
    .flatMap(({ rest }) => rest.split(' ').slice(0, -1))

test('the rules of Firestore deny every client everything', () => {
  const rules = read('deploy/firebase/firestore.rules').replace(/\/\/.*$/gm, '')
  expect(rules.match(/allow[^;]*;/g)).toEqual(['allow read, write: if false;'])
  expect(rules).toContain('match /{document=**}')
})

test('the rules of the realtime database deny every client everything', () => {
  expect(readJson('deploy/firebase/database.rules.json')).toEqual({
    rules: { '.read': false, '.write': false },
  })
})

test('firebase.json names files that exist, and its emulators listen on loopback only', () => {
  const config = readJson('deploy/firebase/firebase.json') as {
    firestore: Record<string, string>
    database: Record<string, string>
    emulators: Record<string, { host?: string; enabled?: boolean } | boolean>
  }
  for (const file of [...Object.values(config.firestore), ...Object.values(config.database)]) {
    expect(existsSync(`deploy/firebase/${file}`), file).toBe(true)
  }
  const emulators = Object.values(config.emulators).filter((emulator) => typeof emulator === 'object')
  expect(emulators.length).toBeGreaterThan(2)
  for (const { host, enabled } of emulators) expect(enabled === false || host === '127.0.0.1').toBe(true)
})

test('no composite index is deployed, and no query of the adapter needs one', () => {
  expect(readJson('deploy/firebase/firestore.indexes.json')).toEqual({ indexes: [], fieldOverrides: [] })
  const queries = sourcesBelow('server/repos/firebase').flatMap((path) => queriesOf(read(path)))
  expect(queries.length).toBeGreaterThan(8)
  expect(queries.filter(needsComposite).map(({ text }) => text)).toEqual([])
})

for (const [query, isRefused] of [
  [`reservas.where('empresaid', '==', id).where('estado', '==', 'pendente').limit(1)`, false],
  [`outbox.where('presoate', '<=', now).limit(9)`, false],
  [`chaves.where('a', '>=', 1).where('a', '<=', 2).orderBy('a', 'desc')`, false],
  [`chaves.orderBy('__name__').startAfter(id)`, false],
  [`chaves.where('a', 'in', [1]).where('b', '==', 2)`, false],
  [`chaves.where('a', '==', 1).where('b', '<=', 2)`, true],
  [`chaves.where('a', '==', 1).orderBy('b')`, true],
  [`chaves.where('a', '>', 1).where('b', '<', 2)`, true],
  [`chaves.where('a', '>', 1).orderBy('b')`, true],
  [`chaves.orderBy('a').orderBy('b')`, true],
  [`chaves.where(field, '>', 1).where(field, '<', 2).orderBy(field, 'desc')`, false],
  [`chaves.where(field, '>', 1).orderBy(other)`, true],
  [`chaves.where(field, '>', 1).orderBy('a')`, true],
  [`chaves.orderBy('__name__', 'desc')`, true],
  [`chaves.where('a', '==', 1).where('b', 'array-contains', 2)`, true],
  [`chaves.where('a', '==', 1).where(field, '==', 2)`, true],
  [`pendentesOf(connection, id).orderBy('a')`, true],
  [`found.orderBy('a')`, true],
  [`db.collectionGroup('a').where('a', '==', 1)`, true],
] as const) {
  test(`${query} ${isRefused ? 'is taken to need a composite index' : 'needs no composite index'}`, () => {
    expect(queriesOf(query).map(needsComposite)).toEqual([isRefused])
  })
}

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
  expect(kept).toEqual(expect.arrayContaining(['build', 'node_modules', 'package.json', 'evento.json']))
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

test('the guide names every variable, and only commands and files that exist', () => {
  const guide = read('docs/producao.md')
  const variables = [...read('.env.example').matchAll(/^#? ?([A-Z_]+)=/gm)].map(([, name = '']) => name)
  expect(variables.length).toBeGreaterThan(10)
  expect(variables.filter((name) => !new RegExp(`\\b${name}\\b`).test(guide))).toEqual([])

  const { scripts } = readJson('package.json') as { scripts: Record<string, string> }
  const commands = [...guide.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name)
  expect(commands.length).toBeGreaterThan(3)
  expect(commands.filter((name) => !(name in scripts))).toEqual([])

  const compiled = [...guide.matchAll(/build\/node\/([\w/-]+)\.js/g)].map(
    ([, name = '']) => `server/${name}.ts`,
  )
  const named = [...guide.matchAll(/\b(?:deploy|test|server)\/[\w@./-]*\w/g)].map(([path]) => path)
  expect([...compiled, ...named].filter((path) => !existsSync(path))).toEqual([])
})

interface Query {
  /** The text of the whole chain. */
  text: string
  /** What the chain begins with. */
  root: ts.Expression
  calls: { method: string; args: readonly ts.Expression[] }[]
}

/** What `connection.ts` calls its collections, and what a function calls the one it is handed. */
const COLLECTIONS = new Set([
  ...['empresas', 'credenciais', 'reservas', 'chaves', 'outbox'],
  ...['aparelhos', 'entradas', 'historico', 'planilhas', 'collection'],
  ...['convites', 'mesas', 'desistencias'],
])
const PARTS = new Set(['where', 'orderBy', 'startAfter', 'startAt', 'endBefore', 'endAt', 'limit', 'select'])

const VARIABLE = 'variable '

/** Every chain of calls that filters or orders. */
function queriesOf(text: string): Query[] {
  const source = ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true)
  const found: Query[] = []
  const visit = (node: ts.Node): void => {
    const query = chainOf(node)
    if (query?.calls.some(({ method }) => method === 'where' || method === 'orderBy')) {
      found.push(query)
      visit(query.root)
      for (const { args } of query.calls) args.forEach(visit)
    } else ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function chainOf(node: ts.Node): Query | null {
  const calls: Query['calls'] = []
  let root = node
  while (ts.isCallExpression(root) && ts.isPropertyAccessExpression(root.expression)) {
    const method = root.expression.name.text
    if (!PARTS.has(method)) break
    calls.push({ method, args: root.arguments })
    root = root.expression.expression
  }
  return calls.length > 0 ? { text: node.getText(), root: root as ts.Expression, calls } : null
}

/**
 * Whether the single-field indexes that Firestore keeps by itself are not enough, or cannot be told to be: they serve
 * equalities on any fields together, or one range and order on one field.
 */
function needsComposite({ root, calls }: Query): boolean {
  const name = ts.isPropertyAccessExpression(root) ? root.name : root
  // A variable is one field, which may be any.
  const textOf = (arg: ts.Expression | undefined) =>
    arg && (ts.isStringLiteral(arg) ? arg.text : ts.isIdentifier(arg) ? VARIABLE + arg.text : null)
  const equal = new Set<string | null>()
  const ranged = new Set<string | null>()
  let isKnown = ts.isIdentifier(name) && COLLECTIONS.has(name.text)
  for (const { method, args } of calls) {
    const [field = null, second = null] = args.map(textOf)
    if (method === 'where') {
      isKnown &&= field !== null && second !== null && !second.startsWith(VARIABLE)
      if (second === '==' || second === 'in') equal.add(field)
      else ranged.add(field)
    } else if (method === 'orderBy') {
      isKnown &&= field !== null && !(field === '__name__' && second === 'desc')
      ranged.add(field)
    }
  }
  const fields = [...new Set([...equal, ...ranged])]
  if (fields.length > 1 && fields.some((field) => field?.startsWith(VARIABLE))) return true
  return !isKnown || ranged.size > 1 || (ranged.size === 1 && equal.size > 0)
}
