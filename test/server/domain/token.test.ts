import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chaveOf } from '../../../server/domain/chave.ts'
import { codeOf, parseToken, tokenOf, signed } from '../../../server/domain/token.ts'
import { parseCode, readSigned } from '../../../server/domain/signed-text.ts'
import { anyText, anyUnits, PROPERTY, someOf } from '../../support/property.ts'

const SECRET = 'a secret of more than thirty-two characters'
const ID = '1820502000000'
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** As stored at first, and after replacements. */
const anyVersao = fc.oneof(fc.constant(0), fc.nat(9), fc.nat())
const anyId = fc.oneof(
  fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }).map(String),
  anyText.filter((text) => text !== ''),
)

/** The texts that are tokens. One assertion for each of tens of thousands would cost more than the hashes. */
const opening = (texts: string[]) => texts.filter((text) => parseToken(SECRET, text) !== null)

test('a token is the credencialid and 128 bits in 22 characters of base64url', () => {
  const token = tokenOf(SECRET, ID, 0)
  expect(token.startsWith(ID)).toBe(true)
  expect(token.slice(ID.length)).toMatch(/^[A-Za-z0-9_-]{22}$/)
  expect(Buffer.from(token.slice(ID.length), 'base64url')).toHaveLength(16)
})

test('whatever the credencialid and its versao, the token is URL-safe and says both', () => {
  fc.assert(
    fc.property(anyId, anyVersao, (credencialid, versao) => {
      const token = tokenOf(SECRET, credencialid, versao)
      expect(token).toMatch(/^([1-9][0-9]*\.)?[A-Za-z0-9_~-]+$/)
      expect(encodeURIComponent(token)).toBe(token)
      expect(parseToken(SECRET, token)).toEqual({ credencialid, versao })
    }),
    PROPERTY,
  )
})

test('a token with any one character changed for any other opens nothing', () => {
  const signs = Array.from(`${BASE64URL}~.=%é`)
  for (const token of [tokenOf(SECRET, ID, 0), tokenOf(SECRET, ID, 12)]) {
    const changed = Array.from(token).flatMap((_, at) =>
      signs.map((sign) => token.slice(0, at) + sign + token.slice(at + 1)),
    )
    expect(opening(someOf(changed.filter((other) => other !== token)))).toEqual([])
  }
})

test('a token with any one bit flipped, or cut anywhere, opens nothing', () => {
  fc.assert(
    fc.property(anyId, anyVersao, fc.nat(), (id, versao, where) => {
      const token = tokenOf(SECRET, id, versao)
      const at = where % token.length
      // The last character of base64url has spare bits, which must be checked too.
      const changed = [at, token.length - 1].flatMap((flippedAt) =>
        Array.from({ length: 7 }, (_, bit) => {
          const flipped = String.fromCharCode(token.charCodeAt(flippedAt) ^ (1 << bit))
          return token.slice(0, flippedAt) + flipped + token.slice(flippedAt + 1)
        }),
      )
      expect(opening([...changed, token.slice(0, at), token + token.slice(at)])).toEqual([])
    }),
    PROPERTY,
  )
})

test('a token with a character more or fewer, in another case, or of another credencial opens nothing', () => {
  fc.assert(
    fc.property(
      anyId,
      anyId,
      anyVersao,
      fc.nat(),
      fc.constantFrom(...Array.from(BASE64URL)),
      (id, other, versao, where, sign) => {
        const token = tokenOf(SECRET, id, versao)
        const at = where % (token.length + 1)
        const changed = [
          token.slice(0, at) + sign + token.slice(at),
          token.slice(0, at) + token.slice(at + 1),
          token.toUpperCase(),
          token.toLowerCase(),
          `${token}=`,
          ` ${token}`,
        ].filter((text) => text !== token)
        const moved = tokenOf(SECRET, other, versao).slice(0, -22) + token.slice(-22)
        expect(opening(other === id ? changed : [...changed, moved])).toEqual([])
      },
    ),
    PROPERTY,
  )
})

test('a token of one versao cannot be written into one of another', () => {
  fc.assert(
    fc.property(anyId, anyVersao, anyVersao, (id, versao, other) => {
      fc.pre(versao !== other)
      const [token, wanted] = [tokenOf(SECRET, id, versao), tokenOf(SECRET, id, other)]
      const plain = token.replace(/^\d+\./, '')
      const forged = wanted.slice(0, -22) + token.slice(-22)
      const changed = [forged, `${other}.${plain}`, `0.${plain}`, `0${versao}.${plain}`, `.${plain}`]
      expect(opening(changed)).toEqual([])
    }),
    PROPERTY,
  )
})

test('no id of another product, whatever it holds, lends its signature to a later versao', () => {
  for (const id of [`1\n${ID}`, `1.${ID}`, `versao\n1\n${ID}`, `-versao\n1\n${ID}`]) {
    const signature = tokenOf(SECRET, id, 0).slice(-22)
    expect(parseToken(SECRET, `1.${ID}${signature}`)).toBeNull()
  }
})

test('each versao has a code of its own', () => {
  const codes = Array.from({ length: 100 }, (_, versao) => codeOf(SECRET, ID, versao))
  expect(new Set(codes).size).toBe(100)
})

test('nothing a stranger can type is a token, and nothing throws', () => {
  expect(parseToken(SECRET, undefined)).toBeNull()
  for (const raw of ['', '~', ID, 'x'.repeat(10_000)]) expect(parseToken(SECRET, raw)).toBeNull()
  fc.assert(
    fc.property(fc.oneof(anyText, anyUnits), (raw) => {
      expect(opening([raw, `~${raw}`, `1.${raw}`])).toEqual([])
    }),
    PROPERTY,
  )
})

test('a token of another secret opens nothing', () => {
  expect(parseToken(SECRET, tokenOf(`${SECRET}.`, ID, 0))).toBeNull()
})

test('a token, a code and a natural key have nothing in common: each purpose has its own hashes', () => {
  const signature = tokenOf(SECRET, ID, 0).slice(-22)
  expect(chaveOf(SECRET, { nome: ID, telefone: '' })).not.toContain(signature.slice(0, -1))
  expect(codeOf(SECRET, ID, 0)).not.toBe(codeOf(`${SECRET}.`, ID, 0))
})

test('a token and a code are the same in every release: they are printed', () => {
  expect(tokenOf(SECRET, ID, 0)).toBe('182050200000063c7Ak4Aeaz3Mc1qIGg69A')
  expect(codeOf(SECRET, ID, 0)).toBe('DPC8-W3VW')
})

test('a code is eight characters none of which is taken for another, and is read back in any writing', () => {
  fc.assert(
    fc.property(anyId, (credencialid) => {
      const code = codeOf(SECRET, credencialid, 0)
      expect(code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
      expect(code).not.toMatch(/[01OILSZBUAE]/)
      const plain = code.replace('-', '')
      const writings = [
        code,
        plain,
        code.toLowerCase(),
        ` ${code.replace('-', ' – ')} `,
        Array.from(plain).join(' '),
      ]
      for (const writing of writings) expect(parseCode(writing)).toBe(code)
    }),
    PROPERTY,
  )
})

for (const raw of [
  '',
  'K7F3-92Q',
  'K7F3-92QDD',
  'K7F3-92Q0',
  'K7F3_92QD',
  'MARIA',
  '11987654321',
  'K7F3-92QÇ',
]) {
  test(`${JSON.stringify(raw)} is no code`, () => expect(parseCode(raw)).toBeNull())
}

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
