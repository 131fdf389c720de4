import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeIn, foreignIn, isConvidados, notedText, tokenIn } from '../../../app/porta/scanned.ts'
import { ANOTADO_MAX } from '../../../server/domain/porta-sync.ts'
import { anyUnits, PROPERTY } from '../../support/property.ts'

const TOKEN = `2.1820502000000${'a'.repeat(22)}`

for (const text of [
  `https://convites.test/c/${TOKEN}`,
  `HTTP://localhost:3000/c/${TOKEN}/`,
  ` https://x.example/c/${TOKEN}?utm=1#topo\n`,
]) {
  test(`the token is found in ${text.trim().slice(0, 40)}`, () => {
    expect(tokenIn(text)).toBe(TOKEN)
  })
}

for (const text of [
  TOKEN,
  `https://convites.test/c/${TOKEN}/presenca`,
  `https://convites.test/mesa/${TOKEN}`,
  'https://convites.test/c/curto',
  `ftp://convites.test/c/${TOKEN}`,
  '',
]) {
  test(`no token is found in ${text.slice(0, 50) || 'nothing'}`, () => {
    expect(tokenIn(text)).toBeNull()
  })
}

test('a badge’s code is a guest’s as it is printed, and nothing near it is', () => {
  for (const text of ['K7F3-92QD', ' K7F3-92QD\n'])
    expect([codeIn(text), isConvidados(text), foreignIn(text)]).toEqual(['K7F3-92QD', true, null])
  for (const text of ['23456789', 'K7F392QD', 'k7f3-92qd', 'K7F3-92Q', 'K7F3-92Q0', 'x K7F3-92QD', ''])
    expect([text, codeIn(text), foreignIn(text)]).toEqual([text, null, 'outro'])
})

test('any scanned text is noted as one short line of Unicode', () => {
  fc.assert(
    fc.property(anyUnits, (text) => {
      const noted = notedText(text.repeat(20))
      expect(Array.from(noted).length).toBeLessThanOrEqual(ANOTADO_MAX)
      expect(noted).toMatch(/^[^\p{Cc}\p{Surrogate}]+$/u)
    }),
    PROPERTY,
  )
})
