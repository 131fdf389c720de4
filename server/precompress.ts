import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const COMPRESSIBLE = /\.(js|css|svg|html|txt|ico|json|wasm|webmanifest)$/

/** A file's contents, compressed as much as possible, by extension, without encodings that save nothing. */
export function variantsOf(contents: Buffer): ['br' | 'gz', Buffer][] {
  const variants: ['br' | 'gz', Buffer][] = [
    ['br', brotliCompressSync(contents, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })],
    ['gz', gzipSync(contents, { level: 9 })],
  ]
  return variants.filter(([, variant]) => variant.length < contents.length)
}

/** Writes `.br` and `.gz` beside each text file in and below a directory, where they are smaller. */
export function precompress(directory: string): number {
  let written = 0
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    if (!COMPRESSIBLE.test(name)) continue
    const path = join(directory, name)
    const contents = readFileSync(path)
    for (const [extension, variant] of variantsOf(contents)) {
      writeFileSync(`${path}.${extension}`, variant)
      written += 1
    }
  }
  return written
}

const [, script, directory] = process.argv
if (script !== undefined && directory !== undefined && pathToFileURL(script).href === import.meta.url) {
  process.stdout.write(`${precompress(directory)} compressed files in ${directory}\n`)
}
