import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ANOTADO_MAX, notedText, tokenIn } from '../../../app/porta/scanned.ts'
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
