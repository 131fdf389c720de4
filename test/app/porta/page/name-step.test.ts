import { expect, test } from 'vitest'
import { nameStep } from '../../../../app/porta/page/verdict-looks.ts'

test.each([
  ['ANA LIMA', 'nome-1'],
  ['TEREZINHA PRADO', 'nome-2'],
  ['OTÁVIO BRANDÃO LEME', 'nome-2'],
  ['JOSÉ MARIA DE ALBUQUERQUE CAVALCANTI NETO', 'nome-3'],
  ['MARIA APARECIDA DOS SANTOS VASCONCELLOS DE ALBUQUERQUE', 'nome-4'],
  ['ANA SCHLICHTMEIERHOFFER', 'nome-5'],
  ['A '.repeat(50), 'nome-5'],
  ['👩‍🌾', 'nome-1'],
])('%s takes %s', (nome, step) => {
  expect(nameStep(nome)).toBe(step)
})
