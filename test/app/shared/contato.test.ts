import { expect, test } from 'vitest'
import { startApp } from '../../support/remix.ts'
import { anEvento } from '../../support/temporary.ts'
import { readText } from '../../support/html.ts'

const noticeWith = async (contato: string) => {
  const app = await startApp(undefined, { EVENTO: anEvento({ contato }) })
  return app.browser().body('/privacidade')
}
const buttonsIn = (html: string) =>
  [...html.matchAll(/<a class="conversar" href="([^"]*)" rel="noreferrer">(.*?)<\/a>/g)].map(
    ([, href, text]) => `${href} ${text}`,
  )

test.each([
  ['65999001947', 'WhatsApp 65999001947'],
  ['(65) 99900-1947', 'WhatsApp (65) 99900-1947'],
  ['+55 65 99900-1947', 'WhatsApp +55 65 99900-1947'],
  ['065 9 9900 1947', 'WhatsApp 065 9 9900 1947'],
  ['WhatsApp (65) 99900-1947', '(65) 99900-1947'],
  ['Cida, 65 99900-1947, até as 18h', 'WhatsApp 65 99900-1947'],
])('the contact %s is a button that opens the organisation’s WhatsApp', async (contato, text) => {
  const html = await noticeWith(contato)
  expect(buttonsIn(html)).toEqual([`https://wa.me/5565999001947 ${text}`])
})

test('of two numbers each has its button, and a landline alone is one, too', async () => {
  expect(buttonsIn(await noticeWith('65 99900-1947 / 65 99812-3187'))).toHaveLength(2)
  expect(buttonsIn(await noticeWith('(65) 3222-1800'))).toEqual([
    'https://wa.me/556532221800 WhatsApp (65) 3222-1800',
  ])
})

test.each([
  'na secretaria, de manhã',
  'www.sociedaderural.example/11987654321',
  'eu@11987654321.example, de manhã',
  'Ana, telefone (65) 3222-1800',
  '65 3222-1800 ramal 12',
  '+351 912 345 678',
  '1234567890123456',
  '20 99900-1947',
])('the contact %s stands as it is', async (contato) => {
  const html = await noticeWith(contato)
  expect(readText(html)).toContain(contato)
  expect(html).not.toMatch(/wa\.me|mailto:/)
})

test('every page that names the contact has the button', async () => {
  const app = await startApp(undefined, { EVENTO: anEvento({ contato: '(65) 99900-1947' }) })
  const browser = app.browser()
  await browser.post('/cadastro', { nome: 'Ana Lima', telefone: '11987654321' })
  const html = await browser.body('/')
  const credencial = /href="(\/c\/[^"]*)"/.exec(html)?.[1] ?? ''
  const pages = ['/cadastro', '/privacidade', credencial, '/item', '/minhas', '/certificado', '/equipe']
  for (const path of pages) {
    const page = await app.browser().body(path)
    const named = page.replace(/<script[^]*?<\/script>/g, '').split('99900-1947').length - 1
    expect([path, page.split('href="https://wa.me/5565999001947').length - 1]).toEqual([path, named])
  }
})
