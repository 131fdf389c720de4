import { expect, test } from 'vitest'
import { parseTelefone } from '../../../../server/domain/telefone.ts'
import { typedTelefone } from '~/routes/cadastro/typing'

/** What a field of eleven characters holds after these are typed one by one, or pasted in pieces. */
function type(signs: Iterable<string>, from = '', at = from.length) {
  let [value, caret] = [from, at]
  for (const sign of signs) {
    const own = (value.slice(0, caret) + sign + value.slice(caret)).slice(0, Math.max(11, value.length))
    const typed = typedTelefone(value, caret, caret, sign) ?? { value: own, caret: caret + sign.length }
    value = typed.value
    caret = typed.caret
  }
  return value
}

test('a number typed as people write it is whole in a field of eleven signs', () => {
  for (const text of [
    ...['(37) 99812-3499', '37 99812 3499', '37.99812.3499', '37/99812–3499', '037 99812-3499'],
    ...[
      '+55 37 99812-3499',
      '+55 (37) 99812-3499',
      '55 37 99812-3499',
      '0055 37 99812-3499',
      '+5537998123499',
    ],
  ]) {
    expect(type(text), text).toBe('37998123499')
    expect(parseTelefone(type(text))).toEqual({ kind: 'ok', value: '37998123499' })
  }
  expect(type('(55) 99812-3499')).toBe('55998123499')
  expect(type('+55 55 99812-3499')).toBe('55998123499')
  expect(type('(37) 3212-3499')).toBe('3732123499')
})

test('what is no number is left as it was typed, and what is whole takes nothing more', () => {
  expect(type('11ramal')).toBe('11ramal')
  expect(type('379981234995')).toBe('37998123499')
  expect(type('5', '37998123499', 4)).toBe('37998123499')
  expect(type('- )', '37998123499')).toBe('37998123499')
  expect(type('01198765432')).toBe('01198765432')
  expect(type('+'.repeat(30))).toBe('+')
  expect(type('0'.repeat(30)).length).toBeLessThanOrEqual(16)
})

test('a number pasted in one piece takes the place of all; a part goes where the caret is', () => {
  expect(typedTelefone('', 0, 0, '+55 (37) 99812-3499')).toEqual({ value: '37998123499', caret: 11 })
  expect(typedTelefone('11', 2, 2, '(37) 99812-3499')?.value).toBe('37998123499')
  expect(typedTelefone('37', 2, 2, '99812-3499')?.value).toBe('37998123499')
  expect(typedTelefone('373499', 2, 2, ' 99812-')).toEqual({ value: '37998123499', caret: 7 })
  expect(typedTelefone('379', 0, 3, '(3')).toEqual({ value: '3', caret: 1 })
  expect(typedTelefone('37', 2, 2, '998')).toBeNull()
})
