import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import type { IncomingHttpHeaders } from 'node:http'
import type { ArteFile, ArteFiles } from '../arte/arte.ts'
import type { Answer } from './answer.ts'
import { answerFrom, digestOf, variantsOf, type Variants } from './compression.ts'
import { DECODER_POLICY, SVG_POLICY } from './security-headers.ts'
import { own } from '../domain/own.ts'

const MEDIA_TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** The name `vite.porta.config.ts` gives it. */
const DECODER = /[/\\]porta[/\\]decoder-worker-[^/\\]*\.js$/

/**
 * Reads the browser's files once, with their pre-compressed variants: they are a few hundred kilobytes, and a
 * path is then a key and never a place on the disk. Hidden files and files of unknown type are left out.
 * Names under `/assets/` carry a hash of their contents, so browsers keep them for a year; the others for an
 * hour.
 * @returns a function that answers a request for a file; null when there is none of that name
 * @throws Error when the directory cannot be read
 */
export function loadStaticFiles(
  directory: string,
): (pathname: string, headers: IncomingHttpHeaders) => Answer | null {
  const files = new Map<string, Variants>()
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' })
  for (const name of names) {
    const parts = name.split(sep)
    const type = own(MEDIA_TYPES, extname(name))
    if (type === undefined || parts.some((part) => part.startsWith('.'))) continue
    files.set(`/${parts.join('/')}`, readStaticFile(join(directory, name), type, parts[0] === 'assets'))
  }

  return (pathname, headers) => {
    const file = files.get(pathname)
    return file ? answerFrom(file, headers) : null
  }
}

/**
 * Makes the function that answers a request for a picture of the invitation, from memory as for any static
 * file.
 * @returns null for any other address, and for a picture no longer kept
 */
export function createArteAnswers(
  files: ArteFiles,
): (pathname: string, headers: IncomingHttpHeaders) => Answer | null {
  const made = new WeakMap<ArteFile, Variants>()
  return (pathname, headers) => {
    const file = files.find(pathname)
    if (!file) return null
    const { contents, br, gz, type } = file
    const answered =
      made.get(file) ?? staticFile({ identity: contents, br, gzip: gz }, { type, isHashed: true })
    made.set(file, answered)
    return answerFrom(answered, headers)
  }
}

function readStaticFile(path: string, type: string, isHashed: boolean): Variants {
  const [br, gzip] = [readIfThere(`${path}.br`), readIfThere(`${path}.gz`)]
  return staticFile({ identity: readFileSync(path), br, gzip }, { type, isHashed, path })
}

function staticFile(
  { identity, br, gzip }: { identity: Buffer; br: Buffer | null; gzip: Buffer | null },
  { type, isHashed, path = '' }: { type: string; isHashed: boolean; path?: string },
): Variants {
  const headers = {
    'content-type': type,
    'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    ...((br ?? gzip) ? { vary: 'Accept-Encoding' } : {}),
    ...(type === MEDIA_TYPES['.svg'] ? { 'content-security-policy': SVG_POLICY } : {}),
    ...(DECODER.test(path) ? { 'content-security-policy': DECODER_POLICY } : {}),
  }
  return variantsOf({ status: 200, headers, body: identity }, { br, gzip }, digestOf(identity))
}

function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch {
    return null
  }
}
