import { expect, test } from 'vitest'
import { isTitulo, readLinha } from '../../../server/domain/linha-de-pessoas.ts'

test.each([
  ['34 99911-0001 Ana Lima', 'Ana Lima', '34999110001', ''],
  ['Ana Lima - 34 99911-0001 - Sementes Aurora', 'Ana Lima', '34999110001', 'Sementes Aurora'],
  ['Ana Lima, 34999110001, Sementes Aurora', 'Ana Lima', '34999110001', 'Sementes Aurora'],
  ['Ana Lima 34 99911-0001 (esposa do Rui)', 'Ana Lima', '34999110001', 'esposa do Rui'],
  ['Ana Lima 34 99911-0001 / 34 3831-1234', 'Ana Lima', '34999110001', '34 3831-1234'],
  ['Ana Lima tel. 34 99911-0001', 'Ana Lima', '34999110001', ''],
  ['• *Ana Lima* 34 99911-0001', 'Ana Lima', '34999110001', ''],
  ['Tia Lúcia (prima do Zé) 65 99911-2244', 'Tia Lúcia', '65999112244', 'prima do Zé'],
  ['Ana Lima\t34999110001\tvegana', 'Ana Lima', '34999110001', 'vegana'],
])('a pasted line is read wherever its number stands: %s', (line, rotulo, telefone, nota) => {
  expect(isTitulo(line)).toBe(false)
  expect(readLinha(line)).toEqual({ rotulo, telefone, nota, isIllegible: false })
})

test.each(['Lista de convidados:', 'LISTA DE CONVIDADOS', 'Mesa 1:'])('%s says what the list is', (line) => {
  expect(isTitulo(line)).toBe(true)
})
