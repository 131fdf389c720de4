import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mesaTokenOf, parseMesaToken } from '../../../server/domain/mesa.ts'
import { parseToken, tokenOf } from '../../../server/domain/token.ts'
import { anyText, PROPERTY } from '../../support/property.ts'

const SECRET = 'a secret of more than thirty-two characters'
const MESA = { empresaid: 'acme', versao: 0 }

test('a token says its company and versao, whatever they are, and no other secret reads it', () => {
  fc.assert(
    fc.property(
      anyText.filter((text) => text !== ''),
      fc.nat(),
      (empresaid, versao) => {
        const token = mesaTokenOf(SECRET, { empresaid, versao })
        expect(encodeURIComponent(token)).toBe(token)
        expect(parseMesaToken(SECRET, token)).toEqual({ empresaid, versao })
        expect(parseMesaToken(`another ${SECRET}`, token)).toBeNull()
      },
    ),
    PROPERTY,
  )
})

test('a credencial’s token opens no panel, nor a panel’s a credencial, though their ids are the same', () => {
  expect(parseMesaToken(SECRET, tokenOf(SECRET, MESA.empresaid, 0))).toBeNull()
  expect(parseToken(SECRET, mesaTokenOf(SECRET, MESA))).toBeNull()
})

test('a token with its versao changed opens nothing', () => {
  const token = mesaTokenOf(SECRET, { empresaid: 'acme', versao: 2 })
  expect(parseMesaToken(SECRET, token.replace(/^2/, '3'))).toBeNull()
  expect(parseMesaToken(SECRET, token.slice(2))).toBeNull()
})
