import { FieldPath, FieldValue, Timestamp, type Firestore } from 'firebase-admin/firestore'
import { expect } from 'vitest'
import { Code } from './status-error.ts'

/**
 * Something every Firestore does, the official emulator and the fake alike. Each starts on an empty project.
 */
export interface ConformanceCase {
  name: string
  run: (db: Firestore) => Promise<void>
}

export const it = (name: string, run: ConformanceCase['run']): ConformanceCase => ({ name, run })

/** The ids of the documents that a query finds, in its order. */
export const idsOf = ({ docs }: { docs: { id: string }[] }) => docs.map(({ id }) => id)

export const writeCases: ConformanceCase[] = [
  it('create on a document that exists answers ALREADY_EXISTS and leaves it', async (db) => {
    await db.doc('c/a').create({ n: 1 })
    await expect(db.doc('c/a').create({ n: 2 })).rejects.toMatchObject({ code: Code.ALREADY_EXISTS })
    expect((await db.doc('c/a').get()).data()).toEqual({ n: 1 })
  }),
  it('update of a document that is not there answers NOT_FOUND', async (db) => {
    await expect(db.doc('c/a').update({ n: 1 })).rejects.toMatchObject({ code: Code.NOT_FOUND })
    expect((await db.doc('c/a').get()).exists).toBe(false)
  }),
  it('update with an old update time answers FAILED_PRECONDITION, with the present one is done', async (db) => {
    const first = await db.doc('c/a').set({ n: 1 })
    const second = await db.doc('c/a').set({ n: 2 })
    const update = (lastUpdateTime: Timestamp) => db.doc('c/a').update({ n: 3 }, { lastUpdateTime })
    await expect(update(first.writeTime)).rejects.toMatchObject({ code: Code.FAILED_PRECONDITION })
    await update(second.writeTime)
    await expect(update(second.writeTime)).rejects.toMatchObject({ code: Code.FAILED_PRECONDITION })
    expect((await db.doc('c/a').get()).get('n')).toBe(3)
  }),
  it('a write that changes nothing keeps the update time', async (db) => {
    const { writeTime } = await db.doc('c/a').set({ n: 1, m: { x: 'a', y: null } })
    await db.doc('c/a').set({ m: { y: null, x: 'a' }, n: 1 })
    expect((await db.doc('c/a').get()).updateTime?.isEqual(writeTime)).toBe(true)
    await db.doc('c/a').set({ n: '1', m: { x: 'a', y: null } })
    expect((await db.doc('c/a').get()).updateTime?.isEqual(writeTime)).toBe(false)
  }),
  it('update writes the fields named and no others; set replaces; merge keeps', async (db) => {
    await db.doc('c/a').set({ n: 1, 'a.b': 'dot', m: { x: 1, y: 2 } })
    await db.doc('c/a').update({ n: 2, 'm.x': FieldValue.delete() })
    expect((await db.doc('c/a').get()).data()).toEqual({ n: 2, 'a.b': 'dot', m: { y: 2 } })
    await db.doc('c/a').update(new FieldPath('a.b'), FieldValue.delete(), 'm.z', 3)
    expect((await db.doc('c/a').get()).data()).toEqual({ n: 2, m: { y: 2, z: 3 } })
    await db.doc('c/a').set({ o: true }, { merge: true })
    await db.doc('c/b').set({ n: 1 })
    await db.doc('c/b').set({ o: false })
    expect((await db.doc('c/a').get()).data()).toEqual({ n: 2, m: { y: 2, z: 3 }, o: true })
    expect((await db.doc('c/b').get()).data()).toEqual({ o: false })
  }),
  it('increment adds to a number and starts at zero on a number stored as text', async (db) => {
    await db.doc('c/a').set({ n: 5, text: '5', half: 0.5 })
    const one = FieldValue.increment(1)
    await db.doc('c/a').update({ n: one, text: one, half: one, none: one })
    expect((await db.doc('c/a').get()).data()).toEqual({ n: 6, text: 1, half: 1.5, none: 1 })
  }),
  it('serverTimestamp writes the time of the server', async (db) => {
    const before = Date.now()
    await db.doc('c/a').set({ at: FieldValue.serverTimestamp() })
    const at = (await db.doc('c/a').get()).get('at') as Timestamp
    expect(at.toMillis()).toBeGreaterThanOrEqual(before - 1000)
    expect(at.toMillis()).toBeLessThanOrEqual(Date.now() + 1000)
  }),
]
