import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { proxyPages } from '../server/http/error-page.ts'

const pages = proxyPages()

test('the pages of the proxies are those the build makes, whole, and none other lies there', () => {
  expect(readdirSync('deploy/proxy').map((name) => `deploy/proxy/${name}`)).toEqual(Object.keys(pages).sort())
  for (const [path, page] of Object.entries(pages)) expect(readFileSync(path, 'utf8'), path).toBe(page)
})

test('the examples of proxies show each of them', () => {
  const examples = ['deploy/Caddyfile', 'deploy/nginx.conf'].map((path) => readFileSync(path, 'utf8')).join()
  for (const path of Object.keys(pages)) expect(examples).toContain(/[^/]+(?=\.html$)/.exec(path)?.[0])
})

test('the pages of the proxies need nothing of a server that is away', () => {
  for (const page of Object.values(pages)) {
    expect(page).toContain('<html lang="pt-BR">')
    expect(page.match(/ (?:src|href)="[^"]+"|<script|url\(/g)).toBeNull()
  }
})
