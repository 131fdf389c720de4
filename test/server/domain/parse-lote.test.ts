import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseLote } from '../../../server/domain/porta-sync.ts'
import { uuidOf } from '../../support/factories.ts'
import { anyUnits, PROPERTY } from '../../support/property.ts'

const ENTRADA = {
  entradaid: uuidOf(0),
  credencialid: '1',
  seq: 0,
  lidaem: 1,
  desvio: -1,
  modo: 'camera',
  anula: null,
  anotado: null,
}
const loteWith = (...entradas: unknown[]) => ({ marca: null, entradas, porEnviar: 0 })
const withField = (field: string, value: unknown) => loteWith({ ...ENTRADA, [field]: value })

test('the batch of a phone is read as it is, and unknown fields are left out', () => {
  const lote = { marca: 'm.1', entradas: [ENTRADA], porEnviar: 7 }
  expect(parseLote(lote)).toEqual({ kind: 'lote', lote })
  const more = {
    ...lote,
    entradas: [{ ...ENTRADA, aparelhoid: 'other', recebidaem: 0 }],
    papel: 'organizacao',
  }
  expect(parseLote(more)).toEqual({ kind: 'lote', lote })
})

const WRONG: Record<string, unknown[]> = {
  entradaid: [
    '',
    'x'.repeat(81),
    1,
    null,
    '\ud800',
    {},
    '__e__',
    'a/b',
    '..',
    'e 1',
    'Tia-Lucia-37998123499',
  ],
  credencialid: ['x'.repeat(201), 1, null, 'a\udc00'],
  seq: [-1, 1.5, '1', 2 ** 53, null],
  lidaem: [1.5, '1', 2 ** 53, Number.NaN, null],
  desvio: [0.1, null, Number.POSITIVE_INFINITY],
  modo: ['painel', 'papel', '', null, 'toString', '__proto__'],
  anula: ['', uuidOf(0), 'Tia-Lucia', 1, 'x'.repeat(81), '__e__', 'a/b'],
  anotado: ['x'.repeat(201), 1, {}],
}

test('a field of another type, length or meaning refuses the batch whole', () => {
  for (const [field, values] of Object.entries(WRONG)) {
    for (const value of [...values, undefined]) {
      expect(parseLote(withField(field, value)).kind, `${field} ${String(value)}`).toBe('malformed')
    }
  }
})

test('more than a hundred, one twice, and what is no batch are refused', () => {
  const many = (count: number) =>
    loteWith(...Array.from({ length: count }, (_, index) => ({ ...ENTRADA, entradaid: uuidOf(index) })))
  expect(parseLote(many(100)).kind).toBe('lote')
  expect(parseLote(many(101)).kind).toBe('malformed')
  expect(parseLote(loteWith(ENTRADA, ENTRADA)).kind).toBe('malformed')
  for (const raw of [null, [], 1, 'x', {}, { entradas: [] }, { ...loteWith(), porEnviar: -1 }]) {
    expect(parseLote(raw).kind).toBe('malformed')
  }
})

test('a typed name that was cut through an emoji is taken', () => {
  const cut = 'João 🌻'.slice(0, -1)
  const parsed = parseLote(withField('anotado', cut))
  expect(parsed.kind === 'lote' && parsed.lote.entradas[0]?.anotado).toBe('João \ufffd')
})

test('keys of prototypes are no fields, and give none', () => {
  const raw: unknown = JSON.parse('{"__proto__":{"marca":null,"entradas":[],"porEnviar":0}}')
  expect(parseLote(raw).kind).toBe('malformed')
  const polluting: unknown = JSON.parse(
    `{"marca":null,"porEnviar":0,"constructor":{},"entradas":[${JSON.stringify(ENTRADA).replace('{', '{"__proto__":{"seq":9},')}]}`,
  )
  expect(parseLote(polluting)).toEqual({ kind: 'lote', lote: loteWith(ENTRADA) })
  expect(({} as Record<string, unknown>).seq).toBeUndefined()
})

test('any JSON is read or told, never thrown at, and what is taken satisfies the rules', () => {
  const anyEntrada = fc.record(
    Object.fromEntries(
      Object.entries(ENTRADA).map(([field, value]) => [
        field,
        fc.oneof(fc.constant(value), fc.jsonValue(), anyUnits, fc.maxSafeInteger()),
      ]),
    ),
    { requiredKeys: [] },
  )
  const anyLote = fc.record(
    { marca: fc.oneof(fc.constant(null), anyUnits), entradas: fc.array(anyEntrada), porEnviar: fc.nat() },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), anyLote), (raw) => {
      const parsed = parseLote(raw)
      if (parsed.kind === 'malformed') return
      for (const { entradaid, lidaem, desvio, seq } of parsed.lote.entradas) {
        expect(entradaid).toHaveLength(36)
        expect(Number.isSafeInteger(lidaem + desvio) && seq >= 0).toBe(true)
      }
      expect(parseLote(parsed.lote)).toEqual(parsed)
    }),
    PROPERTY,
  )
})

test('a note is counted as phones count it, an emoji as one sign', () => {
  const noted = (signs: number) => parseLote(withField('anotado', '🌾'.repeat(signs))).kind
  expect([noted(200), noted(201)]).toEqual(['lote', 'malformed'])
})
