import { expect, test } from 'vitest'
import { createReadingQueue } from '../../../server/planilhas/sheet-process.ts'

/** A reading that ends when the test ends it. */
function aReading() {
  let end = (): void => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  return { work: () => ended, end }
}

const LONG = { waitingMs: 60_000, wholeMs: 60_000 }

test('one is read at a time, first come first served, though one fails', async () => {
  const inTurn = createReadingQueue(LONG)
  const order: string[] = []
  const first = aReading()
  const all = [
    inTurn(async () => {
      order.push('first')
      await first.work()
      throw new Error('broken')
    }),
    inTurn(async () => order.push('second')),
    inTurn(async () => order.push('third')),
  ]
  const settled = Promise.allSettled(all)
  expect(order).toEqual(['first'])
  first.end()
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(order).toEqual(['first', 'second', 'third'])
  await inTurn(async () => order.push('fourth'))
  expect(order).toHaveLength(4)
})

test('who waits too long is told so and gives up the place; the others go on', async () => {
  const inTurn = createReadingQueue({ waitingMs: 20, wholeMs: 60_000 })
  const first = aReading()
  const reading = inTurn(first.work)
  await expect(inTurn(async () => 'never')).rejects.toThrow('espere um instante')
  first.end()
  await reading
  expect(await inTurn(async () => 'next')).toBe('next')
})

test('no more than eight wait, each with its file', async () => {
  const inTurn = createReadingQueue(LONG)
  const first = aReading()
  const reading = inTurn(first.work)
  const waiting = Array.from({ length: 8 }, (_, n) => inTurn(async () => n))
  await expect(inTurn(async () => 'ninth')).rejects.toThrow('Outra planilha está sendo lida')
  first.end()
  await reading
  expect(await Promise.all(waiting)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})

test('what was waited is taken from the time to read', async () => {
  const inTurn = createReadingQueue({ waitingMs: 60_000, wholeMs: 10_000 })
  const first = aReading()
  const reading = inTurn(first.work)
  const second = inTurn(async (milliseconds) => milliseconds)
  setTimeout(first.end, 30)
  await reading
  expect(await second).toBeLessThan(10_000 - 20)
})
