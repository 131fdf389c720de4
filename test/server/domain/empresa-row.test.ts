import { expect, test } from 'vitest'
import { parseEmpresa } from '../../../server/domain/empresa.ts'
import { mergeEmpresaRow, parseEmpresaRow, type EmpresaRow } from '../../../server/domain/planilha-row.ts'
import { anEmpresa } from '../../support/factories.ts'

const record = { empresaid: 'mesa-1', nome: 'Fazenda  Santa Clara ', icredencial: '10' }

test('a row with the three required cells is read, absent columns staying absent', () => {
  expect(parseEmpresaRow(record)).toEqual({
    kind: 'ok',
    row: { empresaid: 'mesa-1', nome: 'Fazenda Santa Clara', icredencial: 10, licredencial: 0 },
  })
})

test('text cells are cleaned and kept, empty ones as empty text; columns nobody knows are ignored', () => {
  const parsed = parseEmpresaRow({ ...record, contato: ' Ana\u200b ', cnpj: '', cor: 'azul', __proto__: 'x' })
  expect(parsed).toMatchObject({ kind: 'ok', row: { contato: 'Ana', cnpj: '' } })
  expect(parsed.kind === 'ok' && parsed.row).not.toHaveProperty('cor')
})

test.each([
  [
    'in scientific notation',
    { empresaid: '1,23E+13' },
    'empresaid "1,23E+13": a planilha cortou o número; mude o formato da coluna para Texto',
  ],
  [
    'in scientific notation without a sign',
    { empresaid: '12e10' },
    'empresaid "12e10": a planilha cortou o número; mude o formato da coluna para Texto',
  ],
  ['with an accent', { empresaid: 'são' }, 'empresaid "são": use de 1 a 64 letras sem acento'],
  ['that is the name of a page', { empresaid: 'Cadastro' }, 'e não o nome de uma página'],
  ['that is reserved', { empresaid: 'Painel' }, 'e não o nome de uma página'],
] as const)('an empresaid %s is refused', (_, cells, problem) => {
  const parsed = parseEmpresaRow({ ...record, ...cells })
  expect(parsed).toEqual({ kind: 'invalid', problems: [expect.stringContaining(problem)] })
})

test('an empresaid may be missing, with its cell or its column', () => {
  const { nome, icredencial } = record
  for (const cells of [
    { nome, icredencial },
    { ...record, empresaid: ' ' },
  ])
    expect(parseEmpresaRow(cells)).toMatchObject({ kind: 'ok', row: { empresaid: null, icredencial: 10 } })
})

test('an identifier of digits, e included, is no scientific notation', () => {
  for (const empresaid of ['0000000000001', 'e10', 'mesa1e2', '1e'])
    expect(parseEmpresaRow({ ...record, empresaid })).toMatchObject({ kind: 'ok', row: { empresaid } })
})

test('the holder’s number is read as people write it, an empty cell as empty text, and a wrong one is quoted', () => {
  const read = (telefone: string) => parseEmpresaRow({ ...record, telefone }, (field) => field.toUpperCase())
  for (const [cell, telefone] of [
    ...[['(65) 99812-4402', '65998124402'] as const, ['+55 65 99812 4402', '65998124402'] as const],
    ...[['6599812440', '65999812440'] as const, ['65998124402.0', '65998124402'] as const],
    ...[['(65) 3322-4402', '6533224402'] as const, [' ', ''] as const],
  ])
    expect(read(cell)).toMatchObject({ kind: 'ok', row: { telefone } })
  expect(read('6,59981E+10')).toMatchObject({
    problems: [expect.stringMatching(/^TELEFONE "6,59981E\+10": a planilha cortou o número/)],
  })
  expect(read('99812-4402')).toEqual({
    kind: 'invalid',
    problems: [expect.stringMatching(/^TELEFONE "99812-4402": O número ficou incompleto\. .*traço$/)],
  })
})

