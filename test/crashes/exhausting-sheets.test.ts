import { expect, test } from 'vitest'
import { decodePasta, type Pasta } from '../../server/planilhas/pasta.ts'
import { convidadosOf } from '../../server/planilhas/rows.ts'
import { createReadingQueue, readPlanilha } from '../../server/planilhas/sheet-process.ts'
import { ROWS_MAX } from '../../server/planilhas/workbook.mjs'
import { EXHAUSTING } from '../support/exhausting.ts'
import { anXlsx } from '../support/an-xlsx.ts'
import { LONG_TURN_MS, longestTurn } from '../support/event-loop.ts'

/** With enough time for a machine that does other things. */
const inTurn = createReadingQueue({ waitingMs: 300_000, wholeMs: 300_000 })
const read = async (bytes: Buffer): Promise<Pasta> => {
  const pasta = await decodePasta(await readPlanilha(bytes, { inTurn }))
  if (!pasta) throw new Error('what was read cannot be decoded')
  return pasta
}

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
  expect((await read(anXlsx({ rows }))).abas[0]?.linhas).toHaveLength(2)
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
  const seen = { rows: 0, bad: 0, ignored: 0 }
  const turn = await longestTurn(async () => {
    const { rows, bad, folha } = await convidadosOf(await read(bytes), null)
    const ignored = folha.colunas.filter(({ field }) => field === null).length
    Object.assign(seen, { rows: rows.length, bad: bad.length, ignored })
  })
  expect(seen).toEqual({ rows: ROWS_MAX, bad: 0, ignored: 16 })
  expect(turn).toBeLessThan(LONG_TURN_MS)
  await expect(read(xlsxOf(ROWS_MAX + 1))).rejects.toThrow('mais de 20.000 linhas')
}, 600_000)

test('15,000 guests of twenty columns in CSV are read as well', async () => {
  const { rows } = await convidadosOf(await read(csvOf(15_000)), null)
  expect(rows).toHaveLength(15_000)
}, 300_000)

test('a cell of more than a thousand characters is cut, wherever it stands', async () => {
  const long = 'a'.repeat(5_000)
  const { abas } = await read(Buffer.from(`nome;telefone;nota\nAna;11987654321;${long}\n${long};1;\n`))
  expect(abas[0]?.linhas.slice(1).map(({ cells }) => cells.map((cell) => cell.length))).toEqual([
    [3, 11, 1_001],
    [1_001, 1, 0],
  ])
})

test('of 500,000 columns without a name, as formatted cells leave them, a thousand are kept', async () => {
  const bytes = Buffer.from(`nome;telefone${';'.repeat(500_000)}\nAna;11987654321;nota\n`)
  const { rows, bad, folha } = await convidadosOf(await read(bytes), null)
  expect([folha.colunas.length, rows.length, bad]).toEqual([1_000, 1, []])
})

test('uploads at once are read one after the other', async () => {
  const bytes = csvOf(200)
  const read4 = await Promise.all(Array.from({ length: 4 }, () => read(bytes)))
  expect(read4.map(({ abas }) => abas[0]?.linhas.length)).toEqual([201, 201, 201, 201])
})
