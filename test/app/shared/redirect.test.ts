import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { redirect, seeOther } from '../../../app/shared/remix.server.ts'

const SOURCES = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(tsx?|js)$/.test(file))
  .map((file) => [file, readFileSync(`app/${file}`, 'utf8')] as const)

/** The files whose source matches a pattern. */
const filesWith = (pattern: RegExp) => SOURCES.filter(([, text]) => pattern.test(text)).map(([file]) => file)

test('redirects lead to paths of ours alone', () => {
  expect(seeOther('/painel?feito=sim').headers.get('Location')).toBe('/painel?feito=sim')
  for (const path of ['//elsewhere.test', '/\\elsewhere.test', '\\\\elsewhere.test', '/\t/elsewhere.test'])
    expect(() => redirect(path), path).toThrow('not a path of ours')
  for (const path of ['https://elsewhere.test', 'javascript:alert(1)', 'elsewhere', ''])
    expect(() => redirect(path), path).toThrow('not a path of ours')
})

test('every redirect is made there, and none from the address that was asked', () => {
  expect(filesWith(/\bredirect(?:Document)?\b[^'"]*from '@remix-run/)).toEqual(['shared/remix.server.ts'])
  expect(filesWith(/\bLocation['"]?:\s/)).toEqual([])
  expect(filesWith(/(?:redirect|seeOther)\([^)\n]*\b(?:pathname|request\.url|url\.href)\b/)).toEqual([])
})

test('no page navigates by a router, and none runs in browsers', () => {
  const navigation =
    /\b(?:useNavigate|useSubmit|useFetcher|useFetchers|useHref|NavLink|HydratedRouter|RemixBrowser|hydrateRoot)\b|<(?:Link|Form|Scripts)\b/
  expect(filesWith(navigation)).toEqual([])
  const entry = readFileSync('app/entry.client.ts', 'utf8')
  expect(entry).not.toMatch(/from '(?:react|@remix-run)/)
})

test('the advisories decision 0048 tells of are those the audit knows', () => {
  const idsIn = (file: string) =>
    [...readFileSync(file, 'utf8').matchAll(/GHSA(?:-\w{4}){3}/g)].map(String).sort()
  expect(idsIn('.ci/audit.mjs')).toEqual(idsIn('docs/decisions/0048-advisories-that-reach-us.md'))
})
