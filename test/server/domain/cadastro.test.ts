import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { checkCadastro, parseCadastro, parseEmail, parseNome } from '../../../server/domain/cadastro.ts'
import { anyText, anyUnits, PROPERTY } from '../../support/property.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const UNREADABLE = 'Digite seu nome de novo: há um caractere que não se lê.'
const WHOLE_NAME = 'Digite seu nome completo.'
const ONLY_LETTERS = 'Escreva o nome só com letras, sem números nem símbolos.'
const TOO_LONG = 'Abrevie o nome: cabem no máximo 120 letras.'
const WHOLE_EMAIL = 'Digite um e-mail completo, como nome@exemplo.com'

for (const [typed, nome] of [
  ['Maria da Silva', 'MARIA DA SILVA'],
  ['  joão   gonçalves ', 'JOÃO GONÇALVES'],
  ['Joa\u0303o', 'JOÃO'],
  ['Pelé', 'PELÉ'],
  ["Joana d'Arc", "JOANA D'ARC"],
  ['Joana d’Arc', 'JOANA D’ARC'],
  ['Ana-Maria', 'ANA-MARIA'],
  ['J. R. R. Silva Jr.', 'J. R. R. SILVA JR.'],
  ['Mª José', 'Mª JOSÉ'],
  ['Antônio Nº', 'ANTÔNIO Nº'],
  ['Jürgen Weiß', 'JÜRGEN WEISS'],
  ['İlker ışık', 'İLKER IŞIK'],
  ['fi', 'FI'],
  ['山田 太郎', '山田 太郎'],
  ['Íris\u200b\u202e Lima', 'ÍRIS LIMA'],
  ['Li', 'LI'],
] as const) {
  test(`the name ${JSON.stringify(typed)} is stored as ${nome}`, () => {
    expect(parseNome(typed)).toEqual({ kind: 'ok', nome })
  })
}

for (const [typed, message] of [
  ['', WHOLE_NAME],
  [' \u200b ', WHOLE_NAME],
  ['A', WHOLE_NAME],
  ['.', WHOLE_NAME],
  ["- ' -", WHOLE_NAME],
  ['Ana\ud83d', UNREADABLE],
  ['Ana 2', ONLY_LETTERS],
  ['<script>', ONLY_LETTERS],
  ['=SOMA(A1)', ONLY_LETTERS],
  ['ana@exemplo.com', ONLY_LETTERS],
  ['Ana \u{1f600}', ONLY_LETTERS],
  ['a'.repeat(121), TOO_LONG],
] as const) {
  test(`the name ${JSON.stringify(typed.slice(0, 20))} is refused with "${message}"`, () => {
    expect(parseNome(typed)).toEqual({ kind: 'invalid', message })
  })
}

test('a name is measured after upper-casing, when ß has become SS', () => {
  expect(parseNome('ß'.repeat(60))).toEqual({ kind: 'ok', nome: 'SS'.repeat(60) })
  expect(parseNome('a' + 'ß'.repeat(60))).toEqual({ kind: 'invalid', message: TOO_LONG })
  expect(parseNome('a'.repeat(120)).kind).toBe('ok')
})

test('a name has no Turkish İ on a machine whose language is Turkish', () => {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its text below
  const upper = String.prototype.toLocaleUpperCase
  vi.spyOn(String.prototype, 'toLocaleUpperCase').mockImplementation(function (this: string, locales) {
    return upper.call(this, locales ?? 'tr')
  })
  expect('i'.toLocaleUpperCase()).toBe('İ')
  expect(parseNome('Beatriz Pinheiro')).toEqual({ kind: 'ok', nome: 'BEATRIZ PINHEIRO' })
})

test('a stored name is NFC, within the limit and readable again as itself', () => {
  const letter = fc.constantFrom(..."aãßéıİŉǰΐﬁᾳ\u0345\u0301\u0307\u0323ªº’'-. \u200b\u00a0ÅÅ가각".split(''))
  const typed = fc.oneof(
    // Up to past the limit, and past it only once upper-cased.
    fc.array(letter, { maxLength: 130, size: 'max' }).map((letters) => letters.join('')),
    anyText,
  )
  let stored = 0
  fc.assert(
    fc.property(typed, (raw) => {
      const read = parseNome(raw)
      if (read.kind === 'invalid') return
      stored++
      expect(read.nome.length).toBeLessThanOrEqual(120)
      expect(read.nome).toBe(read.nome.normalize('NFC'))
      expect(parseNome(read.nome)).toEqual(read)
    }),
    PROPERTY,
  )
  expect(stored).toBeGreaterThan(20)
})

for (const [typed, email] of [
  ['', ''],
  ['   ', ''],
  ['ana@exemplo.com', 'ana@exemplo.com'],
  ['  ana@exemplo.com\n', 'ana@exemplo.com'],
  ['Ana.Lima+evento@Exemplo.com.br', 'Ana.Lima+evento@Exemplo.com.br'],
  ['ana\u200b@exemplo.com', 'ana@exemplo.com'],
  ["d'avila@exemplo.com", "d'avila@exemplo.com"],
] as const) {
  test(`the e-mail ${JSON.stringify(typed)} is stored as "${email}"`, () => {
    expect(parseEmail(typed)).toEqual({ kind: 'ok', email })
  })
}

for (const typed of [
  'ana',
  'ana@',
  '@exemplo.com',
  'ana@exemplo',
  'ana@@exemplo.com',
  'ana lima@exemplo.com',
  'ana@exemplo..com',
  'ana@exemplo.com, bia@exemplo.com',
  'ana@exemplo.com\nBcc: bia@exemplo.com',
  '<ana@exemplo.com>',
  'ana\ud83d@exemplo.com',
  `${'a'.repeat(243)}@exemplo.com`,
]) {
  test(`the e-mail ${JSON.stringify(typed.slice(0, 40))} is refused`, () => {
    expect(parseEmail(typed)).toEqual({ kind: 'invalid', message: WHOLE_EMAIL })
  })
}

test('an e-mail of 254 characters is the longest', () => {
  const email = `${'a'.repeat(242)}@exemplo.com`
  expect(email).toHaveLength(254)
  expect(parseEmail(email)).toEqual({ kind: 'ok', email })
})

const form = {
  nome: ' Maria da silva',
  telefone: '(11) 98765-4321',
  email: '',
}

test('a form without a company is read, its values kept as they were typed', () => {
  expect(parseCadastro(Object.entries(form))).toEqual({
    kind: 'ok',
    cadastro: { nome: 'MARIA DA SILVA', telefone: '11987654321', email: '' },
    ...{ empresaid: null, codigo: null },
    values: form,
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
    ...{ empresaid: 'fazenda-1', codigo: null },
    values: typed,
  })
})

test('the code of a personal invitation stands in the company’s place, and never beside it', () => {
  const convite = 'A234567BCDEFGHIJKLMN'
  expect(parseCadastro(Object.entries({ ...form, convite }))).toMatchObject({
    ...{ kind: 'ok', empresaid: null, codigo: convite.toLowerCase() },
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
