import { expect, test } from 'vitest'
import { Code } from '../../../support/firestore/status-error.ts'
import { after, startWithClient } from '../../../support/firestore/fake-with-client.ts'

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
