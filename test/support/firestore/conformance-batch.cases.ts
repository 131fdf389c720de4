import { expect } from 'vitest'
import { idsOf, it, type ConformanceCase } from './conformance.cases.ts'
import { Code } from './status-error.ts'

export const batchCases: ConformanceCase[] = [
  it('a batch writes all or nothing', async (db) => {
    await db.doc('c/there').set({ n: 1 })
    const batch = db.batch()
    batch.create(db.doc('c/new'), { n: 1 })
    batch.delete(db.doc('c/there'))
    batch.update(db.doc('c/missing'), { n: 1 })
    await expect(batch.commit()).rejects.toMatchObject({ code: Code.NOT_FOUND })
    expect(idsOf(await db.collection('c').get())).toEqual(['there'])
  }),
  it('writes of one document in one batch must agree: written and then created is INVALID_ARGUMENT', async (db) => {
    const twice = db.batch().set(db.doc('c/a'), { n: 1 }).create(db.doc('c/a'), { n: 2 })
    await expect(twice.commit()).rejects.toMatchObject({ code: Code.INVALID_ARGUMENT })
    await db.batch().create(db.doc('c/a'), { n: 1 }).update(db.doc('c/a'), { m: 2 }).commit()
    expect((await db.doc('c/a').get()).data()).toEqual({ n: 1, m: 2 })
    await db.batch().delete(db.doc('c/a')).create(db.doc('c/a'), { n: 3 }).commit()
    expect((await db.doc('c/a').get()).data()).toEqual({ n: 3 })
    const { writeTime: lastUpdateTime } = await db.doc('c/a').set({ n: 4 })
    const cas = db.batch().update(db.doc('c/a'), { n: 5 }, { lastUpdateTime })
    await cas.update(db.doc('c/a'), { m: 5 }, { lastUpdateTime }).commit()
    expect((await db.doc('c/a').get()).data()).toEqual({ n: 5, m: 5 })
  }),
  it('a BulkWriter does what can be done and reports the rest', async (db) => {
    await db.doc('c/there').set({ n: 1 })
    const writer = db.bulkWriter()
    const done = Promise.allSettled([
      writer.create(db.doc('c/new'), { n: 2 }),
      writer.create(db.doc('c/there'), { n: 2 }),
    ])
    await writer.close()
    expect(await done).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { code: Code.ALREADY_EXISTS } },
    ])
    expect((await db.doc('c/there').get()).get('n')).toBe(1)
  }),
  it('ids nobody may have answer INVALID_ARGUMENT', async (db) => {
    for (const id of ['.', '..', '__reserved__', 'é'.repeat(751)])
      await expect(db.collection('c').doc(id).set({})).rejects.toMatchObject({
        code: Code.INVALID_ARGUMENT,
      })
    await db.collection('c').doc('José da Silva|11').set({})
    expect(idsOf(await db.collection('c').get())).toEqual(['José da Silva|11'])
  }),
]
