import { AggregateField, type Firestore } from 'firebase-admin/firestore'
import { expect, onTestFinished, test } from 'vitest'
import { openClient } from '../../../support/firestore/client.ts'
import { startFakeFirestore, type FakeFirestore } from '../../../support/firestore/fake.ts'
import { Code } from '../../../support/firestore/status-error.ts'

test('a document put behind the back of a transaction makes it read again', async () => {
  const { fake, db } = await startWithClient()
  fake.put('c', 'a', { n: 1 })
  const seen: unknown[] = []
  await db.runTransaction(async (t) => {
    const n = (await t.get(db.doc('c/a'))).get('n') as number
    seen.push(n)
    if (seen.length === 1) fake.put('c', 'a', { n: 10 })
    t.update(db.doc('c/a'), { n: n + 1 })
  })
  expect(seen).toEqual([1, 10])
  expect(fake.documents('c').get('a')).toEqual({ n: 11 })
})

test('a transaction reads one picture, whatever is written meanwhile', async () => {
  const { fake, db } = await startWithClient()
  fake.put('c', 'a', { n: 1 })
  fake.put('c', 'b', { n: 1 })
  const read = await db.runTransaction(
    async (t) => {
      const a = (await t.get(db.doc('c/a'))).get('n') as number
      fake.put('c', 'b', { n: 2 })
      return [a, (await t.get(db.doc('c/b'))).get('n') as number]
    },
    { readOnly: true },
  )
  expect(read).toEqual([1, 1])
})

test('what is put is what the client reads, and what it writes is what is looked at', async () => {
  const { fake, db } = await startWithClient()
  const document = { text: '5', n: 5, half: 0.5, yes: true, none: null, list: [1, 'a'], map: { x: { y: 1 } } }
  fake.put('c', 'a', document)
  expect((await db.doc('c/a').get()).data()).toEqual(document)
  await db.doc('c/b').set({ ...document, at: new Date(1_900_000_000_000) })
  await db.doc('c/b/below/x').set({})
  expect(Object.fromEntries(fake.documents('c'))).toEqual({
    a: document,
    b: { ...document, at: new Date(1_900_000_000_000) },
  })
  fake.remove('c', 'a')
  expect((await db.doc('c/a').get()).exists).toBe(false)
})

test('close ends at once although calls hang, and nobody is answered afterwards', async () => {
  const fake = await startFakeFirestore()
  const { db, close } = openClient(fake.host)
  await db.doc('c/a').set({})
  fake.failNext({ method: 'Commit', code: 'hang', when: 'before' })
  db.doc('c/b')
    .set({})
    .catch(() => {})
  await expect.poll(() => fake.calls('Commit')).toBe(2)
  const begun = performance.now()
  fake.close()
  expect(performance.now() - begun).toBeLessThan(5_000)
  expect(await after(300, db.doc('c/a').get())).toBe('open')
  await close()
})

test('told which composite indexes there are, it refuses a query that needs another, as the emulator does not', async () => {
  const fields = [
    { fieldPath: 'a', order: 'ASCENDING' },
    { fieldPath: 'b', order: 'DESCENDING' },
  ]
  const fake = await startFakeFirestore([{ collectionGroup: 'c', fields }])
  const { db, close } = openClient(fake.host)
  onTestFinished(async () => {
    await close()
    fake.close()
  })
  // Otherwise the client asks again after two seconds, twice.
  db.settings({ gaxServerStreamingRetries: true })
  const c = db.collection('c')
  const served = [
    c.where('a', '==', 1).where('b', 'in', [1, 2]).limit(1),
    c.where('a', '>', 1).orderBy('a', 'desc'),
    c.where('a', '==', 1).orderBy('__name__'),
    c.where('a', '==', 1).orderBy('b', 'desc'),
    db.collection('d').orderBy('__name__').startAfter('x'),
  ]
  for (const query of served) expect((await query.get()).size).toBe(0)
  expect((await c.aggregate({ sum: AggregateField.sum('a') }).get()).data()).toEqual({ sum: 0 })
  const refused = [
    c.where('a', '==', 1).where('b', '>', 2),
    c.where('a', '==', 1).orderBy('b'),
    c.orderBy('a').orderBy('b'),
    c.orderBy('__name__', 'desc'),
    db.collection('d').where('a', '==', 1).orderBy('b', 'desc'),
  ]
  for (const query of refused) await expect(query.get()).rejects.toMatchObject({ code: 9 })
  const summed = c.where('a', '==', 1).aggregate({ sum: AggregateField.sum('b') })
  await expect(summed.get()).rejects.toMatchObject({ code: 9 })
})

test('a fault before the commit writes nothing and is answered once', async () => {
  const { fake, db } = await startWithClient()
  fake.failNext({ method: 'Commit', code: Code.FAILED_PRECONDITION, when: 'before' })
  await expect(db.doc('c/a').set({ n: 1 })).rejects.toMatchObject({ code: Code.FAILED_PRECONDITION })
  expect(fake.documents('c').size).toBe(0)
  await db.doc('c/a').set({ n: 2 })
  expect(fake.documents('c')).toEqual(new Map([['a', { n: 2 }]]))
})

