import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import type { Recorded } from './record.ts'

const DIRECTORY = 'build/lab/bench/firebase'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/**
 * Builds the Firebase single-page app with Vite's own settings, and turns every file into an answer
 * compressed as well as brotli can. `/cadastro` is the page itself, as a rewrite on its host would serve it.
 */
export async function buildSpa(): Promise<Record<string, Recorded>> {
  await build({
    configFile: false,
    root: 'lab/bench/peers/firebase',
    logLevel: 'error',
    esbuild: { jsx: 'automatic' },
    build: { outDir: join(process.cwd(), DIRECTORY), emptyOutDir: true, target: 'es2022' },
  })
  const names = readdirSync(DIRECTORY, { recursive: true, encoding: 'utf8' }).filter((name) => extname(name))
  const answers = Object.fromEntries(
    names.map((name) => [`/${name.replaceAll('\\', '/')}`, answerOf(join(DIRECTORY, name))]),
  )
  const page = answers['/index.html']
  if (!page) throw new Error('the single-page app was not built')
  return { '/cadastro': page, ...answers }
}

function answerOf(path: string): Recorded {
  const body = brotliCompressSync(readFileSync(path))
  const headers = [
    ...['Content-Type', TYPES[extname(path)] ?? 'application/octet-stream'],
    ...['Content-Encoding', 'br', 'Vary', 'Accept-Encoding', 'Content-Length', String(body.length)],
    ...['Cache-Control', extname(path) === '.html' ? 'no-cache' : 'public, max-age=31536000, immutable'],
  ]
  return { headers, body: body.toString('base64') }
}
