import { expect, test } from 'vitest'
import { anAutor, anEmpresa } from '../../support/factories.ts'
import { anEvento } from '../../support/temporary.ts'
import { linksOf, readAlert, readText } from '../../support/html.ts'
import { startApp, type Browser, type TestApp } from '../../support/remix.ts'
import { down, otherwise } from '../../support/stored.ts'

const CONVIDADO = { nome: 'Ana Lima', telefone: '11987654321', email: '' }

const page = async (browser: Browser, headers?: Record<string, string>) =>
  (await browser.get('/', headers)).text()
const pathOf = (app: TestApp, at: number) =>
  `/c/${app.services.tokenOf(app.store.ids('credenciais').at(at) ?? '', 0)}`
const dialogOf = (html: string) => /<dialog.*<\/dialog>/s.exec(html)?.[0] ?? ''

test('who registers one person after another sends each theirs, at the number just typed', async () => {
  const app = await startApp()
  app.store.put('empresas', anEmpresa({ empresaid: 'acme' }))
  const secretaria = app.browser()
  const after = async (nome: string, telefone: string) => {
    await secretaria.post('/acme')
    await secretaria.post('/cadastro', { nome, telefone, email: '', empresaid: 'acme' })
    return secretaria.body('/')
  }
  expect(await after('Ana Lima', '65987655432')).not.toContain('Enviar para')
  const html = await after('Rui Reis', '65987650000')
  const [, href = ''] =
    /href="(https:\/\/wa\.me\/5565987650000\?[^"]*)"[^>]*>Enviar para Rui</.exec(html) ?? []
  expect(new URL(href).searchParams.get('text')).toMatch(
    /^Rui, sua credencial.*https:\/\/convite\.test\/c\//s,
  )
  expect(await secretaria.body('/')).not.toContain('Enviar para')
})

test('the alert offers Ver minha credencial, and for a table holder Cadastrar outro convidado', async () => {
  const app = await startApp()
  app.store.put('empresas', anEmpresa({ empresaid: 'acme' }))
  const convidado = app.browser()
  await convidado.post('/cadastro', CONVIDADO)
  const alone = dialogOf(await page(convidado))
  expect(linksOf(alone)).toEqual([[pathOf(app, 0), 'Ver minha credencial']])
  expect(alone).not.toContain('Cadastrar outro convidado')

  const invited = app.browser()
  await invited.post('/acme')
  await invited.post('/cadastro', { ...CONVIDADO, nome: 'Rui Braga', empresaid: 'acme' })
  const both = dialogOf(await page(invited))
  expect(linksOf(both)).toEqual([[pathOf(app, 1), 'Ver minha credencial']])
  expect(both).toMatch(/href="\/acme"[^>]*>Cadastrar outro convidado</)
  expect((await app.browser().get(pathOf(app, 1))).status).toBe(200)
})

test('the alert says whose place is kept, the credencial first and OK after it, and only to a browser that may see it', async () => {
  const app = await startApp()
  const browser = app.browser()
  await browser.post('/cadastro', { ...CONVIDADO, nome: 'dr. josé lima' })
  expect(readText(dialogOf(await page(browser)))).toBe(
    'CADASTRO CONFIRMADO COM SUCESSO! JOSÉ, seu lugar está guardado. Ver minha credencial OK Encaminhar o convite',
  )
  for (const nome of ['Ana', 'Bia', 'Caio', 'Davi', 'Eva', 'Fred'])
    await browser.post('/cadastro', { ...CONVIDADO, nome })
  await browser.post('/cadastro', { ...CONVIDADO, nome: 'Dr. José Lima' })
  expect(readText(dialogOf(await page(browser)))).toContain('JOSÉ, seu lugar está guardado.')
  app.advance(16 * 60_000)
  const other = app.browser()
  await other.post('/cadastro', { ...CONVIDADO, nome: 'Dr. José Lima' })
  expect(readText(dialogOf(await page(other)))).toBe('CADASTRO CONFIRMADO COM SUCESSO! OK')
})

