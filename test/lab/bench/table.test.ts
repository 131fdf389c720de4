import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readAnswer } from '../../../lab/bench/answer.ts'
import { interleave, type Figures, type Row } from '../../../lab/bench/measurement.ts'
import { record } from '../../../lab/bench/record.ts'
import { isMet, median, percentile, ratios } from '../../../lab/bench/statistics.ts'
import { isGoalMet, tableOf, type Result } from '../../../lab/bench/table.ts'

const aRow = (row: Partial<Row> = {}): Row => ({
  name: 'requests/s /',
  goal: { kind: 'at-least', value: 0.6 },
  unit: 'req/s',
  peer: 'raw node:http',
  ...row,
})
const measured = (row: Row, figures: Partial<Figures>): Result => ({
  row,
  kind: 'measured',
  figures: { ours: [], peer: [], note: 'seen', ...figures },
})

test('the median is the middle value, in whatever order they came', () => {
  expect([median([9, 100, 10]), median([4, 1, 3, 2]), median([7])]).toEqual([10, 2.5, 7])
  expect(() => median([])).toThrow('no value')
})

test('p99 of a hundred answers is the second slowest, of few the slowest', () => {
  const hundred = Array.from({ length: 100 }, (_, n) => 100 - n)
  expect([percentile(hundred, 99), percentile([3, 1, 20], 99), percentile(hundred, 50)]).toEqual([99, 20, 50])
})

test('ratios are taken round by round, and never of a peer that did nothing', () => {
  expect(ratios([10, 30], [20, 10])).toEqual([0.5, 3])
  expect(() => ratios([1], [0])).toThrow('the peer did nothing')
  expect(() => ratios([1], [NaN])).toThrow('the peer did nothing')
  expect(() => ratios([1, 2], [1])).toThrow('2 rounds of ours, 1 of the peer')
})

test('a goal is judged by the median and met when just reached', () => {
  expect(isMet([0.1, 0.6, 9], { kind: 'at-least', value: 0.6 })).toBe(true)
  expect(isMet([0.1, 0.59, 9], { kind: 'at-least', value: 0.6 })).toBe(false)
  expect(isMet([0, 0, 50], { kind: 'at-most', value: 0 })).toBe(true)
  expect(isMet([0, 1, 1], { kind: 'at-most', value: 0 })).toBe(false)
})

test('the sides of a measurement run in turn, round after round', async () => {
  const order: string[] = []
  const side = (name: string) => async () => order.push(name)
  expect(await interleave(2, [side('A'), side('B')])).toEqual([
    [1, 3],
    [2, 4],
  ])
  expect(order).toEqual(['A', 'B', 'A', 'B'])
})

test('the table shows medians, the ratio, its spread, the goal, and whether it is met', () => {
  const table = tableOf([
    measured(aRow(), { ours: [10, 30, 20], peer: [20, 20, 40] }),
    measured(aRow({ name: 'JavaScript', peer: null, unit: 'B', goal: { kind: 'at-most', value: 0 } }), {
      ours: [0, 0, 0],
    }),
    { row: aRow({ name: 'p99 /' }), kind: 'failed', reason: 'no answer for ten seconds' },
  ])
  const cells = table.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  expect(cells.slice(2).map((line) => line.slice(1, -1))).toEqual([
    [
      'requests/s /, of raw node:http',
      '20 req/s',
      '20 req/s',
      '50 %',
      '50 % to 150 %',
      '≥ 60 %',
      'missed',
      'seen',
    ],
    ['JavaScript', '0 B', '', '', '0 to 0', '≤ 0 B', 'met', 'seen'],
    ['p99 /, of raw node:http', '', '', '', '', '≥ 60 %', 'missed', 'no answer for ten seconds'],
  ])
  expect(new Set(table.split('\n').map((line) => line.length)).size).toBe(1)
})

test('what could not be measured counts as missed', () => {
  expect(isGoalMet({ row: aRow(), kind: 'failed', reason: '' })).toBe(false)
  expect(isGoalMet(measured(aRow(), { ours: [6], peer: [10] }))).toBe(true)
})

const answer = (head: string, body: string | Buffer = '') =>
  Buffer.concat([Buffer.from(`${head}\r\n\r\n`), Buffer.from(body)])

test('an answer is read when all of it has come, and not before', () => {
  const whole = answer('HTTP/1.1 303 See Other\r\nContent-Length: 5', 'texto')
  for (let length = 0; length < whole.length; length++)
    expect(readAnswer(whole.subarray(0, length))).toBeNull()
  expect(readAnswer(whole)).toMatchObject({ status: 303, end: whole.length })
  expect(readAnswer(whole)?.body.toString()).toBe('texto')
})

test('a chunked answer is joined byte for byte, and read only with its last chunk', () => {
  const zipped = gzipSync('texto'.repeat(50))
  const chunk = (bytes: Buffer) =>
    Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
  const body = Buffer.concat([
    chunk(zipped.subarray(0, 7)),
    chunk(zipped.subarray(7)),
    Buffer.from('0\r\n\r\n'),
  ])
  const whole = answer('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked', body)
  for (let length = 0; length < whole.length; length++)
    expect(readAnswer(whole.subarray(0, length))).toBeNull()
  const read = readAnswer(whole)
  expect(read?.end).toBe(whole.length)
  expect(gunzipSync(read?.body ?? '').toString()).toBe('texto'.repeat(50))
})

test('an answer that does not tell its length is refused', () => {
  expect(() => readAnswer(answer('HTTP/1.1 200 OK'))).toThrow('unknown length')
})

test('the raw server repeats every header but those node writes by itself', () => {
  const read = readAnswer(
    answer(
      'HTTP/1.1 200 OK\r\nset-cookie: a=b: c\r\nDate: now\r\nKeep-Alive: timeout=65\r\nContent-Length: 2',
      'ok',
    ),
  )
  expect(read && record(read)).toEqual({
    headers: ['set-cookie', 'a=b: c', 'Content-Length', '2'],
    body: Buffer.from('ok').toString('base64'),
  })
})
