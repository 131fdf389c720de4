import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ROUTES } from '../server/route-table.ts'

const files = ['app/routes', 'public'].flatMap((directory) =>
  readdirSync(directory).map((name) => `${directory}/${name}`),
)
const named = ROUTES.flatMap(({ file }) => file ?? [])

test('every route file and every file of public has a row', () => {
  const shown = files.filter((file) => !/\/\.[^/]*$/.test(file))
  expect(shown.filter((file) => !named.includes(file))).toEqual([])
  expect(shown.length).toBeGreaterThan(12)
})

test('every row has its file, and no file has two rows', () => {
  expect(named.filter((file) => !files.includes(file))).toEqual([])
  expect(new Set(named).size).toBe(named.length)
})

test('a page that takes a form has an action, and no other page acts on one', () => {
  const acts = named.filter(
    (file) => file.startsWith('app/') && /refuseOtherMethods|painelAction/.test(readFileSync(file, 'utf8')),
  )
  expect(ROUTES.flatMap(({ file, body }) => (body ? [file] : [])).sort()).toEqual(acts.sort())
})
