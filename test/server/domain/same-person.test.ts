import { expect, test } from 'vitest'
import { formerTelefone, presentTelefone, semelhanteOf } from '../../../server/domain/same-person.ts'
import { wordsOf } from '../../../server/domain/text.ts'

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
