import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { aDirectory } from '../support/temporary.ts'

/** A project built a minute ago, whose `npm` builds nothing and notes what for. */
function aBuiltProject(): string {
  const directory = aDirectory()
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), text)
  }
  write('evento.json', '1')
  write('outro.json', '2')
  write('app/root.tsx', '')
  write('bin/npm', '#!/bin/sh\necho "$NODE_ENV" > built-for\n')
  chmodSync(join(directory, 'bin/npm'), 0o755)
  write('node_modules/.bin/remix', '')
  write('build/node/main.js', '')
  write('build/server/index.js', '')
  const past = new Date(Date.now() - 60_000)
  for (const path of ['evento.json', 'outro.json', 'app/root.tsx', 'app']) {
    utimesSync(join(directory, path), past, past)
  }
  cpSync(join(directory, 'evento.json'), join(directory, 'build/evento.json'))
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

test('a build keeps the description of the event it was drawn from', () => {
  expect(readFileSync('build/evento.json', 'utf8')).toBe(readFileSync('evento.json', 'utf8'))
})

test('nothing is rebuilt while the sources are older and the event is the one drawn', () => {
  const directory = aBuiltProject()
  expect(isBuiltAnew(directory)).toBe(false)
  expect(isBuiltAnew(directory, { EVENTO: '' })).toBe(false)
  writeFileSync(join(directory, 'app/root.tsx'), '')
  const future = new Date(Date.now() + 60_000)
  utimesSync(join(directory, 'app/root.tsx'), future, future)
  expect(isBuiltAnew(directory)).toBe(true)
})

test('another event is rebuilt, however old its description, and so is one nobody knows', () => {
  const directory = aBuiltProject()
  expect(isBuiltAnew(directory, { EVENTO: 'outro.json' })).toBe(true)
  rmSync(join(directory, 'build/evento.json'))
  expect(isBuiltAnew(directory)).toBe(true)
})

test('what is built is what production runs, under a test runner too', () => {
  const directory = aBuiltProject()
  expect(isBuiltAnew(directory, { EVENTO: 'outro.json', NODE_ENV: 'test' })).toBe(true)
  expect(readFileSync(join(directory, 'built-for'), 'utf8')).toBe('production\n')
})

test('the sample event, once it is past, is redrawn where a demonstration shows it a year later', () => {
  const directory = aBuiltProject()
  const sample = join(directory, 'build/exemplo.json')
  const endsIn = (ms: number) =>
    writeFileSync(sample, JSON.stringify({ fim: new Date(Date.now() + ms).toISOString() }))
  endsIn(60_000)
  expect(isBuiltAnew(directory)).toBe(false)
  endsIn(-60_000)
  expect(isBuiltAnew(directory)).toBe(true)
  expect(isBuiltAnew(directory, { SESSION_SECRET: 's'.repeat(32) })).toBe(false)
  expect(isBuiltAnew(directory, { EVENTO: 'evento.json' })).toBe(false)
})
