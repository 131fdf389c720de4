import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { createEventLoopQueue, createTurns } from '../../../server/http/load-shedding.ts'
import { openHouse } from '../../support/sqlite-house.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** Queues a number of works at once, and counts how many have begun. */
function aCrowd(size: number) {
  const turns = createTurns()
  const queue = createEventLoopQueue(turns)
  let begun = 0
  for (let n = 0; n < size; n++) void queue.take().then(() => (begun += 1))
  return { onConnection: turns.onConnection, begun: () => begun }
}

test('64 requests are begun in a turn of the event loop, in order, and nobody is forgotten', async () => {
  const { begun } = aCrowd(150)
  const counts = []
  for (let turn = 0; turn < 4; turn++) {
    await Promise.resolve().then(() => {})
    counts.push(begun())
    await nextTurn()
  }
  expect(counts).toEqual([64, 128, 150, 150])
  const queue = createEventLoopQueue(createTurns())
  const order: number[] = []
  await Promise.all(Array.from({ length: 200 }, (_, n) => queue.take().then(() => order.push(n))))
  expect(order).toEqual(Array.from({ length: 200 }, (_, n) => n))
})

test('turns that bring a connection begin nothing, 128 in a row at most', async () => {
  const { begun, onConnection } = aCrowd(65)
  await nextTurn()
  expect(begun()).toBe(65)
  const crowd = aCrowd(65)
  let turns = 0
  for (; crowd.begun() < 65 && turns < 500; turns++) {
    crowd.onConnection()
    await nextTurn()
  }
  expect(turns).toBeGreaterThan(100)
  expect(turns).toBeLessThan(140)
  onConnection()
})

/**
 * Opens a thousand connections that ask again once answered; prints how many answers the last one waited for.
 */
const FLOOD = `
  const { connect } = await import('node:net')
  const ask = 'GET / HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n'
  let answers = 0
  let waiting = 1000
  for (let n = 0; n < 1000; n++) {
    let isAnswered = false
    const socket = connect(Number(process.argv[1]), '127.0.0.1', () => socket.write(ask))
    socket.on('data', (chunk) => {
      if (!chunk.includes('</html>')) return
      answers += 1
      if (!isAnswered) waiting -= 1
      isAnswered = true
      if (waiting > 0) socket.write(ask)
      else process.stdout.write(answers + '\\n', () => process.exit())
    })
  }`

test('a connection behind a thousand that ask for a cached page without a pause is taken in soon', async () => {
  const { port, url } = await openHouse().start({ LOG_LEVEL: 'warn' })
  await (await fetch(url)).arrayBuffer()
  const flood = spawn(process.execPath, ['--input-type=module', '--eval', FLOOD, String(port)])
  onTestFinished(() => void flood.kill('SIGKILL'))
  const [printed] = (await once(flood.stdout, 'data')) as [Buffer]
  expect(Number(printed)).toBeGreaterThanOrEqual(1_000)
  expect(Number(printed)).toBeLessThan(20_000)
})
