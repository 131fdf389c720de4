import type { Fields } from './wire.ts'

/** A stored document; times are in microseconds, and no two are the same. */
export interface StoredDocument {
  /** Below `…/documents/`: the fake is one database, whatever the project of the request. */
  path: string
  fields: Fields
  createTime: number
  updateTime: number
}

export type Documents = ReadonlyMap<string, StoredDocument>

/** The documents, their clock, and pictures of them for transactions. */
export type Store = ReturnType<typeof createStore>

export function createStore() {
  const documents = new Map<string, StoredDocument>()
  let picture: Documents | null = null
  let clock = 0
  return {
    documents,
    /** The documents as they are now, unaffected by later writes. */
    snapshot: () => (picture ??= new Map(documents)),
    /** An instant later than any before. */
    tick: () => (clock = Math.max(clock + 1, Date.now() * 1000)),
    /** Writes all at once; null removes a document. */
    apply(changes: ReadonlyMap<string, StoredDocument | null>) {
      picture = null
      for (const [path, document] of changes) {
        if (document) documents.set(path, document)
        else documents.delete(path)
      }
    },
    clear() {
      picture = null
      documents.clear()
    },
  }
}
