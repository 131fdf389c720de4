import { expect, test } from 'vitest'
import { REGISTRO_VAZIO } from '../../../server/domain/credencial.ts'

test('the empty record has the five fields of the specification, all empty text', () => {
  expect(REGISTRO_VAZIO).toEqual({ id: '', codigo: '', nome: '', valor: '', controle: '' })
})
