import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { parseNome } from '../../../server/domain/cadastro.ts'
import { ONLY_LETTERS, WHOLE_NAME } from '../../support/cadastro.ts'
import { anyText, PROPERTY } from '../../support/property.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const UNREADABLE = 'Digite seu nome de novo: há um caractere que não se lê.'
const TOO_LONG = 'Abrevie o nome: cabem no máximo 120 letras.'

for (const [typed, nome] of [
  ['Maria da Silva', 'MARIA DA SILVA'],
  ['  joão   gonçalves ', 'JOÃO GONÇALVES'],
  ['Joa\u0303o', 'JOÃO'],
  ['Pelé', 'PELÉ'],
  ["Joana d'Arc", "JOANA D'ARC"],
  ['Joana d’Arc', 'JOANA D’ARC'],
  ['Joana d´Arc', "JOANA D'ARC"],
  ['Joana d`Arc', "JOANA D'ARC"],
  ['Joana d‘Arc', "JOANA D'ARC"],
  ['Joana d′Arc', "JOANA D'ARC"],
  ['Dʼávila Lima', 'DʼÁVILA LIMA'],
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
    expect(parseNome(typed)).toEqual({ kind: 'ok', value: nome })
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
  expect(parseNome('ß'.repeat(60))).toEqual({ kind: 'ok', value: 'SS'.repeat(60) })
  expect(parseNome('a' + 'ß'.repeat(60))).toEqual({ kind: 'invalid', message: TOO_LONG })
  expect(parseNome('a'.repeat(120)).kind).toBe('ok')
})

test('a name has no Turkish İ on a machine whose language is Turkish', () => {
  // oxlint-disable-next-line typescript/unbound-method -- called with its text below
  const upper = String.prototype.toLocaleUpperCase
  vi.spyOn(String.prototype, 'toLocaleUpperCase').mockImplementation(function (this: string, locales) {
    return upper.call(this, locales ?? 'tr')
  })
  expect('i'.toLocaleUpperCase()).toBe('İ')
  expect(parseNome('Beatriz Pinheiro')).toEqual({ kind: 'ok', value: 'BEATRIZ PINHEIRO' })
})

test('a stored name is NFC, within the limit and readable again as itself', () => {
  const letter = fc.constantFrom(..."aãßéıİŉǰΐﬁᾳ\u0345\u0301\u0307\u0323ªº’'-. \u200b\u00a0ÅÅ가각".split(''))
  const typed = fc.oneof(
    // Lengths up to and past the limit, and past it only once in upper case.
    fc.array(letter, { maxLength: 130, size: 'max' }).map((letters) => letters.join('')),
    anyText,
  )
  let stored = 0
  fc.assert(
    fc.property(typed, (raw) => {
      const read = parseNome(raw)
      if (read.kind === 'invalid') return
      stored++
      expect(read.value.length).toBeLessThanOrEqual(120)
      expect(read.value).toBe(read.value.normalize('NFC'))
      expect(parseNome(read.value)).toEqual(read)
    }),
    PROPERTY,
  )
  expect(stored).toBeGreaterThan(20)
})
