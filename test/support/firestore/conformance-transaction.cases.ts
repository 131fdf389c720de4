import type { Firestore, Transaction } from 'firebase-admin/firestore'
import { expect } from 'vitest'
import { idsOf, it, type ConformanceCase } from './conformance.cases.ts'
import { Code } from './status-error.ts'

/** Lets nobody through until `count` have arrived; later ones pass at once. */
function barrier(count: number): () => Promise<void> {
  let arrived = 0
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return async () => {
    if (++arrived >= count) open()
    await opened
  }
}

/** Two transactions that both read before either writes. @returns how often the body ran */
async function runTwo(db: Firestore, body: (t: Transaction, met: () => Promise<void>) => Promise<void>) {
  const met = barrier(2)
  let attempts = 0
  const run = () =>
    db.runTransaction(async (t) => {
      attempts += 1
      await body(t, met)
    })
  await Promise.all([run(), run()])
  return attempts
}

export const transactionCases: ConformanceCase[] = [
  it('two transactions that read the same number both add to it: one is tried again', async (db) => {
    const ref = db.doc('c/counter')
    await ref.set({ n: 0 })
    const attempts = await runTwo(db, async (t, met) => {
      const n = (await t.get(ref)).get('n') as number
      await met()
      t.update(ref, { n: n + 1 })
    })
    expect((await ref.get()).get('n')).toBe(2)
    expect(attempts).toBeGreaterThan(2)
  }),
  it('two transactions that found a document missing do not both create it', async (db) => {
    const winners = new Set<string>()
    const met = barrier(2)
    const claim = (who: string) =>
      db.runTransaction(async (t) => {
        winners.delete(who)
        const { exists } = await t.get(db.doc('c/seat'))
        await met()
        if (exists) return
        winners.add(who)
        t.set(db.doc('c/seat'), { who })
      })
    await Promise.all([claim('a'), claim('b')])
    expect([...winners]).toEqual([(await db.doc('c/seat').get()).get('who')])
  }),
  it('a query in a transaction sees that another one adds to what it found', async (db) => {
    const places = db.collection('c').where('table', '==', '7')
    const attempts = await runTwo(db, async (t, met) => {
      const { size } = await t.get(places)
      await met()
      if (size === 0) t.create(db.collection('c').doc(), { table: '7' })
    })
    expect((await places.get()).size).toBe(1)
    expect(attempts).toBeGreaterThan(2)
  }),
  it('a transaction that fails a precondition writes nothing and is not tried again', async (db) => {
    await db.doc('c/a').set({ n: 1 })
    await db.doc('c/there').set({})
    let attempts = 0
    const run = db.runTransaction(async (t) => {
      attempts += 1
      await t.get(db.doc('c/a'))
      t.update(db.doc('c/a'), { n: 2 })
      t.create(db.doc('c/b'), {})
      t.create(db.doc('c/there'), {})
    })
    await expect(run).rejects.toMatchObject({ code: Code.ALREADY_EXISTS })
    expect(attempts).toBe(1)
    expect(idsOf(await db.collection('c').get())).toEqual(['a', 'there'])
    expect((await db.doc('c/a').get()).get('n')).toBe(1)
  }),
  it('a transaction whose body throws is rolled back and lets others write', async (db) => {
    await db.doc('c/a').set({ n: 1 })
    const run = db.runTransaction(async (t) => {
      await t.get(db.doc('c/a'))
      t.update(db.doc('c/a'), { n: 2 })
      throw new Error('changed my mind')
    })
    await expect(run).rejects.toThrow('changed my mind')
    await db.doc('c/a').update({ m: 3 })
    expect((await db.doc('c/a').get()).data()).toEqual({ n: 1, m: 3 })
  }),
  it('a read-only transaction reads documents and queries', async (db) => {
    await db.doc('c/a').set({ n: 1 })
    const read = await db.runTransaction(
      async (t) => [(await t.get(db.doc('c/a'))).get('n') as number, (await t.get(db.collection('c'))).size],
      { readOnly: true },
    )
    expect(read).toEqual([1, 1])
  }),
]
