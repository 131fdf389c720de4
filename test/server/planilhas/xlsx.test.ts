import { deflateRawSync } from 'node:zlib'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createXlsx } from '../../../server/planilhas/xlsx-output.ts'
import { readTable, ROWS_MAX } from '../../../server/planilhas/table.ts'
import { anXlsx } from '../../support/an-xlsx.ts'

const read = async (bytes: Buffer) => (await readTable(bytes)).rows.map(({ line, cells }) => [line, ...cells])

test('what we write is read back', async () => {
  const rows = (async function* () {
    yield { nome: 'ANA', telefone: '01198765432' }
  })()
  const bytes = await buffer(createXlsx('Convidados', ['nome', 'telefone'], rows))
  expect(await readTable(bytes)).toEqual({
    columns: ['nome', 'telefone'],
    rows: [{ line: 2, cells: ['ANA', '01198765432'] }],
  })
})

test('numbers come as they are written, dates as people write them, and formulas as their results', async () => {
  const bytes = anXlsx({
    rows: [
      '<c r="A1" t="inlineStr"><is><t> Nome </t></is></c>',
      '<c r="A2"><v>1.1987654321E10</v></c><c r="B2"><v>12345678000190</v></c><c r="C2"><v>2.5</v></c>',
      '<c r="A3" t="str"><f>A1&amp;"x"</f><v>ANA</v></c><c r="B3" t="b"><v>1</v></c><c r="C3" s="1"><v>46646</v></c>',
    ],
  })
  expect((await readTable(bytes)).columns[0]).toBe('nome')
  expect(await read(bytes)).toEqual([
    [2, '11987654321', '12345678000190', '2.5'],
    [3, 'ANA', 'VERDADEIRO', '16/09/2027'],
  ])
})

test('blank rows are passed over, and the lines are those the spreadsheet shows', async () => {
  const rows = [
    '<c r="A1"><v>1</v></c>',
    '',
    '<c r="A3" t="inlineStr"><is><t> </t></is></c>',
    '<c r="A4"><v>4</v></c>',
  ]
  expect(await read(anXlsx({ rows }))).toEqual([[4, '4']])
})

test('a cell that cannot be read is told by its place, and a formula saved without its result is empty', async () => {
  const rows = ['<c r="A1"><v>1</v></c>', '<c r="A2"><v>1</v></c><c r="B2" t="str"><f>A1</f></c>']
  expect(await read(anXlsx({ rows }))).toEqual([[2, '1']])
  rows.push('<c r="B3" t="s"><v>99</v></c>')
  await expect(read(anXlsx({ rows }))).rejects.toThrow('Linha 3, coluna 2: a célula tem')
})

/** A gigabyte of one letter is a megabyte, packed. */
const bomb = (declared?: number) => {
  const megabytes = 80
  const packed = deflateRawSync(Buffer.alloc(megabytes * 1024 * 1024, 'a'), { level: 9 })
  return anXlsx({ sheet: { packed, unpacked: declared ?? megabytes * 1024 * 1024, crc: 0 } })
}

test('a zip bomb is refused by the sizes it declares, and one that lies by what is really in it', async () => {
  const before = process.memoryUsage().arrayBuffers
  const honest = bomb()
  const lying = bomb(1_000)
  expect(honest.length).toBeLessThan(200_000)
  for (const bytes of [honest, lying]) await expect(read(bytes)).rejects.toThrow('grande demais')
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100 * 1024 * 1024)
})

test('a row far away, which would make its reader fill memory with empty ones, ends its process alone, and others are read beside', async () => {
  const rows = ['<c r="A1"><v>1</v></c>', '<c r="A2"><v>2</v></c>']
  const far = anXlsx({ rows, far: '<row r="9999999999"><c r="A9999999999"><v>1</v></c></row>' })
  const refused = Array.from({ length: 3 }, () => expect(read(far)).rejects.toThrow('com defeito'))
  expect(await read(anXlsx({ rows }))).toEqual([[2, '2']])
  await Promise.all(refused)
}, 60_000)

test(`${ROWS_MAX} rows are read while others have their turn, and one more is refused`, async () => {
  const rows = Array.from(
    { length: ROWS_MAX + 1 },
    (_, n) => `<c r="A${n + 1}"><v>${n}</v></c><c r="B${n + 1}"><v>1</v></c>`,
  )
  // A machine that does other things at the same time only adds.
  const longest: number[] = []
  while (longest.length < 4 && !longest.some((ms) => ms < 250)) {
    const bytes = anXlsx({ rows })
    const watch = watchTurns()
    expect((await readTable(bytes)).rows).toHaveLength(ROWS_MAX)
    longest.push(watch.end())
  }
  expect(Math.min(...longest)).toBeLessThan(250)
  rows.push(`<c r="A${ROWS_MAX + 2}"><v>1</v></c>`)
  await expect(readTable(anXlsx({ rows }))).rejects.toThrow('mais de 20.000 linhas')
})

/** The longest that others wait for their turn, in milliseconds, until it is ended. */
function watchTurns(): { end: () => number } {
  let longest = 0
  let last = performance.now()
  const look = () => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }
  const timer = setInterval(look, 5)
  return {
    end() {
      clearInterval(timer)
      look()
      return longest
    },
  }
}
