import { expect, test } from 'vitest'
import { createLoadShedding, createTurns, type Kind } from '../../../server/http/load-shedding.ts'

/** Load shedding whose clock moves only while work is done, by `ms` for each. */
function aShedding(ms: number) {
  let time = 0
  const work = async () => void (time += ms)
  const { admit, isFull } = createLoadShedding(createTurns(), () => time)
  return {
    isFull,
    /** `true` once the work was done, `false` when it was refused. */
    ask: async (kind: Kind) => (await admit(kind, work)) !== null,
  }
}

const askEach = (times: number, ask: () => Promise<boolean>) =>
  Array.from({ length: times }, async () => ask())
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test('overload: a crowd of 200 at once is let in, however long each takes', async () => {
  const { ask } = aShedding(100)
  await Promise.all(askEach(100, () => ask('page')))
  const crowd = await Promise.all(askEach(200, () => ask('page')))
  expect(crowd).toEqual(Array.from({ length: 200 }, () => true))
})

test('overload: a request that would wait too long is refused at once, pages before forms, and one that was admitted finishes', async () => {
  const { ask, isFull } = aShedding(1.5)
  await Promise.all(askEach(100, () => ask('page')))
  const crowd = Promise.all(askEach(200, () => ask('page')))
  expect([isFull('page'), isFull('form')]).toEqual([true, false])
  expect(await ask('page')).toBe(false)
  const form = ask('form')
  expect(await Promise.race([form.then(() => 'form'), ask('page')])).toBe(false)
  expect(await form).toBe(true)
  expect(await crowd).not.toContain(false)
  expect([isFull('page'), await ask('page')]).toEqual([false, true])
})

test('overload: of quick work 512 pages and 768 forms are let in, each counted apart', async () => {
  const { ask, isFull } = aShedding(0.1)
  await Promise.all(askEach(400, () => ask('page')))
  const pages = askEach(512, () => ask('page'))
  expect([isFull('page'), isFull('form')]).toEqual([true, false])
  const forms = askEach(768, () => ask('form'))
  expect([isFull('form'), isFull('convidado'), isFull('credencial')]).toEqual([true, false, false])
  expect(await Promise.all([...pages, ...forms])).not.toContain(false)
})

test('overload: who waited for a server that was restarted is let in for a second after the first connection', async () => {
  let time = 5_000
  const { admit, isFull, onConnection } = createLoadShedding(createTurns(), () => time, 1_000)
  onConnection()
  const all = Array.from({ length: 2_000 }, () => admit('page', async () => true))
  time += 999
  onConnection()
  expect(isFull('page')).toBe(false)
  time += 1
  expect([isFull('page'), await admit('page', async () => true)]).toEqual([true, null])
  expect(await Promise.all(all)).not.toContain(null)
})

for (const kind of ['form', 'convidado', 'credencial'] as const) {
  test(`overload: however many pages wait, a ${kind} is let in and begun after one of them at most`, async () => {
    const { admit, isFull } = createLoadShedding(createTurns(), () => 0)
    const begun: string[] = []
    const ask = (what: Kind) => admit(what, async () => void begun.push(what))
    const all: Promise<unknown>[] = []
    for (let n = 0; n < 2_000; n++) all.push(ask('page'))
    expect([isFull('page'), isFull(kind)]).toEqual([true, false])
    for (let n = 0; n < 3; n++) all.push(ask(kind))
    await Promise.all(all)
    expect(begun.lastIndexOf(kind)).toBeLessThanOrEqual(6)
    expect(begun).toHaveLength(515)
  })
}

