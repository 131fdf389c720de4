import fc from 'fast-check'
import { expect, test } from 'vitest'
import { signed } from '../../../server/domain/signed-id.ts'
import { readSigned } from '../../../server/domain/signed-text.ts'
import { anyText, anyUnits, PROPERTY } from '../../support/property.ts'

test('a signed text is read without the secret, whatever the id and its versao', () => {
  const anyId = anyText.filter((text) => text !== '')
  fc.assert(
    fc.property(anyId, fc.nat(), (id, versao) => {
      expect(readSigned(signed('a secret of many characters', 'token', id, versao))).toEqual({ id, versao })
    }),
    PROPERTY,
  )
})

test('a text nobody signed throws nothing', () => {
  fc.assert(
    fc.property(anyUnits, (text) => {
      expect(typeof readSigned(`~${text}${'A'.repeat(22)}`).id).toBe('string')
      expect(typeof readSigned(text).id).toBe('string')
    }),
    PROPERTY,
  )
})

test('a versao that is no count is none that a list can be ahead of', () => {
  for (const versao of ['-1', '0', '0.5', '1e0', '01', ' 1', '', 'x']) {
    expect(readSigned(`${versao}.123${'A'.repeat(22)}`).versao, versao).toBe(Infinity)
  }
})
