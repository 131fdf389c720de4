import { flatRoutes } from '@remix-run/dev/dist/config/flat-routes.js'
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { pathOf, ROUTES } from '../server/route-table.ts'
import { routeFile, routeIds } from './support/route-files.ts'

const ids = ROUTES.flatMap(({ id }) => id ?? [])

test('every route and every file of public has a row, and every row what it names', () => {
  expect(ids.toSorted()).toEqual(routeIds().sort())
  expect(ids.length).toBeGreaterThan(12)
  const files = readdirSync('public').filter((name) => !name.startsWith('.'))
  const named = ROUTES.filter(({ id, path }) => id === null && path !== '/assets/*')
  expect(named.map(({ path }) => path).sort()).toEqual(files.map((name) => `/${name}`).sort())
})

test('Remix finds the same routes, at the same paths, each drawn by itself', () => {
  const found = Object.values(flatRoutes(resolve('app')))
  const ours = ids.map((id) => ({
    id: `routes/${id}`,
    file: routeFile(id).replace('app/', ''),
    path: pathOf(id).replace(/^\//, ''),
    parentId: 'root',
  }))
  const theirs = found.map(({ id, file, path = '', parentId }) => ({ id, file, path, parentId }))
  const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id)
  expect(ours.sort(byId)).toEqual(theirs.sort(byId))
})

test('a page that takes a form has an action, and no other page acts on one', () => {
  const acts = ids.filter((id) =>
    /refuseOtherMethods|pageAction|painelAction/.test(readFileSync(routeFile(id), 'utf8')),
  )
  expect(ROUTES.flatMap(({ id, body }) => (body ? [id] : [])).sort()).toEqual(acts.sort())
})
