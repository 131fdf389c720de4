import { expect, test } from 'vitest'
import { parseEmpresa } from '../../../server/domain/empresa.ts'
import { mergeEmpresaRow, type EmpresaRow } from '../../../server/domain/planilha-row.ts'
import { anEmpresa } from '../../support/factories.ts'

const known = (icredencial: number, licredencial: number) =>
  parseEmpresa('mesa-1', anEmpresa({ icredencial, licredencial, contato: 'Ana' }))
const aRow = (fields: Partial<EmpresaRow> = {}): EmpresaRow => ({
  empresaid: 'mesa-1',
  nome: 'Nome novo',
  icredencial: 10,
  licredencial: 0,
  ...fields,
})

test('a company not stored yet starts with the licredencial of its row and empty text', () => {
  expect(mergeEmpresaRow(null, aRow({ licredencial: 4 }))).toMatchObject({
    nome: 'Nome novo',
    icredencial: 10,
    licredencial: 4,
    contato: '',
  })
})

test('a known company keeps its licredencial and the fields the row does not have', () => {
  expect(
    mergeEmpresaRow(known(10, 7), aRow({ icredencial: 12, licredencial: 0, categoria: '' })),
  ).toMatchObject({
    nome: 'Nome novo',
    icredencial: 12,
    licredencial: 7,
    contato: 'Ana',
    categoria: '',
  })
})

test('invitations may fall to what is used and no further', () => {
  expect(mergeEmpresaRow(known(10, 7), aRow({ icredencial: 7 }))?.icredencial).toBe(7)
  expect(mergeEmpresaRow(known(10, 7), aRow({ icredencial: 6 }))).toBeNull()
  expect(mergeEmpresaRow(null, aRow({ icredencial: 6, licredencial: 7 }))).toBeNull()
})

test('a company already over its total may be imported again unchanged, or raised', () => {
  expect(mergeEmpresaRow(known(5, 9), aRow({ icredencial: 5 }))?.icredencial).toBe(5)
  expect(mergeEmpresaRow(known(5, 9), aRow({ icredencial: 6 }))?.icredencial).toBe(6)
  expect(mergeEmpresaRow(known(5, 9), aRow({ icredencial: 4 }))).toBeNull()
})
