/** The cursor in a list of changes, as phones keep it: which storage counted, and how far it had. */
export function marcaOf(storageId: string, at: number): string {
  return `${storageId}.${at}`
}

/**
 * How far a storage had counted when it gave a cursor.
 * @param last how far it has counted now: one that had counted further was another, or this one before it was restored
 * @returns null for a cursor of another storage, or for none
 */
export function countedIn(marca: string | null, storageId: string, last: number): number | null {
  const [, of, digits] = /^([^.]+)\.(\d{1,15})$/.exec(marca ?? '') ?? []
  const at = Number(digits)
  return of === storageId && at <= last ? at : null
}
