import { expect, test } from 'vitest'
import { ensaioOf } from '../../../server/domain/ensaio.ts'
import { parseCode } from '../../../server/domain/token.ts'

test('a rehearsal has twenty guests with codes of their own, verdicts of every kind, and a stranger', () => {
  const { convidados, estranho } = ensaioOf('abc')
  expect(convidados).toHaveLength(20)
  expect(new Set(convidados.map(({ codigo }) => parseCode(codigo))).size).toBe(20)
  expect(new Set(convidados.map(({ token }) => token)).size).toBe(20)
  expect(convidados.map(({ token }) => token)).not.toContain(estranho)
  expect(new Set(convidados.map(({ veredito }) => veredito))).toEqual(
    new Set(['entrar', 'ja-entrou', 'cancelado', 'link-antigo']),
  )
})

test('every phone and the board make the same of an id; another rehearsal has other tokens', () => {
  expect(ensaioOf('abc')).toEqual(ensaioOf('abc'))
  const tokens = new Set(ensaioOf('abc').convidados.map(({ token }) => token))
  expect(ensaioOf('abd').convidados.some(({ token }) => tokens.has(token))).toBe(false)
})

test('nobody is taken for a real guest: every name says ENSAIO', () => {
  for (const { nome } of ensaioOf('abc').convidados) expect(nome).toContain('ENSAIO')
})
