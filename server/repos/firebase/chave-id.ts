/** The document of a natural key, or of another hash. Names that begin and end with `__` are Firestore's own, and a hash may. */
export function chaveIdOf(chave: string): string {
  return `k${chave}`
}

/** The hash of a document. */
export function chaveOfId(id: string): string {
  return id.slice(1)
}
