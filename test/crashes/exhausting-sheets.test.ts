import { expect, test } from 'vitest'
import { CONVIDADOS_NAMES, convidadosOf } from '../../server/planilhas/rows.ts'
import { createReadingQueue, readTable } from '../../server/planilhas/sheet-process.ts'
import { ROWS_MAX } from '../../server/planilhas/sheet.mjs'
import { decodeTable, encodeTable } from '../../server/planilhas/stored-table.ts'
import { EXHAUSTING } from '../support/exhausting.ts'
import { anXlsx } from '../support/an-xlsx.ts'
import { LONG_TURN_MS, longestTurn } from '../support/event-loop.ts'

/** With enough time for a machine that does other things. */
const inTurn = createReadingQueue({ waitingMs: 300_000, wholeMs: 300_000 })
const read = (bytes: Buffer) => readTable(bytes, CONVIDADOS_NAMES, { inTurn })

for (const [what, contents, says] of EXHAUSTING) {
  test(`${what} is refused with a sentence, and nobody waits for it`, async () => {
    const bytes = contents()
    const before = process.memoryUsage().rss
    const turn = await longestTurn(() => expect(read(bytes)).rejects.toThrow(says))
    expect(turn).toBeLessThan(LONG_TURN_MS)
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
  }, 300_000)
}

test('a row far away, which would make its reader fill memory with empty ones, ends its process alone, and others are read after it', async () => {
  const rows = ['<c r="A1" t="inlineStr"><is><t>nome</t></is></c>', '<c r="A2"><v>2</v></c>']
  const far = anXlsx({ rows, far: '<row r="9999999999"><c r="A9999999999"><v>1</v></c></row>' })
  await expect(read(far)).rejects.toThrow('com defeito')
  expect((await read(anXlsx({ rows }))).rows).toEqual([{ line: 2, cells: ['2'], problems: [] }])
}, 300_000)

/** Guests in twenty columns, four of which are read. */
const COLUMNS = ['nome', 'telefone', 'email', 'empresaid', ...Array.from({ length: 16 }, (_, n) => `p${n}`)]
const letters = (n: number) => Array.from(String(n), (digit) => 'ABCDEFGHIJ'[Number(digit)]).join('')
const convidado = (n: number) => [
  ...[`Maria de ${letters(n)}`, `119${String(n).padStart(8, '0')}`, `m${n}@exemplo.com`, `mesa-${n % 300}`],
  ...Array.from({ length: 16 }, () => 'Sim, obrigada'),
]
const addressOf = (column: number, row: number) => `${'ABCDEFGHIJKLMNOPQRST'[column] ?? ''}${row}`
const xlsxOf = (count: number) =>
  anXlsx({
    shared: COLUMNS,
    rows: [
      COLUMNS.map((_, column) => `<c r="${addressOf(column, 1)}" t="s"><v>${column}</v></c>`).join(''),
      ...Array.from({ length: count }, (_, n) =>
        convidado(n)
          .map((cell, at) => `<c r="${addressOf(at, n + 2)}" t="inlineStr"><is><t>${cell}</t></is></c>`)
          .join(''),
      ),
    ],
  })
const csvOf = (count: number) =>
  Buffer.from(
    [COLUMNS, ...Array.from({ length: count }, (_, n) => convidado(n))]
      .map((cells) => cells.join(';'))
      .join('\n'),
  )

test(`${ROWS_MAX} guests of twenty columns are read and stored while others have their turn, and one more is refused`, async () => {
  const bytes = xlsxOf(ROWS_MAX)
  const seen = { rows: 0, bad: 0, ignored: 0, isSame: false }
  const turn = await longestTurn(async () => {
    const table = await read(bytes)
    const { rows, bad, columns } = await convidadosOf(table)
    const last = (await decodeTable(await encodeTable(table)))?.rows.at(-1)
    const isSame = JSON.stringify(last) === JSON.stringify(table.rows.at(-1))
    Object.assign(seen, {
      rows: rows.length,
      bad: bad.length,
      ignored: columns.filter(({ field }) => field === null).length,
      isSame,
    })
  })
  expect(seen).toEqual({ rows: ROWS_MAX, bad: 0, ignored: 16, isSame: true })
  expect(turn).toBeLessThan(LONG_TURN_MS)
  await expect(read(xlsxOf(ROWS_MAX + 1))).rejects.toThrow('mais de 20.000 linhas')
}, 600_000)

test('15,000 guests of twenty columns in CSV are read as well', async () => {
  const { rows } = await convidadosOf(await read(csvOf(15_000)))
  expect(rows).toHaveLength(15_000)
}, 300_000)

test('a cell of more than a thousand characters refuses its row, and only in a column that is read', async () => {
  const long = 'a'.repeat(1_001)
  const { rows } = await read(Buffer.from(`nome;telefone;nota\nAna;11987654321;${long}\n${long};1;\n`))
  expect(rows.map(({ problems }) => problems)).toEqual([
    [],
    ['nome tem mais de 1.000 caracteres: encurte a célula'],
  ])
  expect(JSON.stringify(rows).length).toBeLessThan(500)
})

test('of 500,000 columns without a name, as formatted cells leave them, a thousand are told', async () => {
  const bytes = Buffer.from(`nome;telefone${';'.repeat(500_000)}\nAna;11987654321;nota\n`)
  const { columns, rows } = await read(bytes)
  expect(columns).toHaveLength(1_000)
  expect(rows).toEqual([{ line: 2, cells: ['Ana', '11987654321'], problems: [] }])
})

test('uploads at once are read one after the other', async () => {
  const bytes = csvOf(200)
  const tables = await Promise.all(Array.from({ length: 4 }, () => read(bytes)))
  expect(tables.map(({ rows }) => rows.length)).toEqual([200, 200, 200, 200])
})
