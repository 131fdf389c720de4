// Builds before a command that needs the build, when there is none or a source is newer. Plain JavaScript: it runs
// before anything is compiled. Where only production packages are installed there is nothing to build with, and the
// build that came along is used.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

if (existsSync('.env')) process.loadEnvFile()

const STAMP = 'build/node/main.js'
const SOURCES = [
  'app',
  process.env.EVENTO ?? 'evento.json',
  'server',
  'public',
  'package-lock.json',
  'remix.config.js',
  'vite.config.ts',
  'tsconfig.json',
  'tsconfig.server.json',
]

const newest = (path) => {
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))))
}

const isBuilt = existsSync(STAMP) && existsSync('build/server/index.js')
const isStale = isBuilt && Math.max(...SOURCES.filter(existsSync).map(newest)) > statSync(STAMP).mtimeMs
if (!isBuilt || (isStale && existsSync('node_modules/.bin/remix'))) {
  process.stderr.write('Building…\n')
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(status ?? 1)
}
