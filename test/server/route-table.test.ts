import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FORM, LABELS, SYNC } from '../../server/route.ts'
import { ROUTES, routeOf } from '../../server/route-table.ts'

const below = (directory: string) => readdirSync(directory).map((name) => `${directory}/${name}`)
const named = ROUTES.flatMap(({ file }) => file ?? [])

/** The path of a route file, as Remix reads its name. */
function pathOf(file: string): string {
  const name = file.replace(/^app\/routes\/|(\._index)?\.tsx?$/g, '')
  if (name === '_index') return '/'
  if (name === '$') return '*'
  const segments = name.match(/(?:\[[^\]]*\]|[^.[])+/g) ?? []
  return segments.map((one) => `/${one.replace(/_$/, '').replace(/\$/, ':').replace(/[[\]]/g, '')}`).join('')
}

test('every route file and every file of public has a row', () => {
  const files = [...below('app/routes'), ...below('public')].filter((file) => !/\/\.[^/]*$/.test(file))
  expect(files.filter((file) => !named.includes(file))).toEqual([])
  expect(files.length).toBeGreaterThan(12)
})

test('every row has its file, and no file has two rows', () => {
  const files = [...below('app/routes'), ...below('public')]
  expect(named.filter((file) => !files.includes(file))).toEqual([])
  expect(new Set(named).size).toBe(named.length)
})

for (const { path, file } of ROUTES) {
  test(`the row ${path} is found by the address of its own file`, () => {
    const address = file?.startsWith('app/') ? pathOf(file) : path
    expect(routeOf(address.replace('*', 'a/b').replace(/:\w+/, 'x')).path).toBe(path)
  })
}

test('what has no row of its own is a company, a personal invitation or the rest', () => {
  for (const path of ['/clara', '/CADASTRO', '/PORTA']) expect(routeOf(path).path).toBe('/:empresaid')
  expect(routeOf('/clara/7kq2').path).toBe('/:empresaid/:codigo')
  for (const path of ['/a/b/c', '/clara/', '/c', '//', '', 'x']) {
    expect(routeOf(path).path).toBe(path === '/c' ? '/:empresaid' : '*')
  }
})

test('a page that takes a form has an action, and no other page acts on one', () => {
  const acts = named.filter(
    (file) => file.startsWith('app/') && /refuseOtherMethods|painelAction/.test(readFileSync(file, 'utf8')),
  )
  expect(ROUTES.flatMap(({ file, body }) => (body ? [file] : [])).sort()).toEqual(acts.sort())
})

test('what is streamed, or takes more than a form, is for the team alone; a holder may send labels, a phone of the door what it admitted', () => {
  const large = ROUTES.filter(({ streams, body = FORM, queue, papeis }) => {
    if (body === SYNC) return papeis?.join() !== 'organizacao,porta'
    const most = queue === 'mesa' ? LABELS : FORM
    return streams === true || body.maxBytes > most.maxBytes
  })
  expect(large.length).toBeGreaterThan(0)
  expect(large.filter(({ papeis }) => papeis?.join() !== 'organizacao')).toEqual([])
})
