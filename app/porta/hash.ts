/** The first bytes of SHA-256 over a text, each as one character, as {@link splitHashes} gives them. */
export async function hashOf(text: string, size: number): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return String.fromCharCode(...new Uint8Array(digest, 0, size))
}

/**
 * A column of hashes one by one.
 * @param base64 `size` bytes for each of `count`, one after the other
 * @throws for a column of another size, as a list of another version has: split wrongly, no code would be found
 */
export function splitHashes(base64: string, size: number, count: number): string[] {
  const bytes = atob(base64)
  if (bytes.length !== size * count)
    throw new Error(`[porta] the list has hashes of another size than ${size}`)
  return Array.from({ length: count }, (_, at) => bytes.slice(at * size, (at + 1) * size))
}

/** The column again. */
export const joinHashes = (hashes: string[]) => btoa(hashes.join(''))