test('who withdrew, and who looks when the event does not take place, is not told to be confirmed', async () => {
  const app = await startApp()
  const browser = app.browser()
  await browser.post('/cadastro', CONVIDADO)
  await browser.get('/')
  expect(readText(await page(browser))).toContain('VOCÊ ESTÁ CONFIRMADO · Ver credencial')
  await browser.post(`${pathOf(app, 0)}/presenca`, { ato: 'desistir' })
  const withdrawn = readText(await page(browser))
  expect(withdrawn).not.toContain('ESTÁ CONFIRMADO')
  expect(withdrawn).toContain('Ver minha credencial')
})

test('the alert of a browser with several credentials leads to the one just registered', async () => {
  const app = await startApp()
  const browser = app.browser()
  await browser.post('/cadastro', CONVIDADO)
  await browser.post('/cadastro', { ...CONVIDADO, nome: 'Rui Braga' })
  expect(linksOf(dialogOf(await page(browser)))).toEqual([[pathOf(app, 1), 'Ver minha credencial']])
  await browser.post('/cadastro', CONVIDADO)
  expect(linksOf(dialogOf(await page(browser)))).toEqual([[pathOf(app, 0), 'Ver minha credencial']])
})

test('a repeat older than 15 minutes from another browser gets the alert, and behind it when, where and whom to ask', async () => {
  const app = await startApp()
  await app.browser().post('/cadastro', CONVIDADO)
  app.advance(16 * 60_000)
  const other = app.browser()
  await other.post('/cadastro', CONVIDADO)
  const response = await other.get('/')
  const html = await response.text()
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(readAlert(html)).toBe('CADASTRO CONFIRMADO COM SUCESSO!')
  expect(html).not.toContain('/c/')
  expect(html).not.toMatch(/ANA LIMA|4321/)
  expect(html).toContain('<title>Você já está confirmado</title>')
  const { contato } = app.services.config.evento
  expect(readText(html)).toContain(
    'VOCÊ JÁ ESTÁ CONFIRMADO quinta-feira, 16 de setembro 19h30 Auditório do Parque de Exposições ' +
      'Seu lugar está guardado. Não é preciso se cadastrar de novo. ' +
      'A credencial abre no aparelho em que você se cadastrou. ' +
      `Perdeu a credencial, ou trocou de aparelho? Peça à organização: Sociedade Rural do Vale Dourado ${contato} ` +
      'Pedir por e-mail Voltar ao convite',
  )
  const mail = new URL(/href="(mailto:[^"]*subject[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '')
  expect([mail.pathname, mail.searchParams.get('subject')]).toEqual([
    contato,
    'Minha credencial: Palestra comemorativa dos 80 anos',
  ])
  expect(mail.href).not.toMatch(/\+|ANA|4321/)
  // Only once: reloaded, the page is the invitation, with a link to the message.
  const again = await page(other)
  expect(readText(again)).not.toContain('CONFIRMADO')
  expect(again).toMatch(/<a href="\/minhas">JÁ ME CADASTREI<\/a>/)
  expect(again).toMatch(/<a[^>]*href="\/cadastro"[^>]*><picture>/)
})

test('of companies a repeat names the one whose link it came by, and never the one that pays', async () => {
  const app = await startApp()
  for (const [empresaid, nome] of [
    ['acme', 'Fazenda Acme'],
    ['vale', 'Cooperativa do Vale'],
  ] as const)
    app.store.put('empresas', anEmpresa({ empresaid, nome }))
  await app.browser().post('/cadastro', { ...CONVIDADO, empresaid: 'acme' })
  app.advance(16 * 60_000)
  const repeatBy = async (empresaid?: string) => {
    const other = app.browser()
    if (empresaid !== undefined) await other.post(`/${empresaid}`)
    await other.post('/cadastro', { ...CONVIDADO, ...(empresaid !== undefined && { empresaid }) })
    return readText(await page(other))
  }
  expect(await repeatBy()).not.toMatch(/Acme|Vale(?! Dourado)/)
  expect(await repeatBy('vale')).toMatch(/Convite de Cooperativa do Vale VOCÊ JÁ ESTÁ CONFIRMADO/)
  expect(await repeatBy('vale')).not.toContain('Acme')
  expect(await repeatBy('acme')).toMatch(/Convite de Fazenda Acme VOCÊ JÁ ESTÁ CONFIRMADO/)
})

