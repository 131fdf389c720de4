// Builds before a command that needs the build, when there is none, a source is newer, the event is another, or the
// sample event that was drawn is past, which a demonstration shows a year later from then on. Plain
// JavaScript: it runs before anything is compiled. Where only production packages are installed there is nothing to
// build with, and the build that came along is used.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

if (existsSync('.env')) process.loadEnvFile()

// The first thing a build writes: who compiles the server alone has not built.
const STAMP = 'build/server/index.js'
const EVENTO = process.env.EVENTO || 'evento.json'
// What vite.config.ts drew the invitation from. EVENTO may come to name an older file, so that times tell nothing.
const DRAWN = 'build/evento.json'
// How the sample event was drawn, where it was.
const SAMPLE = 'build/exemplo.json'
const SOURCES = [
  'app',
  'server',
  'docs',
  'public',
  'package-lock.json',
  'remix.config.js',
  'vite.config.ts',
  'vite.guia.config.ts',
  'vite.porta.config.ts',
  'tsconfig.json',
  'tsconfig.server.json',
]

const newest = (path) => {
  const stats = statSync(path)
  // A directory is as new as what was last put in or taken out.
  const inside = stats.isDirectory() ? readdirSync(path).map((name) => newest(join(path, name))) : []
  return Math.max(stats.mtimeMs, ...inside)
}

const isDrawn = () =>
  !existsSync(EVENTO) || (existsSync(DRAWN) && readFileSync(EVENTO).equals(readFileSync(DRAWN)))

// With EVENTO or SESSION_SECRET an event is shown as it is described, past or not.
const isPast = () =>
  !process.env.EVENTO &&
  !process.env.SESSION_SECRET &&
  existsSync(SAMPLE) &&
  Date.parse(JSON.parse(readFileSync(SAMPLE, 'utf8')).fim) <= Date.now()

const isBuilt = existsSync(STAMP) && existsSync('build/node/main.js')
const isOld = () => Math.max(...SOURCES.filter(existsSync).map(newest)) > statSync(STAMP).mtimeMs
const isStale = isBuilt && (isOld() || !isDrawn() || isPast())
if (!isBuilt || (isStale && existsSync('node_modules/.bin/remix'))) {
  process.stderr.write('Building…\n')
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    stdio: ['ignore', 2, 2],
    // A test runner sets NODE_ENV to test: React's development build would be built in, and served from then on.
    env: { ...process.env, NODE_ENV: 'production' },
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(status ?? 1)
}
