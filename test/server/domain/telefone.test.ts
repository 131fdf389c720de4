import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  maskTelefone,
  parseTelefone,
  telefoneDigits,
  formerTelefone,
  presentTelefone,
  readTelefone,
} from '../../../server/domain/telefone.ts'
import { anyText, PROPERTY } from '../../support/property.ts'
import { semelhanteOf } from '../../../server/domain/convidado-search.ts'
import { wordsOf } from '../../../server/domain/text.ts'

const INCOMPLETE =
  'O número ficou incompleto. Digite só os 11 dígitos, DDD + número, sem parênteses, espaços ou traço.'
const ALL_DIGITS = 'Digite DDD + número, só os 11 dígitos.'
const NINE_MISSING = 'Falta um dígito: celular tem 9 logo depois do DDD.'
const NOT_A_NINE = 'Confira o número: celular tem 9 logo depois do DDD.'
const EMPTY = 'Digite seu WhatsApp com DDD.'

/** The 67 area codes of the national numbering plan. */
const DDDS = (
  '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 ' +
  '61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99'
).split(' ')

for (const [typed, telefone] of [
  ['11987654321', '11987654321'],
  ['(11) 98765-4321', '11987654321'],
  ['11 98765 4321', '11987654321'],
  ['11.98765.4321', '11987654321'],
  ['  11987654321\t', '11987654321'],
  ['+55 (11) 98765-4321', '11987654321'],
  ['+55 11 98765-4321', '11987654321'],
  ['+5511987654321', '11987654321'],
  ['(+55) 11 98765-4321', '11987654321'],
  ['5511987654321', '11987654321'],
  ['005511987654321', '11987654321'],
  ['00 55 11 98765 4321', '11987654321'],
  ['011987654321', '11987654321'],
  ['(011) 98765-4321', '11987654321'],
  ['１１９８７６５４３２１', '11987654321'],
  ['＋５５ （１１） ９８７６５－４３２１', '11987654321'],
  ['\u202a+55 11 98765-4321\u202c', '11987654321'],
  ['\u200b11987654321', '11987654321'],
  ['1133334444', '1133334444'],
  ['(11) 3333-4444', '1133334444'],
  ['+55 11 3333-4444', '1133334444'],
  ['551133334444', '1133334444'],
  ['01133334444', '1133334444'],
  // 55 is an area code too, and stays when too little would remain.
  ['55987654321', '55987654321'],
  ['5532221111', '5532221111'],
  ['5555987654321', '55987654321'],
  ['+55 55 3222-1111', '5532221111'],
  ['055987654321', '55987654321'],
] as const) {
  test(`${JSON.stringify(typed)} is read as ${telefone}`, () => {
    expect(parseTelefone(typed)).toEqual({ kind: 'ok', value: telefone })
  })
}

for (const [typed, message] of [
  ['', EMPTY],
  ['   ', EMPTY],
  // The browser cut it at eleven characters, punctuation included.
  ['+55 (11) 98', INCOMPLETE],
  ['(11) 98765-', INCOMPLETE],
  ['+55 11 9876', INCOMPLETE],
  ['11 98765-43', INCOMPLETE],
  ['abc', INCOMPLETE],
  ['11 98765', INCOMPLETE],
  // Also cut, with ten digits left that would pass for a landline of area code 55.
  ['+5511987654', INCOMPLETE],
  ['+5521987654', INCOMPLETE],
  ['＋5521987654', INCOMPLETE],
  // A foreign number that would pass for a mobile of Uberlândia.
  ['+34 912345678', ALL_DIGITS],
  ['+351 912 345 678', ALL_DIGITS],
  ['987654321', ALL_DIGITS],
  ['119876', ALL_DIGITS],
  ['119876543210', ALL_DIGITS],
  ['1198765432101234567890', ALL_DIGITS],
  ['1187654321', NINE_MISSING],
  ['(11) 8765-4321', NINE_MISSING],
  ['1198765432', NINE_MISSING],
  ['1113334444', NINE_MISSING],
  ['11887654321', NOT_A_NINE],
  ['20987654321', 'O DDD 20 não existe. Confira os dois primeiros dígitos.'],
  ['10987654321', 'O DDD 10 não existe. Confira os dois primeiros dígitos.'],
] as const) {
  test(`${JSON.stringify(typed)} is refused with "${message}"`, () => {
    expect(parseTelefone(typed)).toEqual({ kind: 'invalid', message })
  })
}

test('every area code in use is accepted and every other refused, for mobiles and landlines', () => {
  expect(DDDS).toHaveLength(67)
  const pairs = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0'))
  // Typed with the country code, so that no digit of the number itself can be dropped.
  for (const local of ['987654321', '33334444']) {
    const accepted = pairs.filter((pair) => parseTelefone(`55${pair}${local}`).kind === 'ok')
    expect(accepted).toEqual(DDDS)
  }
})

test('a paste is normalised whole before the browser cuts it', () => {
  expect(telefoneDigits('+55 (91) 98765-4321')).toBe('91987654321')
  expect(telefoneDigits('5591987654321')).toBe('91987654321')
})