test('while storage does not tell the company a repeat is told all the same, without it', async () => {
  let isDown = false
  const app = await startApp(
    otherwise('empresas', (own) => ({
      find: (...asked) => (isDown ? down() : own.find(...asked)),
    })),
  )
  app.store.put('empresas', anEmpresa({ empresaid: 'acme', nome: 'Fazenda Acme' }))
  await app.browser().post('/cadastro', CONVIDADO)
  const paid = app.browser()
  await paid.post('/cadastro', { ...CONVIDADO, empresaid: 'acme' })
  app.advance(16 * 60_000)
  const other = app.browser()
  await other.post('/cadastro', { ...CONVIDADO, empresaid: 'acme' })
  isDown = true
  const text = readText(await page(other))
  expect(text).toContain('Palestra comemorativa dos 80 anos VOCÊ JÁ ESTÁ CONFIRMADO')
})

const repeatWith = async (contato: string) => {
  const app = await startApp(undefined, { EVENTO: anEvento({ contato }) })
  await app.browser().post('/cadastro', CONVIDADO)
  app.advance(16 * 60_000)
  const other = app.browser()
  await other.post('/cadastro', CONVIDADO)
  return page(other)
}

test('where the organisation is reached by WhatsApp a repeat asks for the credencial there, naming nobody', async () => {
  const html = await repeatWith('(65) 99900-1947')
  expect(readText(html)).toContain(
    'Sociedade Rural do Vale Dourado (65) 99900-1947 Pedir pelo WhatsApp Voltar ao convite',
  )
  expect(html).not.toContain('mailto:')
  const asking = new URL(/href="(https:[^"]*)"/.exec(html)?.[1] ?? '')
  expect(asking.origin + asking.pathname).toBe('https://wa.me/5565999001947')
  expect(asking.searchParams.get('text')).toContain('preciso da minha credencial')
  expect(asking.href).not.toMatch(/\+|ANA|4321/)
})

test('where the organisation is reached otherwise, how stands there and no button promises one', async () => {
  const html = await repeatWith('na secretaria, de manhã')
  expect(readText(html)).toContain(
    'Sociedade Rural do Vale Dourado na secretaria, de manhã Voltar ao convite',
  )
  expect(html).not.toMatch(/mailto:|wa\.me/)
})

test('a browser that came by a company’s link and registered nobody finds JÁ ME CADASTREI over the invitation', async () => {
  const app = await startApp()
  app.store.put('empresas', anEmpresa({ empresaid: 'acme' }))
  const other = app.browser()
  await other.get('/acme')
  const response = await other.get('/')
  const html = await response.text()
  expect(response.headers.get('Cache-Control')).toBe('private, no-cache')
  expect(html).toMatch(/<a href="\/minhas">JÁ ME CADASTREI<\/a>/)
  expect(html.match(/<img/g)).toHaveLength(1)
  await other.post('/cadastro', CONVIDADO)
  await other.get('/')
  expect(await page(other)).not.toContain('JÁ ME CADASTREI')
  expect(await page(app.browser())).not.toContain('JÁ ME CADASTREI')
})

test('a browser that registered one guest keeps a link to the credencial, and nobody keeps that page', async () => {
  const app = await startApp()
  const browser = app.browser()
  await browser.post('/cadastro', CONVIDADO)
  await browser.get('/')
  const response = await browser.get('/')
  const html = await response.text()
  expect(readAlert(html)).toBeNull()
  expect(linksOf(html)).toEqual([[pathOf(app, 0), 'VOCÊ ESTÁ CONFIRMADO · Ver credencial']])
  expect(html).not.toContain('ANA LIMA')
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(html.match(/<img/g)).toHaveLength(1)
  expect(html).toMatch(/<a[^>]*href="\/cadastro"[^>]*><picture>.*<\/picture><\/a>/)
})

