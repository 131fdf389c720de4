import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { aClaim, anEmpresa, aRegister } from '../../support/factories.ts'
import { startApp } from '../../support/remix.ts'

/** A page's Open Graph properties. */
const propertiesOf = (html: string) =>
  Object.fromEntries(
    Array.from(html.matchAll(/<meta property="([^"]*)" content="([^"]*)"/g), ([, name, value]) => [
      name,
      value,
    ]),
  ) as Record<string, string>

const withConvidado = async () => {
  const app = await startApp()
  app.store.put('empresas', anEmpresa({ empresaid: 'acme', nome: 'Fazenda Acme' }))
  await app.services.credenciais.register(aRegister({ claim: aClaim('acme') }))
  const [credencialid = ''] = app.store.ids('credenciais')
  return { app, credencial: `/c/${app.services.tokenOf(credencialid, 0)}` }
}

test('a link to any page shows the event in a message, with a picture by its absolute address', async () => {
  const { app, credencial } = await withConvidado()
  for (const path of ['/', '/acme', '/item', '/cadastro', credencial]) {
    const html = await app.browser().body(path)
    const properties = propertiesOf(html)
    expect(properties['og:image'], path).toMatch(/^https:\/\/convite\.test\/.*previa.*\.png$/)
    expect(properties, path).toMatchObject({
      'og:type': 'website',
      'og:locale': 'pt_BR',
      'og:title': 'Palestra comemorativa dos 80 anos · Sociedade Rural do Vale Dourado',
      'og:description':
        '“A terra, o tempo e o trabalho”. Quinta-feira, 16 de setembro de 2027, 19h30, Auditório do Parque de Exposições, Vale Dourado.',
      'og:image:type': 'image/png',
      'og:image:width': '1200',
      'og:image:height': '630',
    })
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image"/>')
  }
})

test('the preview of a forwarded credencial tells nobody whose it is', async () => {
  const { app, credencial } = await withConvidado()
  const html = await app.browser().body(credencial)
  const [convidado] = app.store.all('credenciais')
  const told = JSON.stringify(propertiesOf(html))
  expect(html).toContain(convidado?.nome)
  expect(told).not.toContain(convidado?.nome)
  expect(told).not.toContain('Acme')
  expect(told).not.toContain(credencial)
})

test('an error page has no preview', async () => {
  const html = await (await startApp()).browser().body('/nada/aqui')
  expect(html).not.toContain('og:')
})

/** The rules of the group that a robot must obey. */
function rulesFor(robot: string): string[] {
  const groups = readFileSync('public/robots.txt', 'utf8')
    .replace(/^#.*\n/gm, '')
    .trim()
    .split(/\n\n/)
  const group = groups.find((text) => text.includes(`User-agent: ${robot}\n`)) ?? groups.at(-1) ?? ''
  return group.split('\n').filter((line) => !line.startsWith('User-agent'))
}

test('robots that show links in messages may read every page, others the landing only', () => {
  for (const robot of [
    'facebookexternalhit',
    'WhatsApp',
    'Twitterbot',
    'TelegramBot',
    'LinkedInBot',
    'Slackbot',
  ]) {
    expect(rulesFor(robot), robot).toEqual(['Allow: /'])
  }
  expect(rulesFor('Googlebot')).toEqual(['Allow: /$', 'Allow: /assets/', 'Allow: /arte/', 'Disallow: /'])
})

test('every page but the landing asks not to be indexed', async () => {
  const { app, credencial } = await withConvidado()
  for (const path of ['/acme', '/item', '/cadastro', '/privacidade', credencial]) {
    expect(await app.browser().body(path), path).toContain('<meta name="robots" content="noindex"/>')
  }
})
