import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CONVIDADOS_NAMES, convidadosOf } from '../../../server/planilhas/rows.ts'
import { readSheet } from '../../../server/planilhas/sheet.mjs'
import { decodeTable, encodeTable, readAgain } from '../../../server/planilhas/stored-table.ts'
import { anyText, PROPERTY, upTo } from '../../support/property.ts'

test('a table is stored and found again as it was read, whatever stands in its cells', async () => {
  const texts = fc.array(anyText, { maxLength: 4 })
  const row = fc.record({ line: fc.nat(), cells: texts, problems: texts })
  const column = fc.record({ name: anyText, field: fc.option(anyText) })
  const columns = fc.array(column, { maxLength: 4 })
  const table = fc.record({ line: fc.nat(), columns, rows: fc.array(row, { maxLength: 5 }) })
  await fc.assert(
    fc.asyncProperty(table, async (given) => {
      expect(await decodeTable(await encodeTable(given))).toEqual(given)
    }),
    { ...PROPERTY, numRuns: upTo(200) },
  )
})

test('a file as an earlier version stored it, or half a table, is no table', async () => {
  const whole = await encodeTable({
    line: 1,
    columns: [{ name: 'a', field: null }],
    rows: [{ line: 2, cells: [], problems: [] }],
  })
  for (const bytes of [
    Buffer.from('nome;telefone\nAna;11987654321\n'),
    Buffer.from('PK\u0003\u0004'),
    Buffer.from('[]\n'),
    Buffer.alloc(0),
    whole.subarray(0, -2),
  ])
    expect(await decodeTable(bytes)).toBeNull()
})

const read = (csv: string) => readSheet(Buffer.from(csv), CONVIDADOS_NAMES, true)

test('columns that are not read are kept, and read again as one says, there and back', async () => {
  const table = await read('Nome;Zap 2;WhatsApp;;Obs\nAna;11987654321;x;solta;o\nBia;\n')
  expect(table).toMatchObject({
    isWhole: true,
    rows: [
      { cells: ['Ana', 'x'], others: ['11987654321', 'o'] },
      { cells: ['Bia'], others: ['', ''] },
    ],
  })
  const stored = await decodeTable(await encodeTable(table))
  expect(stored).toEqual(table)
  const again = await readAgain(table, ['nome', 'telefone', null, null, null])
  expect(again.columns.map(({ field }) => field)).toEqual(['nome', 'telefone', null, null, null])
  expect((await convidadosOf(again)).rows).toMatchObject([
    { line: 2, row: { cadastro: { nome: 'ANA', telefone: '11987654321' } } },
  ])
  const back = await readAgain(again, ['nome', null, 'telefone', null, null])
  expect(back.rows).toEqual([table.rows[0], { line: 3, cells: ['Bia', ''], problems: [], others: ['', ''] }])
})

test('a cell too long is refused once its column is read', async () => {
  const table = await read(`Nome;WhatsApp;Obs\nAna;11987654321;${'a'.repeat(2_000)}\n`)
  expect(table.rows[0]?.problems).toEqual([])
  const again = await readAgain(table, ['nome', 'telefone', 'email'])
  expect(again.rows[0]).toMatchObject({
    cells: ['Ana', '11987654321', `${'a'.repeat(60)}…`],
    problems: ['Obs tem mais de 1.000 caracteres: encurte a célula'],
  })
})

test('a command reads nothing but what it wants', async () => {
  const table = await readSheet(Buffer.from('Nome;WhatsApp;Obs\nAna;11987654321;x\n'), CONVIDADOS_NAMES)
  expect(table.rows).toEqual([{ line: 2, cells: ['Ana', '11987654321'], problems: [] }])
})
