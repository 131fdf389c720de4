/** The first bytes of SHA-256 over a text, each as one character, as {@link splitHashes} gives them. */
export async function hashOf(text: string, size: number): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return String.fromCharCode(...new Uint8Array(digest, 0, size))
}

/** A column of hashes one by one. @param base64 `size` bytes for each, one after the other */
export function splitHashes(base64: string, size: number): string[] {
  const bytes = atob(base64)
  return Array.from({ length: bytes.length / size }, (_, at) => bytes.slice(at * size, (at + 1) * size))
}

/** The column again. */
export const joinHashes = (hashes: string[]) => btoa(hashes.join(''))
