import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('every proof has its row in docs/provas.md, and says there what it does', () => {
  const [, listed = ''] =
    /PROVAS: Record<string, Prova> = \{(.*?)\n\}/s.exec(readFileSync('lab/provas/run.ts', 'utf8')) ?? []
  const names = Array.from(listed.matchAll(/^ {2}'?([a-z-]+)/gm), ([, name]) => name)
  expect(names.length).toBeGreaterThan(20)
  const [table = '', told = ''] = readFileSync('docs/provas.md', 'utf8').split('## What each does')
  expect(names.filter((name) => !table.includes(`\n| \`${name}\` `))).toEqual([])
  expect(names.filter((name) => !told.includes(`\`${name}\`:`))).toEqual([])
})
