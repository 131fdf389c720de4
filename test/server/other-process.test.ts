import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { askOnce, createOtherProcess } from '../../server/other-process.ts'
import { aDirectory } from '../support/temporary.ts'

const PATIENT = { patienceMs: 60_000 }
const whole = (answer: string) => answer

/** A program with this code. */
function aProgram(code: string) {
  const file = join(aDirectory(), 'program.mjs')
  writeFileSync(file, code)
  return { file, options: [], isHeard: false }
}

test('a process has nothing of our environment, answers in as many messages as it needs, and is asked for each', async () => {
  const program = aProgram(`let told = 0
    process.on('message', () => process.send(told < 3 ? ++told : Object.keys(process.env).join()))`)
  const parts: number[] = []
  const outcome = await askOnce(program, {}, PATIENT, (message: number | string) => {
    if (typeof message === 'string') return message
    parts.push(message)
    return null
  })
  expect(parts).toEqual([1, 2, 3])
  const names = outcome.kind === 'answered' ? outcome.answer.split(',') : []
  expect(names).toContain('NODE_ENV')
  expect(names).not.toContain('PATH')
})

test('one that gave no answer is ended, and the next request begins another', async () => {
  const program = aProgram(`process.on('message', ({ act }) => {
    if (act === 'end') process.exit(7)
    if (act === 'tell') process.send(String(process.pid))
  })`)
  const other = createOtherProcess(program)
  const ask = (act: string, limits = PATIENT) => other.ask({ act }, limits, whole)
  const first = await ask('tell')
  expect(await ask('tell')).toEqual(first)
  expect(await ask('wait', { patienceMs: 200 })).toEqual({ kind: 'too-long' })
  const second = await ask('tell')
  expect(second).toMatchObject({ kind: 'answered' })
  expect(second).not.toEqual(first)
  expect(await ask('end')).toEqual({ kind: 'ended', end: '7' })
  expect(await ask('tell')).toMatchObject({ kind: 'answered' })
  other.end()
})

test('who asks may end it, before it begins too', async () => {
  const program = aProgram(`process.on('message', () => {})`)
  for (const signal of [AbortSignal.abort(), AbortSignal.timeout(200)])
    expect(await askOnce(program, {}, { patienceMs: 60_000, signal }, whole)).toEqual({
      kind: 'ended',
      end: 'SIGKILL',
    })
})

test('a program that takes more heap than it may is ended, and no other with it', async () => {
  const program = aProgram(`process.on('message', () => {
    const kept = []
    for (;;) kept.push(Array.from({ length: 10_000 }, (_, n) => ({ n })))
  })`)
  const small = { ...program, options: ['--max-old-space-size=32'] }
  expect(await askOnce(small, {}, PATIENT, whole)).toEqual({ kind: 'ended', end: 'SIGABRT' })
})
