import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { aDirectory } from '../support/temporary.ts'

/** A project built a minute ago, whose `npm` builds nothing and records what it was asked. */
function aBuiltProject(): string {
  const directory = aDirectory()
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), text)
  }
  write('evento.json', '1')
  write('app/root.tsx', '')
  write('bin/npm', '#!/bin/sh\necho "$NODE_ENV" > built-for\n')
  chmodSync(join(directory, 'bin/npm'), 0o755)
  write('node_modules/.bin/remix', '')
  write('build/node/main.js', '')
  write('build/server/index.js', '')
  const past = new Date(Date.now() - 60_000)
  for (const path of ['app/root.tsx', 'app']) {
    utimesSync(join(directory, path), past, past)
  }
  return directory
}

function isBuiltAnew(directory: string, env: Record<string, string> = {}): boolean {
  const { status, stderr } = spawnSync(process.execPath, [resolve('server/build-if-needed.mjs')], {
    cwd: directory,
    env: { NODE_ENV: 'production', PATH: `${join(directory, 'bin')}${delimiter}${process.env.PATH}`, ...env },
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
  return stderr.includes('Building')
}

/** Changes a source, with a time a minute from now. */
function change(directory: string): void {
  const future = new Date(Date.now() + 60_000)
  utimesSync(join(directory, 'app/root.tsx'), future, future)
}

test('nothing is rebuilt while the sources are older, whatever the event', () => {
  const directory = aBuiltProject()
  expect(isBuiltAnew(directory)).toBe(false)
  writeFileSync(join(directory, 'evento.json'), '2')
  expect(isBuiltAnew(directory)).toBe(false)
  expect(isBuiltAnew(directory, { EVENTO: 'outro.json' })).toBe(false)
  change(directory)
  expect(isBuiltAnew(directory)).toBe(true)
})

test('what is built is what production runs, under a test runner too', () => {
  const directory = aBuiltProject()
  change(directory)
  expect(isBuiltAnew(directory, { NODE_ENV: 'test' })).toBe(true)
  expect(readFileSync(join(directory, 'built-for'), 'utf8')).toBe('production\n')
})
