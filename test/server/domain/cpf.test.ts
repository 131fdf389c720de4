import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCpf } from '../../../server/domain/convidado-search.ts'
import { anyText, PROPERTY } from '../../support/property.ts'

/**
 * The rule in the tax office's words: the weighted sum's remainder by 11; below 2 the digit is 0, else 11
 * minus it.
 */
function publishedDigit(digits: number[]): number {
  const sum = digits.reduce((total, digit, index) => total + digit * (digits.length + 1 - index), 0)
  return sum % 11 < 2 ? 0 : 11 - (sum % 11)
}

for (const cpf of [
  '52998224725',
  '11144477735',
  '12345678909',
  '39053344705',
  '00000000191',
  '529.982.247-25',
  ' 111 444 777 35 ',
]) {
  test(`${JSON.stringify(cpf)} is a cpf`, () => {
    expect(isCpf(cpf)).toBe(true)
  })
}

test.each([
  ['first check digit wrong', '52998224735'],
  ['second check digit wrong', '52998224724'],
  ['two digits swapped', '25998224725'],
  ['ten digits', '5299822472'],
  ['twelve digits', '529982247255'],
  ['a letter', '5299822472a'],
  ['full-width digits', '５２９９８２２４７２５'],
  ['empty text', ''],
] as const)('%s: not a cpf', (_, cpf) => {
  expect(isCpf(cpf)).toBe(false)
})

test('eleven times the same digit is no cpf, though its check digits are right', () => {
  for (let digit = 0; digit <= 9; digit++) expect(isCpf(String(digit).repeat(11))).toBe(false)
})

test('of the hundred endings of nine digits exactly the published one is a cpf', () => {
  const nineDigits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 9, maxLength: 9 })
  fc.assert(
    fc.property(nineDigits, (nine) => {
      fc.pre(new Set(nine).size > 1)
      const tenth = publishedDigit(nine)
      const valid = Array.from({ length: 100 }, (_, ending) => String(ending).padStart(2, '0')).filter(
        (ending) => isCpf(nine.join('') + ending),
      )
      expect(valid).toEqual([`${tenth}${publishedDigit([...nine, tenth])}`])
    }),
    { ...PROPERTY, numRuns: 100 },
  )
})

test('a cpf is the same with its dots and dash or without, and no other text is one', () => {
  const nineDigits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 9, maxLength: 9 })
  fc.assert(
    fc.property(nineDigits, anyText, (nine, text) => {
      fc.pre(new Set(nine).size > 1)
      const tenth = publishedDigit(nine)
      const cpf = `${nine.join('')}${tenth}${publishedDigit([...nine, tenth])}`
      expect(isCpf(cpf)).toBe(true)
      expect(isCpf(cpf.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4'))).toBe(true)
      for (const wrong of [cpf.slice(1), `${cpf}0`, `${cpf}x`, cpf.replace(/\d/, 'O')])
        expect(isCpf(wrong)).toBe(false)
      if (!/^[\d.\-\s]*$/.test(text)) expect(isCpf(text)).toBe(false)
    }),
    PROPERTY,
  )
})
