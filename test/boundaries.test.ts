import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { flatRoutes } from '@remix-run/dev/dist/config/flat-routes.js'
import { pathOf, ROUTES } from '../server/route-table.ts'
import { importsOf, sourcesBelow, type Import } from './support/imports.ts'
import { mayImport, refusalsOf } from './support/rooms.ts'
import { routeFile, routeIds } from './support/route-files.ts'

// A rule of `.oxlintrc.json` checks that no file imports itself through others.

// Takes some seconds: every source is parsed.
test('every file of app and server imports only what its room may', () => {
  const sources = [...sourcesBelow('app'), ...sourcesBelow('server')]
  expect(sources.length).toBeGreaterThan(30)
  expect(sources.flatMap((path) => refusalsOf(path, readFileSync(path, 'utf8')))).toEqual([])
})

test('a file in no room is caught', () => {
  expect(refusalsOf('server/utils.ts', '')).toEqual(['server/utils.ts belongs to no room'])
})

/** What each of these files may not import: `type` marks imports of types, `lazy` those loaded on demand. */
const REFUSED: Record<string, string[]> = {
  'server/domain/x.ts': ['node:fs', 'server/repos/memory/index.ts', 'type server/config.ts', 'react'],
  'server/use-cases/x.ts': [
    ...['server/repos/memory/index.ts', 'type server/cli/cli.ts', 'type server/composition.ts'],
    ...['server/log.ts', '@photostructure/sqlite'],
  ],
  'server/repos/memory/x.ts': ['server/domain/acts/entradas.ts', '* server/domain/historico.ts'],
  'server/repos/sqlite/x.ts': [
    ...['@photostructure/sqlite', 'server/repos/memory/index.ts'],
    ...[
      'newestFirst,linhaOfImport server/domain/historico.ts',
      'mergeEmpresaRow server/domain/planilha-row.ts',
    ],
    'factAsStored server/domain/personal-data.ts',
  ],
  'server/repos/firebase/x.ts': [
    ...['firebase-admin', 'instantOf,linhaOfEntrada server/domain/entrada.ts'],
    'decideDelivery server/domain/pareamento.ts',
  ],
  'server/composition.ts': ['lazy server/repos/sqlite/index.ts'],
  'server/open-storage.ts': ['server/repos/sqlite/schema.ts'],
  'server/demonstration.ts': ['server/config.ts'],
  'server/cli/x.ts': ['lazy server/repos/sqlite/index.ts', 'lazy ?'],
  'server/http/x.ts': ['express'],
  'app/routes/x.tsx': [
    ...['server/domain/chave.ts', 'server/domain/cadastro.ts', 'type server/config.ts', 'zod', 'firebase'],
  ],
  'app/routes/x/route.tsx': ['zod', 'app/routes/y/form.tsx'],
  'app/routes/x/x.server.ts': ['app/routes/y/palavras.ts', 'app/routes/x/route.tsx'],
  'app/routes/x/x.tsx': ['app/services.server.ts', 'app/routes/x/vistas.server.ts'],
  'app/painel/x.server.ts': ['app/routes/y/palavras.ts'],
  'app/painel/x.tsx': [
    ...['app/services.server.ts', 'app/mesa/convidados.tsx'],
    ...['app/painel/x.server.ts', 'type app/mesa/x.server.ts'],
  ],
  'app/shared/x.server.ts': ['app/mesa/mesa.server.ts'],
  'app/porta/x.ts': ['app/porta/entrada.server.ts'],
  'app/porta/x.server.ts': ['app/porta/list.ts'],
  'app/convidado/x.tsx': ['server/domain/cadastro.ts'],
  'app/shared/session.server.ts': ['server/composition.ts'],
  'app/services.server.ts': ['server/composition.ts'],
  'app/entry.client.ts': ['app/shared/field.tsx'],
}