for (const floods of [
  ['page'],
  ['convidado'],
  ['porta'],
  ['certificado'],
  ['page', 'convidado'],
  ['page', 'convidado', 'porta'],
  ['page', 'convidado', 'porta', 'certificado'],
] as const) {
  test(`overload: while ${floods.join(' and ')} requests wait, forms and credentials have half of the starts or more`, async () => {
    for (const own of [['form'], ['credencial'], ['form', 'credencial']] as const) {
      const { admit } = createLoadShedding(createTurns(), () => 0)
      const begun: string[] = []
      const kinds: readonly Kind[] = [...floods, ...own]
      const ask = (kind: Kind) => admit(kind, async () => void begun.push(kind))
      await Promise.all(kinds.flatMap((kind) => askEach(100, async () => (await ask(kind)) === null)))
      const half = begun.slice(0, 100)
      expect(half.filter((kind) => own.some((one) => one === kind)).length).toBeGreaterThanOrEqual(50)
      const least = [16, 16, 16, 8, 5][floods.length] ?? 0
      for (const kind of kinds)
        expect(half.filter((one) => one === kind).length).toBeGreaterThanOrEqual(least)
    }
  })
}

test('overload: a crowd is let in as a whole, not one of each kind, and no kind waits much longer than another', async () => {
  let time = 0
  const { admit, isFull } = createLoadShedding(createTurns(), () => time)
  const work = async () => void (time += 5)
  await Promise.all(askEach(100, async () => (await admit('page', work)) !== null))
  const kinds = ['page', 'form', 'convidado', 'form', 'convidado'] as const
  const waits: number[] = []
  const refused: Kind[] = []
  const all: Promise<void>[] = []
  for (let n = 0; n < 3_000; n++) {
    const kind = kinds[n % kinds.length] ?? 'page'
    const at = time
    const ask = async () => {
      if ((await admit(kind, work)) === null) refused.push(kind)
      else waits.push(time - at)
    }
    all.push(ask())
    if (n >= 400 && n % 8 === 0) await nextTurn()
  }
  await Promise.all(all)
  expect([isFull('page'), refused.length > 500]).toEqual([false, true])
  // 200 of 5 ms each are a second.
  expect(Math.max(...waits)).toBeLessThan(2_200)
})

/**
 * Of two hundred, 0.6 ms each, how many are done in each turn of the loop; the first of them bring a
 * connection.
 */
async function doneInTurns(connections: number): Promise<number[]> {
  let time = 0
  let done = 0
  const turnsOfLoop = createTurns()
  const { admit } = createLoadShedding(turnsOfLoop, () => time)
  const work = async () => {
    time += 0.6
    done += 1
  }
  const crowd = Array.from({ length: 200 }, () => admit('page', work))
  const turns: number[] = []
  for (let before = 0; before < 200; before = done) {
    await nextTurn()
    if (turns.length < connections) turnsOfLoop.onConnection()
    turns.push(done - before)
  }
  await Promise.all(crowd)
  return turns
}

test('overload: after a millisecond of work the connections get a turn', async () => {
  const turns = await doneInTurns(0)
  expect(Math.max(...turns)).toBe(2)
  expect(turns.length).toBeLessThan(110)
})

test('overload: turns that bring a new connection follow each other, 128 at most', async () => {
  const turns = await doneInTurns(400)
  expect(turns.slice(0, 400).filter((done) => done > 0)).toHaveLength(4)
  expect(turns.length).toBeLessThan(110 + 400)
})

test('overload: work that fails makes room again', async () => {
  const { admit, isFull } = createLoadShedding(createTurns(), () => 0)
  const bug = () => Promise.reject(new Error('bug'))
  const failing = Array.from({ length: 512 }, () => admit('page', bug))
  expect(isFull('page')).toBe(true)
  const outcomes = await Promise.allSettled(failing)
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
  expect(isFull('page')).toBe(false)
})

test('overload: phones of the door are let in while forms are refused', async () => {
  const { ask, isFull } = aShedding(5)
  await Promise.all(askEach(100, () => ask('form')))
  const crowd = Promise.all(askEach(400, () => ask('form')))
  expect([isFull('form'), isFull('porta')]).toEqual([true, false])
  expect(await ask('porta')).toBe(true)
  await crowd
})
