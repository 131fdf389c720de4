import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

/** Finds which of the texts are in which file below a directory; compressed files are decompressed first. */
export function foundBelow(directory: string, texts: string[]): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const bytes = contentsOf(join(entry.parentPath, entry.name))
      return texts.filter((text) => bytes.includes(text)).map((text) => `${entry.name}: ${text}`)
    })
}

function contentsOf(path: string): Buffer {
  const bytes = readFileSync(path)
  if (path.endsWith('.br')) return brotliDecompressSync(bytes)
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes
}
