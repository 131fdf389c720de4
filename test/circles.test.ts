import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { importsOf, sourcesBelow } from './support/imports.ts'

test('no file imports itself by way of others', () => {
  const sources = new Set([...sourcesBelow('app'), ...sourcesBelow('server')])
  const imports = new Map(
    [...sources].map((path) => {
      const known = importsOf(path, readFileSync(path, 'utf8')).map(({ target }) => target)
      return [path, known.filter((target) => sources.has(target))]
    }),
  )
  expect([...sources].flatMap((path) => circleFrom(path, imports))).toEqual([])
})

test('a circle of files is found, through types too', () => {
  const imports = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['a']],
    ['d', ['a']],
  ])
  expect(circleFrom('a', imports)).toEqual(['a → b → c → a'])
  expect(circleFrom('d', imports)).toEqual([])
})

/** The way from a file back to itself, if there is one. */
function circleFrom(path: string, imports: Map<string, string[]>): string[] {
  const seen = new Set<string>()
  const ways = [[path]]
  for (let way = ways.shift(); way; way = ways.shift()) {
    for (const target of imports.get(way.at(-1) ?? '') ?? []) {
      if (target === path) return [[...way, path].join(' → ')]
      if (!seen.has(target)) ways.push([...way, target])
      seen.add(target)
    }
  }
  return []
}