test('whatever is accepted has 10 or 11 digits and is read again as itself', () => {
  const symbol = fc.constantFrom(
    ...'0123456789'.split(''),
    '55',
    '11',
    '9',
    '+',
    '(',
    ')',
    '-',
    ' ',
    '０',
    '９',
  )
  const typed = fc.oneof(
    fc.array(symbol, { maxLength: 24 }).map((symbols) => symbols.join('')),
    fc
      .tuple(
        fc.constantFrom('', '+55 ', '0', '00', '0055'),
        // The area code that is also the country code.
        fc.oneof(fc.constant('55'), fc.constantFrom(...DDDS)),
        fc.stringMatching(/^\d{8,9}$/),
      )
      .map(([prefix, ddd, rest]) => `${prefix}${ddd}9${rest}`),
    anyText,
  )
  let accepted = 0
  fc.assert(
    fc.property(typed, (raw) => {
      const read = parseTelefone(raw)
      if (read.kind === 'invalid') return
      accepted++
      expect(read.value).toMatch(/^\d{10,11}$/)
      expect(parseTelefone(read.value)).toEqual(read)
    }),
    // Few random texts are a phone number.
    { ...PROPERTY, numRuns: Math.max(250, PROPERTY.numRuns) },
  )
  expect(accepted).toBeGreaterThan(40)
})

for (const [telefone, masked] of [
  ['65987655432', '(65) •••••-5432'],
  ['6533215432', '(65) ••••-5432'],
  ['+55 65 98765-5432', '+•• •• •••••-5432'],
  ['123456', '••3456'],
  ['5432', '5432'],
  ['', ''],
] as const) {
  test(`${JSON.stringify(telefone)} is shown as ${JSON.stringify(masked)}`, () =>
    expect(maskTelefone(telefone)).toBe(masked))
}

test('mobiles of ten digits gain the ninth; landlines and numbers of today stay', () => {
  for (const [stored, present] of [
    ['6587655432', '65987655432'],
    ['6567655432', '65967655432'],
    ['(65) 9765-5432', '65997655432'],
    ['65987655432', '65987655432'],
    ['6534561234', '6534561234'],
    ['6521234567', '6521234567'],
    ['6551234567', '6551234567'],
    ['', ''],
    ['?', ''],
  ] as const)
    expect(presentTelefone(stored), stored).toBe(present)
})

test('a mobile of today had a form without the ninth digit, unless that would be a landline', () => {
  expect(formerTelefone('65987655432')).toBe('6587655432')
  expect(formerTelefone('73941020799')).toBeNull()
  expect(formerTelefone('7341020799')).toBeNull()
  expect(formerTelefone('6587655432')).toBeNull()
})

test('a landline and a mobile that ends in the same eight digits are two lines', () => {
  const landline = semelhanteOf({ nome: 'ANA LIMA', telefone: '7341020799' })
  expect(landline).not.toBe(semelhanteOf({ nome: 'ANA LIMA', telefone: '73941020799' }))
  expect(landline).not.toBe(semelhanteOf({ nome: 'ANA LIMA', telefone: '1141020799' }))
})

test('names are alike without accents, particles, apostrophes and order, and never by a part', () => {
  const telefone = '65987655432'
  const joao = semelhanteOf({ nome: 'JOÃO BATISTA DE SOUZA LIMA', telefone })
  for (const nome of ['Joao Batista Souza Lima', 'SOUZA LIMA, JOÃO BATISTA', 'João Batista da Souza e Lima'])
    expect(semelhanteOf({ nome, telefone: '6587655432' }), nome).toBe(joao)
  for (const nome of ['JOÃO BATISTA LIMA', 'JOÃO BATISTA DE SOUZA LIMA FILHO', 'JOÃO BATISTA SOUSA LIMA'])
    expect(semelhanteOf({ nome, telefone }), nome).not.toBe(joao)
  expect(wordsOf('Maria das Dores d’Ávila e Silva')).toEqual(['MARIA', 'DORES', 'DAVILA', 'SILVA'])
})

for (const [typed, said] of [
  ['', ''],
  [' ', ''],
  ['(34) 99911-2244', '34999112244'],
  ['+55 34 3333-4444', '3433334444'],
] as const) {
  test(`an organiser types ${JSON.stringify(typed)} for somebody else’s number ${said || 'that is not known'}`, () =>
    expect(readTelefone(typed)).toEqual({ kind: 'ok', value: said }))
}

for (const [typed, message] of [
  ['99911-2244', 'Falta o DDD. Ex.: 34 99911-2244'],
  ['3333 4444', 'Falta o DDD. Ex.: 34 99911-2244'],
  ['+55 99911-2244', 'Falta o DDD. Ex.: 34 99911-2244'],
  ['3499911', 'Faltam dígitos: são DDD e 8 ou 9 dígitos. Ex.: 34 99911-2244'],
  ['+5521987654', 'Falta o DDD. Ex.: 34 99911-2244'],
  ['349991122445', 'Sobram dígitos: são DDD e 8 ou 9 dígitos. Ex.: 34 99911-2244'],
  ['+351 912 345 678', 'O número não é do Brasil. Ex.: 34 99911-2244'],
  ['20999112244', 'O DDD 20 não existe. Confira os dois primeiros dígitos.'],
  ['3499112244', NINE_MISSING],
] as const) {
  test(`${JSON.stringify(typed)}, somebody else’s number: ${message}`, () =>
    expect(readTelefone(typed)).toEqual({ kind: 'invalid', message }))
}
