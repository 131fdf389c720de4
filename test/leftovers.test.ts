import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(path, 'utf8')
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)

/** Files the guides have people make: exports, backups, keys. Those under /tmp and in a container's disk lie elsewhere. */
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

/** Whether Docker leaves a file out: of all the patterns that match it or a directory above it, the last one says. */
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
