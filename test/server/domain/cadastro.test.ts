import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkCadastro, parseCadastro } from '../../../server/domain/cadastro.ts'
import { ONLY_LETTERS, WHOLE_EMAIL, WHOLE_NAME } from '../../support/cadastro.ts'
import { anyText, anyUnits, PROPERTY } from '../../support/property.ts'

const form = {
  nome: ' Maria da silva',
  telefone: '(11) 98765-4321',
  email: '',
}

test('a form without a company is read, its values kept as they were typed', () => {
  expect(parseCadastro(Object.entries(form))).toEqual({
    kind: 'ok',
    cadastro: { nome: 'MARIA DA SILVA', telefone: '11987654321', email: '' },
    empresaid: null,
    codigo: null,
    values: form,
    acompanhantes: [],
    nomes: [],
  })
})

test('a form of a company carries its empresaid', () => {
  expect(parseCadastro(Object.entries({ ...form, empresaid: 'fazenda-1' }))).toMatchObject({
    kind: 'ok',
    empresaid: 'fazenda-1',
  })
})

test('an invalid form tells every field that is wrong and keeps what was typed, company included', () => {
  const typed = { nome: ' 1 ', telefone: '119', email: 'ana@' }
  expect(parseCadastro(Object.entries({ ...typed, empresaid: 'fazenda-1' }))).toEqual({
    kind: 'invalid',
    errors: {
      nome: ONLY_LETTERS,
      telefone: 'Digite DDD + número, só os 11 dígitos.',
      email: WHOLE_EMAIL,
    },
    empresaid: 'fazenda-1',
    codigo: null,
    values: typed,
    nomes: [],
  })
})

test('the code of a personal invitation stands in the company’s place, and never beside it', () => {
  const convite = 'A234567BCDEFGHIJKLMN'
  expect(parseCadastro(Object.entries({ ...form, convite }))).toMatchObject({
    kind: 'ok',
    empresaid: null,
    codigo: convite.toLowerCase(),
  })
  for (const bad of [{ convite: '' }, { convite: 'x' }, { convite, empresaid: 'fazenda-1' }])
    expect(parseCadastro(Object.entries({ ...form, ...bad }))).toEqual({ kind: 'malformed' })
})

test('only the fields that are wrong have an error', () => {
  expect(checkCadastro({ ...form, telefone: '' })).toEqual({
    kind: 'invalid',
    errors: { telefone: 'Digite seu WhatsApp com DDD.' },
  })
})

test('an empty form misses name and phone, and nothing else', () => {
  expect(parseCadastro([])).toMatchObject({
    kind: 'invalid',
    errors: { nome: WHOLE_NAME, telefone: 'Digite seu WhatsApp com DDD.' },
    values: { nome: '', telefone: '', email: '' },
  })
})

for (const name of ['nome', 'telefone', 'email', 'empresaid']) {
  test(`${name} given twice is malformed, though both are the same`, () => {
    const entries = Object.entries({ ...form, empresaid: 'fazenda-1' })
    const repeated = entries.filter(([field]) => field === name)
    expect(parseCadastro([...entries, ...repeated])).toEqual({ kind: 'malformed' })
  })

  test(`${name} given as a file is malformed`, () => {
    const entries = Object.entries({ ...form, [name]: new File(['x'], 'x.txt') })
    expect(parseCadastro(entries)).toEqual({ kind: 'malformed' })
  })
}

for (const empresaid of ['', ' ', '../etc', 'a b', 'cadastro', 'a'.repeat(65), '__proto__\u0000']) {
  test(`the hidden company ${JSON.stringify(empresaid.slice(0, 12))} is malformed`, () => {
    expect(parseCadastro(Object.entries({ ...form, empresaid }))).toEqual({ kind: 'malformed' })
  })
}

test('unknown fields are ignored, repeated, files and __proto__ alike', () => {
  const parsed = parseCadastro([
    ['__proto__', 'x'],
    ['constructor', 'x'],
    ['controle', 'inativo'],
    ['cpf', '11144477735'],
    ['cpf', '11144477735'],
    ['foto', new File(['x'], 'x.png')],
    ...Object.entries(form),
  ])
  expect(parsed).toEqual(parseCadastro(Object.entries(form)))
  expect(Object.keys(parsed.kind === 'ok' ? parsed.cadastro : {})).toEqual(['nome', 'telefone', 'email'])
  expect(({} as Record<string, unknown>).x).toBeUndefined()
})

test('whatever is posted is read, told or malformed, never thrown at, and what is taken satisfies the rules', () => {
  const name = fc.oneof(
    fc.constantFrom('nome', 'telefone', 'email', 'empresaid', '__proto__', 'constructor', 'cpf', 'controle'),
    anyText,
  )
  const value = fc.oneof(
    fc.constantFrom('Maria', '11987654321', 'maria@exemplo.com', 'fazenda-1', '', 'cadastro', '../x'),
    anyText,
    anyUnits,
    fc.constantFrom<unknown>(null, undefined, 7, {}, new File(['x'], 'x')),
  )
  const honest = fc
    .constantFrom(form.nome, 'Ana 2', 'Ana <b>', 'A', 'ß'.repeat(70))
    .map((nome) => Object.entries({ ...form, nome, empresaid: 'fazenda-1' }))
    .chain((fields) => fc.shuffledSubarray(fields, { minLength: 2 }))
  const field = fc.oneof(fc.tuple(name, value), fc.constantFrom(...Object.entries(form)))
  const entries = fc.oneof(
    fc.array(field, { maxLength: 8 }),
    fc.tuple(honest, fc.array(field, { maxLength: 2 })).map(([own, more]) => [...own, ...more]),
  )
  const seen = new Set<string>()
  fc.assert(
    fc.property(entries, (posted: [string, unknown][]) => {
      const parsed = parseCadastro(posted)
      seen.add(parsed.kind)
      const own = posted.filter(([field]) => ['nome', 'telefone', 'email', 'empresaid'].includes(field))
      const isRepeated = new Set(own.map(([field]) => field)).size < own.length
      if (isRepeated || own.some(([, given]) => typeof given !== 'string'))
        expect(parsed.kind).toBe('malformed')
      expect(parsed).toEqual(parseCadastro(own))
      if (parsed.kind !== 'ok') return
      const { nome, telefone, email } = parsed.cadastro
      expect(Object.keys(parsed.cadastro)).toEqual(['nome', 'telefone', 'email'])
      expect(nome).toMatch(/^[\p{L}\p{M} '’\-.ªº]{2,120}$/u)
      expect(telefone).toMatch(/^[1-9]{2}\d{8,9}$/)
      expect(email.length).toBeLessThanOrEqual(254)
      expect(checkCadastro(parsed.cadastro)).toEqual({ kind: 'ok', cadastro: parsed.cadastro })
    }),
    PROPERTY,
  )
  expect([...seen].sort()).toEqual(['invalid', 'malformed', 'ok'])
})
