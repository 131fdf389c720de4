import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { guideOf } from '../../../vite.guia.config.ts'
import { readText } from '../../support/html.ts'
import { openEquipe } from '../../support/equipe.ts'
import { startApp } from '../../support/remix.ts'

async function open(path: string) {
  const app = await startApp()
  const browser = await openEquipe(app)
  const response = await browser.get(path)
  const html = await response.text()
  return { status: response.status, html, text: readText(html) }
}

test('the organiser’s guide is a page of the board: its parts, its text and its pictures', async () => {
  const { status, html, text } = await open('/painel/ajuda')
  expect(status).toBe(200)
  expect(text).toContain('Guia do organizador')
  for (const [, id = '', nome = ''] of html.matchAll(/<a href="#([\w-]+)">([^<]*)<\/a>/g))
    if (id !== 'conteudo') expect(html).toContain(`<h2 id="${id}">${nome}</h2>`)
  const guide = readFileSync('docs/guia-do-organizador.md', 'utf8')
  const pictures = [...guide.matchAll(/!\[([^\]]*)\]\(guia\/([\w-]+)\.png\)/g)]
  expect(pictures.length).toBeGreaterThan(8)
  for (const [, alt, nome] of pictures)
    expect(html).toMatch(
      new RegExp(`<img src="/[^"]*${nome}[^"]*" alt="${alt}" width="\\d+" height="\\d+" loading="lazy"`),
    )
  expect(html).toContain('href="/painel/ajuda/porta"')
  expect(html).not.toMatch(/href="[^"]*\.md"|PICTURE_/)
})

test('the door’s guide is another, and neither asks for a terminal', async () => {
  const porta = await open('/painel/ajuda/porta')
  expect([porta.status, porta.text.includes('A porta: a noite passo a passo')]).toEqual([200, true])
  const { text } = await open('/painel/ajuda')
  for (const guide of [text, porta.text]) expect(guide).not.toMatch(/npm |terminal|linha de comando/i)
})

test('a guide that links to what the board has no page of is not built', () => {
  expect(() => guideOf('docs/x.md', '# X\n\n[y](producao.md)')).toThrow(
    'docs/x.md: producao.md is no page of the board',
  )
})