const LET_THROUGH: Record<string, string[]> = {
  'app/routes/x.tsx': ['type server/domain/credencial.ts'],
  'app/routes/x/route.tsx': ['app/routes/x/x.server.ts', 'app/painel/x.tsx'],
  'app/routes/x/x.server.ts': ['app/routes/x/palavras.ts', 'server/use-cases/find-convidado.ts'],
  'app/routes/x/x.tsx': ['type app/routes/x/x.server.ts', 'type app/painel/x.server.ts'],
  'app/convidado/x.tsx': ['server/domain/telefone.ts'],
  'app/painel/x.tsx': ['type app/painel/x.server.ts', 'type app/shared/x.server.ts'],
  'server/repos/firebase/x.ts': ['type firebase-admin', 'lazy firebase-admin'],
  'server/repos/sqlite/x.ts': ['newestFirst server/domain/historico.ts', 'type server/domain/historico.ts'],
  'server/open-storage.ts': ['lazy server/repos/sqlite/index.ts'],
  'server/repos/bind.ts': ['linhaDoHistorico server/domain/historico.ts'],
}

/** The import that a row describes: how it imports, what it names, and its target. */
function importIn(row: string): Import {
  const [target = '', how = 'x'] = row.split(' ').reverse()
  const isType = how === 'type'
  return { target, isType, isLazy: how === 'lazy', names: isType ? [] : how.split(',') }
}

describe.each(Object.entries(REFUSED))('%s', (path, rows) => {
  test.each(rows)('is caught with %s', (row) => {
    expect(mayImport(path, importIn(row))).toBe(false)
  })
})

describe.each(Object.entries(LET_THROUGH))('%s', (path, rows) => {
  test.each(rows)('is let through with %s', (row) => {
    expect(mayImport(path, importIn(row))).toBe(true)
  })
})

const IMPORT = { isType: false, isLazy: false, names: ['x'] }

test.each<[text: string, target: string, how: Partial<Import>]>([
  [`import { x } from './y.ts'`, 'app/painel/y.ts', {}],
  [`import x from 'firebase/firestore'`, 'firebase', { names: ['*'] }],
  [`import * as x from '../../server/log.ts'`, 'server/log.ts', { names: ['*'] }],
  [`import { y as x, type Z } from '~/services.server'`, 'app/services.server.ts', { names: ['y'] }],
  [`import { type X } from '../../server/domain/cadastro'`, 'server/domain/cadastro.ts', { names: [] }],
  [`import type { X } from 'zod'`, 'zod', { isType: true, names: [] }],
  [`type X = import('@remix-run/react/x').X`, '@remix-run/react', { isType: true, names: [] }],
  [`export { x } from 'fs'`, 'node:fs', {}],
  [`export * from 'fs'`, 'node:fs', { names: ['*'] }],
  [`await import('./y.ts')`, 'app/painel/y.ts', { isLazy: true, names: ['*'] }],
  [`await import(somewhere)`, '?', { isLazy: true, names: ['*'] }],
  [`require('express')`, 'express', { names: ['*'] }],
])('%s is read as an import of %s', (text, target, how) => {
  const said = `// import x from 'react'\nconst text = "import y from 'react'"\n`
  expect(importsOf('app/painel/x.tsx', said + text)).toEqual([{ ...IMPORT, ...how, target }])
})

/**
 * The sources a file loads, including itself and what is loaded lazily; imports of types and `server/repos`
 * are left out.
 */
function reachedFrom(start: string): Set<string> {
  const reached = new Set([start])
  for (const path of reached) {
    for (const { target, isType } of importsOf(path, readFileSync(path, 'utf8'))) {
      const isSource = /^(app|server)\/(?!repos\/).*\.(tsx?|m?js)$/.test(target)
      if (isSource && !isType) reached.add(target)
    }
  }
  return reached
}

// The code that gives a page its services is imported as a type: the page can be read without what composes
// them.
test.each([
  ['a company', 60, ['app/routes/$empresaid.tsx', 'app/routes/$empresaid/route.tsx']],
  ['a panel', 90, ['app/routes/mesa.$token.tsx', 'app/routes/mesa.$token/route.tsx']],
])('the page of %s reaches at most %i files before storage', (_, most, files) => {
  const reached = reachedFrom(files.find((file) => existsSync(file)) ?? '')
  expect(reached.size, [...reached].join('\n')).toBeLessThanOrEqual(most)
  expect(reached).toContain('app/services.server.ts')
})

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
