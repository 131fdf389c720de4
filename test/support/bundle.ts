import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

/** Which of the texts stand in which file below a directory, compressed files read as what is in them. */
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
