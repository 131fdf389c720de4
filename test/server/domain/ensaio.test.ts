import { expect, test } from 'vitest'
import { ensaioOf, isDeEnsaio } from '../../../server/domain/ensaio.ts'
import { parseCode } from '../../../server/domain/signed-text.ts'
import { tokenOf } from '../../../server/domain/token.ts'

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
  const { convidados } = ensaioOf('abc')
  expect(convidados.length).toBeGreaterThan(0)
  for (const { nome } of convidados) expect(nome).toContain('ENSAIO')
})

test('a token of a rehearsal is told from that of a guest, and from anything else', () => {
  const { convidados, estranho } = ensaioOf('8c0f6f1e-35a8-4d2b-9f51-0c2d8a3d9b11')
  for (const token of [estranho, ...convidados.map(({ token }) => token)])
    expect(isDeEnsaio(token)).toBe(true)
  for (const token of [
    '',
    'ensaio-3',
    'ensaio-',
    tokenOf('segredo', 'ensaio', 0),
    tokenOf('segredo', '17', 3),
  ])
    expect(isDeEnsaio(token)).toBe(false)
})
