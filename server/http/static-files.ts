import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import type { IncomingHttpHeaders } from 'node:http'
import type { Answer } from './answer.ts'
import { bestEncoding, digestOf, isKnown, type Encoding } from './compression.ts'

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
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** An SVG image opened by itself brings its own styles, and still no script. */
const SVG_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-ancestors 'none'"

interface StaticFile {
  headers: Record<string, string>
  etag: string
  bodies: Partial<Record<Encoding, Buffer>> & { identity: Buffer }
}

/** Answers a request for a static file; null when there is none of that name. */
export type StaticFiles = (pathname: string, headers: IncomingHttpHeaders) => Answer | null

/**
 * Reads the browser's files once, with their pre-compressed variants: they are a few hundred kilobytes, and a path
 * is then a key and never a place on the disk. Hidden files and files of unknown type are left out. Names under
 * `/assets/` carry a hash of their contents, so they are kept for a year; the others for an hour.
 * @throws Error when the directory cannot be read
 */
export function loadStaticFiles(directory: string): StaticFiles {
  const files = new Map<string, StaticFile>()
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' })
  for (const name of names) {
    const parts = name.split(sep)
    const type = MEDIA_TYPES[extname(name)]
    if (type === undefined || parts.some((part) => part.startsWith('.'))) continue
    files.set(`/${parts.join('/')}`, readStaticFile(join(directory, name), type, parts[0] === 'assets'))
  }

  return (pathname, headers) => {
    const file = files.get(pathname)
    if (!file) return null
    const accepted = bestEncoding(headers['accept-encoding'])
    const encoding = accepted && file.bodies[accepted] ? accepted : 'identity'
    const etag = `"${file.etag}-${encoding}"`
    const common = { ...file.headers, etag }
    if (isKnown(headers['if-none-match'], etag))
      return { status: 304, headers: common, body: Buffer.alloc(0) }
    return {
      status: 200,
      headers: encoding === 'identity' ? common : { ...common, 'content-encoding': encoding },
      body: file.bodies[encoding] ?? file.bodies.identity,
    }
  }
}

function readStaticFile(path: string, type: string, isHashed: boolean): StaticFile {
  const identity = readFileSync(path)
  const br = readIfThere(`${path}.br`)
  const gzip = readIfThere(`${path}.gz`)
  return {
    etag: digestOf(identity),
    bodies: { identity, ...(br && { br }), ...(gzip && { gzip }) },
    headers: {
      'content-type': type,
      'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      ...((br ?? gzip) ? { vary: 'Accept-Encoding' } : {}),
      ...(type === MEDIA_TYPES['.svg'] ? { 'content-security-policy': SVG_POLICY } : {}),
    },
  }
}

function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch {
    return null
  }
}
