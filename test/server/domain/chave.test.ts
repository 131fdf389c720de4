import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chaveAt, chaveOf, origemOf } from '../../../server/domain/chave.ts'
import { foldText } from '../../../server/domain/text.ts'
import { PROPERTY } from '../../support/property.ts'

const SECRET = 'a secret of more than thirty-two characters'
const convidado = { nome: 'JOÃO D’ÁVILA', telefone: '11987654321' }

for (const nome of [
  'joão d’ávila',
  'Joao Davila',
  "JOAO D'AVILA",
  'JOA\u0303O  D’A\u0301VILA',
  ' João-d’Ávila ',
]) {
  test(`${JSON.stringify(nome)} at the same phone is the same guest`, () => {
    expect(chaveOf(SECRET, { ...convidado, nome })).toBe(chaveOf(SECRET, convidado))
  })
}

test('another name, another phone and another secret each make another key', () => {
  const keys = [
    chaveOf(SECRET, convidado),
    chaveOf(SECRET, { ...convidado, nome: 'JOANA D’ÁVILA' }),
    chaveOf(SECRET, { ...convidado, telefone: '11987654322' }),
    chaveOf(`${SECRET}.`, convidado),
  ]
  expect(new Set(keys).size).toBe(4)
})

test('without a phone the company makes the key: none, the house and the house without LOTAÇÃO are one', () => {
  const padre = { nome: 'PADRE JOSÉ', telefone: '' }
  const keys = [null, '', '0000000000001', 'serra', 'ipe', 'a/b.c'].map((id) => chaveOf(SECRET, padre, id))
  expect(new Set(keys.slice(0, 3)).size).toBe(1)
  expect(new Set(keys.slice(2)).size).toBe(4)
  for (const key of keys) expect(key).toMatch(/^[\w-]{43}(\.[\w-]+)?$/)
  for (const id of ['serra', '', 'a/b.c'])
    for (const key of keys) expect(chaveAt(key, id)).toBe(chaveOf(SECRET, padre, id))
})

test('with a phone the company does not count', () => {
  expect(chaveOf(SECRET, convidado, 'serra')).toBe(chaveOf(SECRET, convidado))
})

test('digits moved from the phone to the name make another key', () => {
  const one = chaveOf(SECRET, { nome: 'ANA', telefone: '11987654321' })
  expect(chaveOf(SECRET, { nome: 'ANA\n1', telefone: '1987654321' })).not.toBe(one)
  expect(chaveOf(SECRET, { nome: 'ANA1', telefone: '1987654321' })).not.toBe(one)
})

test('a key and an origem of the same text differ: each purpose has its own hashes', () => {
  const text = 'ANA\n11987654321'
  expect(origemOf(SECRET, text)).not.toBe(chaveOf(SECRET, { nome: 'ANA', telefone: '11987654321' }))
})

test('keys and origens are 43 characters of base64url that show nothing of the guest', () => {
  for (const hash of [chaveOf(SECRET, convidado), origemOf(SECRET, '203.0.113.7')]) {
    expect(hash).toMatch(/^[A-Za-z0-9_-]{43}$/)
  }
})

test('a key is the same in every release: it is stored', () => {
  expect(chaveOf(SECRET, convidado)).toBe('4mTrhQlJB2PF5ZMMRNz30PNjww2TYhMnHxfMqyzzQFc')
  expect(origemOf(SECRET, '203.0.113.7')).toBe('-KtKCA86bb3iGdQU5TewvX3Svsm0hMjj5XSLmA0IyO8')
})

test('two guests have one key exactly when their folded names and their phones are the same', () => {
  const letter = fc.constantFrom(..."aáAÁbB'’ -.".split(''))
  const nome = fc.array(letter, { maxLength: 4 }).map((letters) => letters.join(''))
  const telefone = fc.constantFrom('11987654321', '11987654322', '1133334444')
  const someone = fc.record({ nome, telefone })
  const found = { same: 0, other: 0 }
  fc.assert(
    fc.property(someone, someone, (one, two) => {
      const isSame = foldText(one.nome) === foldText(two.nome) && one.telefone === two.telefone
      found[isSame ? 'same' : 'other']++
      expect(chaveOf(SECRET, one) === chaveOf(SECRET, two)).toBe(isSame)
    }),
    { ...PROPERTY, numRuns: PROPERTY.numRuns * 4 },
  )
  expect(Math.min(found.same, found.other)).toBeGreaterThan(5)
})
