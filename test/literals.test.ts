import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'

/**
 * The places where an arbitrary text is the key of an object, as `file:line`. A plain object has
 * `constructor` and `__proto__` by default, so it is indexed only by known names; anything else is looked up
 * with `own` or in a Map.
 */
function openKeysOf(program: ts.Program, files: readonly ts.SourceFile[]): string[] {
  const checker = program.getTypeChecker()
  const isOpen = (node: ts.Expression) => {
    const type = checker.getTypeAtLocation(node)
    return (type.isUnion() ? type.types : [type]).some(({ flags }) => flags & ts.TypeFlags.String)
  }
  const found: string[] = []
  for (const file of files) {
    const visit = (node: ts.Node): void => {
      const key = ts.isElementAccessExpression(node)
        ? node.argumentExpression
        : ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword
          ? node.left
          : null
      if (key && isOpen(key)) {
        found.push(`${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`)
      }
      ts.forEachChild(node, visit)
    }
    visit(file)
  }
  return found
}

const root = process.cwd()
const { config } = ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path)) as { config: object }
const { options, fileNames } = ts.parseJsonConfigFileContent(
  { ...config, include: ['app', 'server'] },
  ts.sys,
  root,
)

const program = ts.createProgram(fileNames, options)
const sources = program
  .getSourceFiles()
  .filter(({ fileName }) => /^\/(app|server)\/.*\.tsx?$/.test(fileName.slice(root.length)))

test('no object of the product is indexed by a text from outside', () => {
  expect(sources.length).toBeGreaterThan(400)
  const asking = sources.filter(({ fileName }) => !fileName.endsWith('/server/domain/own.ts'))
  expect(openKeysOf(program, asking)).toEqual([])
})

// TypeScript checks unknown fields only among those a literal names itself, not among those it spreads.
test('no object literal of the product spreads another', () => {
  const spreads = sources.flatMap(({ fileName, text }) =>
    text.includes('...{') ? [fileName.slice(root.length)] : [],
  )
  expect(spreads).toEqual([])
})

test('an open key is seen, one of known names is not', () => {
  const text = [
    'const told: Record<string, number> = {}',
    'export const a = (key: string) => told[key]',
    'export const b = (key: string) => key in told',
    "export const c = (key: 'x' | 'y') => told[key]",
    'export const d = (list: number[], at: number) => list[at]',
  ].join('\n')
  const host = ts.createCompilerHost(options)
  const read = host.getSourceFile.bind(host)
  host.getSourceFile = (name, target) =>
    name === 'sample.ts' ? ts.createSourceFile(name, text, target) : read(name, target)
  const program = ts.createProgram(['sample.ts'], { ...options, types: [] }, host)
  const sample = program.getSourceFile('sample.ts')
  expect(sample && openKeysOf(program, [sample])).toEqual(['sample.ts:2', 'sample.ts:3'])
})

const read = (path: string) => readFileSync(path, 'utf8')
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)

/**
 * Files the guides tell people to create: exports, backups, keys. Those under /tmp or in a container are
 * elsewhere.
 */
const MADE = ['README.md', 'docs/producao.md']
  .flatMap((path) => read(path).match(/(?<![\w/.-])(?:[\w-]+\/)?[\w-]+\.(?:csv|xlsx|db|json)\b/g) ?? [])
  .filter(
    (path) =>
      !/^(exemplos|deploy|build)\//.test(path) &&
      !/^(evento|package|tsconfig|firestore|firebase)\b/.test(path),
  )

const LEFT = Array.from(
  new Set([
    ...MADE,
    ...[
      'convidados.csv',
      'copy.db',
      'data/convites.db',
      'data/convites.db-wal',
      'convites.db-shm',
      'convites.db.v18',
    ],
    ...[
      'links.csv',
      'removidos.csv',
      'convidados.xlsx',
      'server/porta.xlsx',
      'app/convidados.csv',
      'server/copy.db',
      'public/empresas.csv',
    ],
    ...['convidados.csv.9f1c.tmp', 'server/links.csv.9f1c.tmp'],
    ...['key.json', '.env', '.env.production', 'server/.env'],
    ...['arte/9f1c/previa.png', 'imagem/previa.jpg', 'data/imagem/alt.txt'],
  ]),
)

test('exports, backups and keys left anywhere in the repository are never added to git', () => {
  expect(MADE).toEqual(expect.arrayContaining(['convidados.csv', 'copy.db', 'key.json']))
  expect(git('check-ignore', '--no-index', ...LEFT).sort()).toEqual([...LEFT].sort())
})

test('git ignores nothing it has, the sample companies and those of the tests included', () => {
  expect(git('ls-files', '--cached', '--ignored', '--exclude-standard')).toEqual([])
  expect(git('ls-files', '*.csv')).toEqual(
    expect.arrayContaining(['exemplos/empresas.csv', 'test/e2e/empresas.csv']),
  )
})

/** Whether Docker leaves a file out: the last pattern that matches it or a folder above it decides. */
function isLeftOut(path: string, patterns: string[]): boolean {
  const places = path.split('/').map((_, depth, parts) => parts.slice(0, depth + 1).join('/'))
  return patterns.reduce((isOut, pattern) => {
    const glob = pattern.replace(/^!/, '')
    const source = glob
      .replace(/[.+]/g, '\\$&')
      .replace(/\*\*\/|\*/g, (star) => (star === '*' ? '[^/]*' : '(?:.*/)?'))
    return places.some((place) => new RegExp(`^${source}$`).test(place)) ? !pattern.startsWith('!') : isOut
  }, false)
}

test('exports, backups and keys left anywhere in the repository never reach the image', () => {
  const patterns = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const kept = ['server/main.ts', 'app/arte/campo.svg', 'package.json']
  expect(kept.filter((path) => isLeftOut(path, patterns))).toEqual([])
  expect(LEFT.filter((path) => !isLeftOut(path, patterns))).toEqual([])
})

test('Cloud Build is sent what git has, and nothing git ignores', () => {
  expect(read('.gcloudignore').split('\n')).toEqual(expect.arrayContaining(['.git', '#!include:.gitignore']))
})