test('every wrong cell of a row is told at once', () => {
  const parsed = parseEmpresaRow({
    empresaid: 'a b',
    nome: '\u200b',
    contato: 'Ana\ud83d',
    icredencial: '1e3',
    licredencial: '-2',
  })
  expect(parsed).toEqual({
    kind: 'invalid',
    problems: [
      expect.stringContaining('empresaid "a b"'),
      'contato: tem um caractere que não se lê; digite a célula de novo',
      'falta o nome',
      'icredencial "1e3": escreva só o número inteiro, com algarismos, por exemplo 20',
      'licredencial "-2": escreva só o número inteiro, com algarismos, por exemplo 20',
    ],
  })
})

test('a row without icredencial is refused', () => {
  expect(parseEmpresaRow({ empresaid: 'mesa-1', nome: 'Mesa' })).toEqual({
    kind: 'invalid',
    problems: ['icredencial: falta o número'],
  })
})

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

test.each([
  ...([
    ['10', 10],
    [' 10 ', 10],
    ['10,0', 10],
    ['10.00', 10],
    ['10 convites', 10],
    ['1 convite', 1],
  ] as const),
  ...([
    ['10 (dez)', 10],
    ['8 lugares', 8],
    ['12 un.', 12],
    ['10CONVITES', 10],
  ] as const),
] as const)('"%s" is a count', (cell, count) => {
  const parsed = parseEmpresaRow({ ...record, icredencial: cell })
  expect(parsed).toMatchObject({ kind: 'ok', row: { icredencial: count } })
})

test.each([
  ['10,5', 'escreva só o número inteiro'],
  ['vinte', 'escreva só o número inteiro, com algarismos'],
  ['10 a 12', 'escreva só o número inteiro'],
  ['2 dúzias', 'escreva só o número inteiro'],
  ['1.000', 'escreva sem ponto nem vírgula: 1000'],
  ['10/02/2027', 'transformou o número em data'],
  ['', 'falta o número'],
] as const)('"%s" is no count, and is told so in the name of its column', (cell, says) => {
  const parsed = parseEmpresaRow({ ...record, icredencial: cell }, () => 'Qtd.')
  const problem = `Qtd.${cell === '' ? '' : ` "${cell}"`}: `
  expect(parsed).toEqual({ kind: 'invalid', problems: [expect.stringContaining(problem)] })
  expect(parsed).toEqual({ kind: 'invalid', problems: [expect.stringContaining(says)] })
})

test('a count made to be read for hours is refused at once', () => {
  const icredencial = `1${' '.repeat(200_000)}x`
  expect(parseEmpresaRow({ ...record, icredencial })).toMatchObject({ kind: 'invalid' })
}, 10_000)

test('a number of a table is read as people write it, an empty cell says nothing, and of a long one the row is taken without it', () => {
  const record = { nome: 'Serra', icredencial: '5' }
  const numeroOf = (cell: string) =>
    parseEmpresaRow({ ...record, numero: cell }, (field) => `coluna ${field}`)
  expect(numeroOf(' Mesa 12 ')).toMatchObject({ kind: 'ok', row: { numero: '12' } })
  for (const cell of ['12.0', ' 12,0', '12,00 ', 'Mesa 12.0'])
    expect(numeroOf(cell)).toMatchObject({ kind: 'ok', row: { numero: '12' } })
  for (const cell of ['', 'Mesa']) expect(numeroOf(cell)).toMatchObject({ kind: 'ok', row: { numero: '' } })
  expect(parseEmpresaRow(record)).not.toHaveProperty('row.numero')
  for (const cell of ['ao lado do palco', 'Mesa da Diretoria', 'Camarote 3', '2026-12-03', '\ud83d']) {
    const read = numeroOf(cell)
    expect(read).toMatchObject({
      kind: 'ok',
      aviso: expect.stringContaining(`coluna numero "${cell}": `) as string,
    })
    expect(read).not.toHaveProperty('row.numero')
  }
  expect(numeroOf('Camarote 3')).toHaveProperty(
    'aviso',
    'coluna numero "Camarote 3": O número da mesa tem até 8 letras ou algarismos, como 12 ou A3',
  )
})
