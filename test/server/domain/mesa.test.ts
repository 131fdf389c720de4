import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  mesaTokenOf,
  parseMesaToken,
  compareNumero,
  heldIn,
  isSameNumero,
  parseNumero,
} from '../../../server/domain/mesa.ts'
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

const numeroOf = (raw: string) => {
  const parsed = parseNumero(raw)
  return parsed.kind === 'ok' ? parsed.value : parsed.message
}

test('a number is text of up to twenty signs, without what people write before it', () => {
  for (const [raw, numero] of [
    ...[
      ['12', '12'],
      [' A3 ', 'A3'],
      ['', ''],
      ['  ', ''],
      ['VIP  1', 'VIP 1'],
      ['é'.repeat(20), 'é'.repeat(20)],
    ],
    ...[
      ['Mesa 12', '12'],
      ['MESA: 7', '7'],
      ['mesa nº 3', '3'],
      ['Mesa A-3', 'A-3'],
      ['mesa', ''],
      ['MESA12', '12'],
      ['Nº 12', '12'],
      ['n.12', '12'],
      ['Mesa n° A3', 'A3'],
      ['Mesa - 4', '4'],
      ['-', ''],
      ['Mesa VIP', 'VIP'],
      ['Mesa da Diretoria', 'DIRETORIA'],
      ['MESA DOS NOIVOS', 'NOIVOS'],
      ['Mesa Dados', 'Dados'],
    ],
    ...[
      ['e\u0301'.repeat(20), 'é'.repeat(20)],
      ['1\u200b2', '12'],
      ['Mesas', 'Mesas'],
      ['Norte', 'Norte'],
      ['N12', 'N12'],
      ['Mesa_1', 'Mesa_1'],
      ['12.0', '12.0'],
      ['🐂'.repeat(20), '🐂'.repeat(20)],
    ],
  ])
    expect([raw, numeroOf(raw ?? '')]).toEqual([raw, numero])
})

test('what is longer, or unreadable, is refused with a sentence', () => {
  expect(numeroOf('1'.repeat(21))).toBe(
    'O número da mesa tem até 20 letras ou números, como 12, A3 ou Diretoria.',
  )
  expect(numeroOf('Mesa do lado esquerdo do palco')).toContain('até 20')
  expect(numeroOf('\ud83d')).toBe('Digite de novo: há um sinal que não conseguimos ler.')
})

test('2 stands before 10, letters after figures, and none is last', () => {
  const inOrder = ['1', '2', '2B', '10', '100', 'A2', 'a3', 'A10', 'B1', '']
  expect([...inOrder].sort(compareNumero)).toEqual(inOrder)
  expect([...inOrder].reverse().sort(compareNumero)).toEqual(inOrder)
})

test('one number is one however it is written, and none is nobody’s', () => {
  for (const [a, b] of [
    ['12', '12'],
    ['a3', 'A3'],
    ['02', '2'],
  ] as const)
    expect(isSameNumero(a, b)).toBe(true)
  for (const [a, b] of [
    ['12', '1'],
    ['', ''],
    ['', '1'],
    ['A3', 'A-3'],
  ] as const)
    expect(isSameNumero(a, b)).toBe(false)
})

test('a place of a declined invitation is no open form; that of a guest who withdrew is kept for them', () => {
  const held = [
    { reservaid: 'r1', sid: 'browser', credencialid: null, expiraem: 3 },
    { reservaid: 'r2', sid: 'r2', credencialid: null, expiraem: 2 },
    { reservaid: 'r3', sid: 'r3', credencialid: 'ana', expiraem: 1 },
  ]
  expect(heldIn(held)).toEqual({ reservados: [3], guardados: [{ credencialid: 'ana', ate: 1 }] })
})