test('a fault after the commit leaves the write: the client sends it again and meets it', async () => {
  const { fake, db } = await startWithClient()
  fake.failNext({ method: 'Commit', code: Code.UNAVAILABLE, when: 'after' })
  await expect(db.doc('c/a').create({ n: 1 })).rejects.toMatchObject({ code: Code.ALREADY_EXISTS })
  expect(fake.documents('c')).toEqual(new Map([['a', { n: 1 }]]))
  expect(fake.calls('Commit')).toBe(2)
})

test('a transaction whose commit lost its answer runs again and finds what it wrote', async () => {
  const { fake, db } = await startWithClient()
  fake.failNext({ method: 'Commit', code: Code.DEADLINE_EXCEEDED, when: 'after' })
  const found: boolean[] = []
  await db.runTransaction(async (t) => {
    const { exists } = await t.get(db.doc('c/a'))
    found.push(exists)
    if (!exists) t.create(db.doc('c/a'), {})
  })
  expect(found).toEqual([false, true])
})

test('a commit repeated in a transaction that has ended answers INVALID_ARGUMENT', async () => {
  const { fake, db } = await startWithClient()
  fake.failNext({ method: 'Commit', code: Code.UNAVAILABLE, when: 'after' })
  const run = db.runTransaction(async (t) => {
    await t.get(db.doc('c/a'))
    t.create(db.doc('c/a'), {})
  })
  await expect(run).rejects.toMatchObject({ code: Code.INVALID_ARGUMENT })
  expect([...fake.documents('c').keys()]).toEqual(['a'])
})

test('faults of several calls end after as many, and leave other methods alone', async () => {
  const { fake, db } = await startWithClient()
  fake.failNext({ method: 'Commit', code: Code.FAILED_PRECONDITION, when: 'before', times: 2 })
  const refused = { code: Code.FAILED_PRECONDITION }
  await expect(db.doc('c/a').set({})).rejects.toMatchObject(refused)
  expect((await db.doc('c/a').get()).exists).toBe(false)
  await expect(db.doc('c/a').set({})).rejects.toMatchObject(refused)
  await db.doc('c/a').set({})
  expect([fake.calls('Commit'), fake.calls('BatchGetDocuments'), fake.calls('RunQuery')]).toEqual([3, 1, 0])
})

test('the next call of any method can fail; the reset forgives', async () => {
  const { fake, db } = await startWithClient()
  fake.failNext({ method: '*', code: Code.FAILED_PRECONDITION, when: 'before', times: Infinity })
  await expect(db.listCollections()).rejects.toMatchObject({ code: Code.FAILED_PRECONDITION })
  await expect(db.doc('c/a').set({})).rejects.toMatchObject({ code: Code.FAILED_PRECONDITION })
  fake.reset()
  await db.doc('c/a').set({})
  expect(fake.calls('Commit')).toBe(1)
})

test('a read that failed is repeated by the client, whatever the code', async () => {
  const { fake, db } = await startWithClient()
  fake.put('c', 'a', { n: 1 })
  fake.failNext({ method: 'BatchGetDocuments', code: Code.NOT_FOUND, when: 'before' })
  expect((await db.doc('c/a').get()).get('n')).toBe(1)
  expect(fake.calls('BatchGetDocuments')).toBe(2)
})

test('a hanging commit is never answered, done or not as the fault says', async () => {
  const { fake, db } = await startWithClient()
  fake.failNext({ method: 'Commit', code: 'hang', when: 'before' })
  fake.failNext({ method: 'Commit', code: 'hang', when: 'after' })
  const [lost, kept] = [db.doc('c/a').set({}), db.doc('c/b').set({})]
  for (const promise of [lost, kept]) promise.catch(() => {})
  expect(await after(200, Promise.race([lost, kept]))).toBe('open')
  expect(fake.calls('Commit')).toBe(2)
  expect(fake.documents('c').size).toBe(1)
})

test('code 0 with a delay is a slow answer', async () => {
  const { fake, db } = await startWithClient()
  await db.doc('c/warm').get()
  fake.failNext({ method: 'Commit', code: Code.OK, when: 'after', delayMs: 300 })
  const write = db.doc('c/a').set({ n: 1 })
  expect(await after(150, write)).toBe('open')
  expect(fake.documents('c').size).toBe(1)
  await write
})

/** A fake and a client on it, ended with the test. */
export async function startWithClient(): Promise<{ fake: FakeFirestore; db: Firestore }> {
  const fake = await startFakeFirestore()
  const { db, close } = openClient(fake.host)
  onTestFinished(async () => {
    await close()
    fake.close()
  })
  return { fake, db }
}

/** The result of a promise after a while: `open` when it has not settled. */
export const after = <T>(ms: number, promise: Promise<T>) =>
  Promise.race([promise, new Promise<'open'>((resolve) => setTimeout(resolve, ms, 'open'))])
