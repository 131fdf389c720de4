import { expect, test } from 'vitest'
import { convidadosOf } from '../../server/planilhas/rows.ts'
import { LONG_TURN_MS, longestTurn } from '../support/event-loop.ts'
import { csv } from '../support/her-sheet.ts'
import { pastaOf } from '../support/pasta.ts'

const lettersOf = (n: number) => Array.from(String(n), (digit) => 'abcdefghij'.charAt(Number(digit))).join('')

/** As many rows of as many people, each of another name. */
const sheetOf = (rows: number, people: number) => {
  const head = Array.from({ length: people }, (_, n) => `Convidado ${n % 99}`)
  const nomes = (row: number) => head.map((_, n) => `Ana ${lettersOf(row * people + n)}`)
  return csv(head.join(';'), ...Array.from({ length: rows }, (_, row) => nomes(row).join(';')))
}

test('a row of a thousand people holds nobody up', async () => {
  const pasta = await pastaOf(sheetOf(5, 1_000))
  let read = 0
  const turn = await longestTurn(async () => {
    read = (await convidadosOf(pasta, null)).rows.length
  })
  expect(read).toBe(5_000)
  expect(turn).toBeLessThan(LONG_TURN_MS)
})

test('rows of several people have as many as a sheet has rows, and the others are told', async () => {
  const { rows, bad } = await convidadosOf(await pastaOf(sheetOf(41, 500)), null)
  expect(rows).toHaveLength(20_000)
  expect(bad.map(({ line, problems }) => [line, problems])).toEqual([
    [42, [expect.stringContaining('passa de 20.000 pessoas')]],
  ])
})
