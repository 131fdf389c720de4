import fc from 'fast-check'
import { expect, test } from 'vitest'
import { targetOf } from '../../../server/http/target.ts'
import { PROPERTY } from '../../support/property.ts'

const origin = 'https://convite.example.org'
const asked = (url: string, host = 'a') => ({ url, headers: { host }, httpVersion: '1.1' })

test('a target is read as the URL standard reads it, whatever it is made of', () => {
  const part = fc.constantFrom(
    ...['/', '.', '~', '_', '-', 'aZ9', '%', '?', '#', ':', '@', '\\', ' ', 'é'],
    '..',
    '//',
    '%2e',
    '/./',
    'cadastro',
    '?a=1',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const raw = `/${parts.join('')}`
      const target = targetOf(asked(raw), origin)
      if (!target) return
      const { pathname, search } = new URL(origin + raw)
      const read = target.pathname
      expect(target).toEqual({ origin, pathname: read, search })
      // Only what is cut within an escape is left out, at its end.
      const left = pathname.slice(read.length)
      expect(pathname).toBe(read + left)
      expect(left).toMatch(/^(?:%[\da-f]{0,2})*$/i)
      if (left !== '') expect(() => decodeURIComponent(pathname)).toThrow()
    }),
    { ...PROPERTY, numRuns: 3_000 },
  )
})

test.each(['%', '%2', '%E2%80', '%F0%9F%8C'])('a link cut within a sign, ending in %s, opens', (end) => {
  expect(targetOf(asked(`/fazenda-santa-clara${end}`), origin)?.pathname).toBe('/fazenda-santa-clara')
  expect(targetOf(asked(`/fazenda${end}/santa`), origin)).toBeNull()
})

test('in demonstration a Host that is no address is refused', () => {
  expect(targetOf(asked('/', 'a.test:3000'), null)?.origin).toBe('http://a.test:3000')
  for (const host of ['a:99999', 'a b', '', 'a/b', 'a@b']) expect(targetOf(asked('/', host), null)).toBeNull()
})

test('a path longer than any of ours is none, whatever it is made of; what follows it may be long', () => {
  for (const part of ['/', 'a', 'a/', '%C3%A9'])
    expect(targetOf(asked(`/${part.repeat(15_000 / part.length)}`), origin)).toBeNull()
  const search = `?empresaid=${'a'.repeat(10_000)}`
  expect(targetOf(asked(`/item${search}`), origin)).toEqual({ origin, pathname: '/item', search })
})