test('a browser that registered several has a link to each by name, and none to those removed since', async () => {
  const app = await startApp()
  const browser = app.browser()
  for (const nome of ['Ana Lima', 'Rui Braga', 'Bia B', 'João Só']) {
    await browser.post('/cadastro', { ...CONVIDADO, nome })
  }
  await browser.get('/')
  await app.services.credenciais.remove(app.store.ids('credenciais')[1] ?? '', false, anAutor())
  expect(linksOf(await page(browser))).toEqual([
    [pathOf(app, 0), 'CREDENCIAL DE ANA LIMA'],
    [pathOf(app, 1), 'CREDENCIAL DE BIA B'],
    [pathOf(app, 2), 'CREDENCIAL DE JOÃO SÓ'],
  ])
})

test('a browser all of whose credentials were removed sees the invitation as everybody else', async () => {
  const app = await startApp()
  const plain = await page(app.browser())
  const browser = app.browser()
  await browser.post('/cadastro', CONVIDADO)
  await browser.get('/')
  await app.services.credenciais.remove(app.store.ids('credenciais')[0] ?? '', false, anAutor())
  const response = await browser.get('/')
  expect(await response.text()).toBe(plain)
  expect(response.headers.get('Cache-Control')).toBe('private, no-cache')
})

test('without a cookie storage is not asked, nothing is set and no link is there', async () => {
  let asked = 0
  const app = await startApp(
    otherwise('credenciais', () => ({
      findById: async () => {
        asked++
        return null
      },
    })),
  )
  const response = await app.browser().get('/')
  expect(await response.text()).not.toMatch(/<nav|\/c\//)
  expect(response.headers.get('Set-Cookie')).toBeNull()
  expect(response.headers.get('Cache-Control')).toBe('private, no-cache')
  expect(asked).toBe(0)
})

test('a prefetch shows the links and leaves the alert for the visit', async () => {
  const app = await startApp()
  const browser = app.browser()
  await browser.post('/cadastro', CONVIDADO)
  const ahead = await browser.get('/', { 'Sec-Purpose': 'prefetch;prerender' })
  expect(ahead.headers.get('Set-Cookie')).toBeNull()
  const html = await ahead.text()
  expect(readAlert(html)).toBeNull()
  expect(linksOf(html)).toHaveLength(1)
  expect(readAlert(await page(browser))).not.toBeNull()
})

test('while storage does not answer the invitation and the alert are shown all the same', async () => {
  let isDown = false
  const app = await startApp(
    otherwise('credenciais', (own) => ({
      findById: (id: string) => (isDown ? down() : own.findById(id)),
    })),
  )
  const browser = app.browser()
  await browser.post('/cadastro', CONVIDADO)
  isDown = true
  const first = await browser.get('/')
  expect(first.status).toBe(200)
  expect(linksOf(await first.text())).toEqual([[pathOf(app, 0), 'Ver minha credencial']])
  const second = await browser.get('/')
  expect([second.status, linksOf(await second.text())]).toEqual([200, []])
  expect(app.logged()).toContain('credentials of a browser could not be read')
})

test('an alert flashed by an earlier release, without a credencial, is shown', async () => {
  const app = await startApp()
  const { commitSession, readSession } = await import('../../../app/shared/session.server.ts')
  const session = await readSession(new Request('https://convite.test'), app.services)
  session.flash('confirmado', { empresaid: null })
  const [cookie = ''] = (await commitSession(session, app.services)).split(';', 1)
  const html = await page(app.browser(), { Cookie: cookie })
  expect(readAlert(html)).not.toBeNull()
  expect(html).not.toContain('Ver minha credencial')
})

test('once registrations are closed the invitation asks nobody to confirm any more', async () => {
  const app = await startApp()
  const read = async () => app.browser().body('/')
  const drawnOf = (html: string) => /<img[^>]* src="(data:[^"]+)"/.exec(html)?.[1]
  const open = await read()
  expect(open).toContain('Toque para confirmar sua presença.')
  app.advance(app.services.closesAt - app.services.now())
  const closed = await read()
  expect(closed).not.toContain('confirmar sua presença')
  expect(closed).toContain('As inscrições estão encerradas.')
  expect(drawnOf(closed)).toBeDefined()
  expect(drawnOf(closed)).not.toBe(drawnOf(open))
})
