import { expect, test } from 'vitest'
import { FORM, LABELS, pathOf, RESERVED, routeOf, ROUTES, SYNC } from '../../server/route-table.ts'

for (const { path, id } of ROUTES) {
  test(`the row ${path} is found by the address of its own route`, () => {
    const address = id === null ? path : pathOf(id)
    expect(routeOf(address.replace('*', 'a/b').replace(/:\w+/, 'x')).path).toBe(path)
  })
}

test('a company may be called as the pictures are: its addresses have two segments at most', () => {
  expect(
    ['/arte', '/arte/7kq2', '/arte/0123456789abcdef/previa.png'].map((path) => routeOf(path).path),
  ).toEqual([...['/:empresaid', '/:empresaid/:codigo', '/arte/:hash/:nome']])
  expect(['arte', 'c', 'mesa', 'painel', 'assets'].filter((first) => RESERVED.has(first))).toEqual([
    ...['c', 'mesa', 'painel', 'assets'],
  ])
})

test('what has no row of its own is a company, a personal invitation or the rest', () => {
  for (const path of ['/clara', '/CADASTRO', '/PORTA']) expect(routeOf(path).path).toBe('/:empresaid')
  expect(routeOf('/clara/7kq2').path).toBe('/:empresaid/:codigo')
  for (const path of ['/a/b/c', '/clara/', '/c', '//', '', 'x']) {
    expect(routeOf(path).path).toBe(path === '/c' ? '/:empresaid' : '*')
  }
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
