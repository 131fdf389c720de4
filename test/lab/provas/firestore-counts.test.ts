import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { countBeside } from '../../../lab/provas/firestore-counts.ts'

const GUIDE = readFileSync(new URL('../../../docs/producao.md', import.meta.url), 'utf8')

/** The rows of the guide's table of counts, each with its cells. */
function rowsOfGuide(): string[][] {
  const [, table = ''] = /\| act +\| beside 500 guests \| beside 5,000 \|\n([^]*?)\n\n/.exec(GUIDE) ?? []
  const [, ...rows] = table.split('\n').map((row) => row.split('|').map((cell) => cell.trim()))
  return rows.map((cells) => cells.slice(1, -1))
}

test('what acts read and write beside 500 guests and 5,000 is what the guide says', async () => {
  const [few, many] = [await countBeside(500), await countBeside(5_000)]
  const told = ({ reads, writes }: { reads: number; writes: number }) =>
    `${reads.toLocaleString('en-US')}, ${writes}`
  const rows = few.map((row, n) => {
    // A board of thousands is partly read again on a busy machine.
    const beside = n === 0 ? 'see below' : many[n] && told(many[n])
    return [row.act, told(row), beside]
  })
  expect(rowsOfGuide()).toEqual(rows)
  expect([...few, ...many].filter(({ isReached }) => !isReached)).toEqual([])
})
