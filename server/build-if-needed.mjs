// Builds before a command that needs the build, when there is none or a source is newer. Plain JavaScript,
// because it runs before anything is compiled. Where only production packages are installed there is nothing
// to build with, and the build that was shipped is used.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

// The first file a build writes. Compiling the server alone does not write it.
const STAMP = 'build/server/index.js'
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
  // A directory is as new as the last entry added to it or removed from it.
  const inside = stats.isDirectory() ? readdirSync(path).map((name) => newest(join(path, name))) : []
  return Math.max(stats.mtimeMs, ...inside)
}

const isBuilt = existsSync(STAMP) && existsSync('build/node/main.js')
const isOld = () => Math.max(...SOURCES.filter(existsSync).map(newest)) > statSync(STAMP).mtimeMs
const isStale = isBuilt && isOld()
if (!isBuilt || (isStale && existsSync('node_modules/.bin/remix'))) {
  process.stderr.write('Building…\n')
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    stdio: ['ignore', 2, 2],
    // A test runner sets NODE_ENV to test: React's development build would be bundled, and served afterwards.
    env: { ...process.env, NODE_ENV: 'production' },
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(status ?? 1)
}
