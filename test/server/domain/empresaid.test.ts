import { existsSync, readdirSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseEmpresaid } from '../../../server/domain/empresaid.ts'
import { anyText, anyUnits, PROPERTY } from '../../support/property.ts'

for (const raw of [
  '1',
  '0000000000001',
  'fazenda-santa-clara',
  'Mesa_7',
  'a.b',
  'A'.repeat(64),
  'items',
  '-',
]) {
  test(`${JSON.stringify(raw.slice(0, 20))} names a company, as given`, () => {
    expect(parseEmpresaid(raw)).toBe(raw)
  })
}

for (const raw of [
  '',
  'A'.repeat(65),
  'a b',
  'a/b',
  '../x',
  'são',
  'a\n',
  'a%2f',
  '１',
  '.',
  '..',
  7,
  null,
  undefined,
]) {
  test(`${typeof raw} ${String(raw).slice(0, 20)} names no company`, () => {
    expect(parseEmpresaid(raw)).toBeNull()
  })
}

test('whatever names a company is one segment of an address as it stands, and nothing else does', () => {
  const SEGMENT = /^[A-Za-z0-9._-]{1,64}$/
  const almost = fc.stringMatching(/^[A-Za-z0-9._-]{0,2}[/\\%?#\n ã][A-Za-z0-9._-]{0,2}$/)
  const long = fc.nat(4).map((more) => 'a'.repeat(62 + more))
  const dots = fc.constantFrom('.', '..')
  const raw = fc.oneof(dots, fc.stringMatching(/^[A-Za-z0-9._-]{1,70}$/), almost, long, anyText, anyUnits)
  let named = 0
  fc.assert(
    fc.property(raw, (text) => {
      const empresaid = parseEmpresaid(text)
      if (!SEGMENT.test(text)) expect(empresaid).toBeNull()
      if (empresaid === null) return
      named++
      expect(empresaid).toBe(text)
      expect(new URL(`/${empresaid}`, 'https://convite.test').pathname).toBe(`/${text}`)
    }),
    PROPERTY,
  )
  expect(named).toBeGreaterThan(PROPERTY.numRuns * 0.16)
})

test.each(['item', 'Item', 'CADASTRO', 'cadastro', 'Favicon.ICO', 'robots.txt', 'assets', 'Evento.ics'])(
  '%s belongs to another route, so it names no company',
  (raw) => {
    expect(parseEmpresaid(raw)).toBeNull()
  },
)

test.each(['painel', 'Mesa', 'PORTA', 'equipe', 'minhas', 'certificado', 'acme.data', 'ACME.Data', '.data'])(
  '%s is reserved, so it names no company',
  (raw) => {
    expect(parseEmpresaid(raw)).toBeNull()
  },
)

test.each(['mesa-1', 'portaria', 'data', 'acme.dat', 'a.data.b'])(
  '%s is like a reserved id and names a company',
  (raw) => {
    expect(parseEmpresaid(raw)).toBe(raw)
  },
)

/**
 * The first path segment of a file or folder of app/routes, or null when there is none or it is a parameter.
 */
function firstSegment(name: string): string | null {
  const withoutExtension = name.replace(/\.(tsx?|jsx?|mdx?)$/, '')
  const segments = withoutExtension.match(/(?:\[[^\]]*\]|[^.[])+/g) ?? []
  const first = segments.find((segment) => !segment.startsWith('_'))
  if (first === undefined || first.startsWith('$') || first.startsWith('($')) return null
  return first
    .replace(/^\(|\)$/g, '')
    .replace(/_$/, '')
    .replace(/[[\]]/g, '')
}

test('the first segment of a route file is read as Remix reads it', () => {
  expect(
    [
      '_index.tsx',
      '$id.tsx',
      '$.tsx',
      'item.tsx',
      'c.$token.tsx',
      'evento[.]ics.ts',
      '_l.x.tsx',
      'y_.z.tsx',
      'dir',
    ].map(firstSegment),
  ).toEqual([null, null, null, 'item', 'c', 'evento.ics', 'x', 'y', 'dir'])
})

test('no route and no file at the root can be taken for a company', () => {
  // A company's own addresses have two segments at most.
  const isLonger = (name: string) => name === 'arte.$hash.$nome.ts'
  const names = existsSync('app/routes') ? readdirSync('app/routes') : []
  const routes = names.filter((name) => !isLonger(name)).map(firstSegment)
  const files = existsSync('public') ? readdirSync('public').filter((name) => !name.startsWith('.')) : []
  const taken = [...routes, ...files].filter((segment) => segment !== null)
  expect(taken.filter((segment) => parseEmpresaid(segment) !== null)).toEqual([])
})
