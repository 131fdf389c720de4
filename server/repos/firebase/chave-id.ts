/** The document of a natural key. Names that begin and end with `__` are Firestore's own, and a hash may. */
export function chaveIdOf(chave: string): string {
  return `k${chave}`
}

/** The natural key of a document. */
export function chaveOfId(id: string): string {
  return id.slice(1)
}
