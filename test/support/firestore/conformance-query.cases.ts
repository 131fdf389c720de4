import { FieldPath, Filter, type Firestore } from 'firebase-admin/firestore'
import { expect } from 'vitest'
import { idsOf, it, type ConformanceCase } from './conformance.cases.ts'

/** Puts documents into the collection `c`. */
async function fill(db: Firestore, documents: Record<string, object>): Promise<void> {
  const batch = db.batch()
  for (const [id, document] of Object.entries(documents)) batch.set(db.collection('c').doc(id), document)
  await batch.commit()
}

const ages = { p: { v: 1 }, q: { v: 3 }, r: { v: 2 }, s: { v: '2' }, t: { v: null }, u: {}, w: { v: 2.5 } }

export const queryCases: ConformanceCase[] = [
  it('equality is strict about types: 7 is 7.0 but not the text 7', async (db) => {
    await fill(db, {
      number: { v: 7 },
      text: { v: '7' },
      map: { v: { n: 7 } },
      none: {},
      empty: { v: null },
    })
    const equals = async (value: unknown) => idsOf(await db.collection('c').where('v', '==', value).get())
    expect(await equals(7)).toEqual(['number'])
    expect(await equals('7')).toEqual(['text'])
    expect(await equals({ n: 7 })).toEqual(['map'])
    expect(await equals(null)).toEqual(['empty'])
    expect(idsOf(await db.collection('c').where('v', 'in', ['7', 8]).get())).toEqual(['text'])
    expect(idsOf(await db.collection('c').where('v', '!=', 7).get())).toEqual(['text', 'map'])
  }),
  it('a range stays within one type and comes in the order of its field', async (db) => {
    await fill(db, ages)
    const c = db.collection('c')
    expect(idsOf(await c.where('v', '>', 1).get())).toEqual(['r', 'w', 'q'])
    expect(idsOf(await c.where('v', '>=', 2).where('v', '<', 3).get())).toEqual(['r', 'w'])
    expect(idsOf(await c.where('v', '<=', 2).orderBy('v', 'desc').get())).toEqual(['r', 'p'])
    expect(idsOf(await c.where('v', '>=', '').get())).toEqual(['s'])
  }),
  it('an order leaves out documents without the field and sorts types before values', async (db) => {
    await fill(db, ages)
    const ordered = db.collection('c').orderBy('v')
    expect(idsOf(await ordered.get())).toEqual(['t', 'p', 'r', 'w', 'q', 's'])
    expect(idsOf(await ordered.limit(2).offset(1).get())).toEqual(['p', 'r'])
    expect(idsOf(await ordered.limitToLast(2).get())).toEqual(['q', 's'])
    expect(idsOf(await ordered.startAt(2).endBefore(3).get())).toEqual(['r', 'w'])
    expect(idsOf(await ordered.startAfter(2).endAt(3).get())).toEqual(['w', 'q'])
  }),
  it('pages by the name of the document miss and repeat nothing', async (db) => {
    await fill(db, { b: {}, B: {}, a1: {}, a10: {}, a2: {}, é: {}, '😀': {}, '\uffee': {} })
    const pages: string[][] = []
    let query = db.collection('c').orderBy(FieldPath.documentId()).limit(3)
    for (;;) {
      const page = await query.get()
      const last = page.docs.at(-1)
      if (!last) break
      pages.push(idsOf(page))
      query = query.startAfter(last)
    }
    expect(pages).toEqual([
      ['B', 'a1', 'a10'],
      ['a2', 'b', 'é'],
      ['\uffee', '😀'],
    ])
  }),
  it('a filter on the name, two filters, and one or the other', async (db) => {
    await fill(db, { a: { x: 1, y: 1 }, b: { x: 1, y: 2 }, d: { x: 2, y: 2 } })
    const c = db.collection('c')
    expect(idsOf(await c.where(FieldPath.documentId(), '>', 'a').get())).toEqual(['b', 'd'])
    expect(idsOf(await c.where('x', '==', 1).where('y', '==', 2).get())).toEqual(['b'])
    const either = Filter.or(Filter.where('x', '==', 2), Filter.where('y', '==', 1))
    expect(idsOf(await c.where(either).get())).toEqual(['a', 'd'])
  }),
  it('select gives the fields asked for; collections below a document are apart', async (db) => {
    await fill(db, { a: { x: 1, y: { z: 2, w: 3 } } })
    await db.doc('c/a/c/below').set({ x: 1 })
    const [found] = (await db.collection('c').select('y.z').get()).docs
    expect(found?.data()).toEqual({ y: { z: 2 } })
    expect(idsOf(await db.collection('c').get())).toEqual(['a'])
    expect(idsOf(await db.collection('c/a/c').get())).toEqual(['below'])
    expect(idsOf(await db.collectionGroup('c').get())).toEqual(['a', 'below'])
    expect((await db.listCollections()).map(({ id }) => id)).toEqual(['c'])
    expect((await db.collection('c').listDocuments()).map(({ id }) => id)).toEqual(['a'])
  }),
  it('count counts what the query finds; the reads of many documents come in the order asked for', async (db) => {
    await fill(db, ages)
    const counted = async (query: FirebaseFirestore.Query) => (await query.count().get()).data().count
    expect(await counted(db.collection('c'))).toBe(7)
    expect(await counted(db.collection('c').where('v', '>=', 2))).toBe(3)
    expect(await counted(db.collection('none'))).toBe(0)
    const documents = await db.getAll(...['w', 'x', 'p'].map((id) => db.doc(`c/${id}`)))
    expect(documents.map((d): unknown => d.get('v'))).toEqual([2.5, undefined, 1])
  }),
]
