import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeTable, encodeTable } from '../../../server/planilhas/stored-table.ts'
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
