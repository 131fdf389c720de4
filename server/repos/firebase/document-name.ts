/** What cannot name a document names nothing stored; ids of other products may hold all else. */
export function canNameDocument(id: string): boolean {
  const isTaken = /^(\.{0,2}|__.*__)$/s.test(id)
  return !isTaken && !/[\/\p{Surrogate}]/u.test(id) && Buffer.byteLength(id) <= 1_500
}
