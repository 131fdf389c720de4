import { expect, test } from 'vitest'
import { anAutor, anEmpresa, HOLD_MS } from '../../support/factories.ts'
import { MARIA, used } from '../../support/cadastro.ts'
import { readAction, readAlert, readField, readText } from '../../support/html.ts'
import { startApp, type Browser, type TestApp } from '../../support/remix.ts'

const FORM = '/cadastro?empresaid=acme'

async function withMesa(icredencial = 10) {
  const app = await startApp()
  app.store.put('empresas', anEmpresa({ empresaid: 'acme', nome: 'Fazenda Acme', icredencial }))
  return app
}

async function told(browser: Browser, path: string) {
  const response = await browser.get(path)
  const html = await response.text()
  return { status: response.status, location: response.headers.get('location'), html, text: readText(html) }
}

const stored = (app: TestApp) => [app.store.count('credenciais'), app.store.count('reservas'), used(app)]

test('a claim leads to the form by an address that names the company, and the form posts to it', async () => {
  const app = await withMesa()
  const browser = app.browser()
  const claim = await browser.post('/acme')
  expect([claim.status, claim.headers.get('location')]).toEqual([303, FORM])
  const form = await told(browser, FORM)
  expect(form.text).toContain('Convite de Fazenda Acme')
  expect(readAction(form.html)).toBe(FORM)
  expect((await browser.post(FORM, MARIA)).status).toBe(303)
  expect(stored(app)).toEqual([1, 1, 1])
})

test('another browser reads the form by that address, looks spend nothing, and its post takes an invitation of the company', async () => {
  const app = await withMesa()
  await app.browser().post('/acme')
  const other = app.browser()
  for (let n = 0; n < 3; n++) {
    const form = await told(other, FORM)
    expect([form.status, readAction(form.html)]).toEqual([200, FORM])
    expect(form.text).toContain('Convite de Fazenda Acme')
  }
  expect(stored(app)).toEqual([0, 1, 1])
  expect((await other.post(FORM, MARIA)).headers.get('location')).toBe('/')
  expect(stored(app)).toEqual([1, 2, 2])
  const usada = app.store.all('reservas').find(({ estado }) => estado === 'usada')
  expect(usada).toMatchObject({ empresaid: 'acme', credencialid: app.store.ids('credenciais')[0] })
  // The hold of the browser that took the first one ends as any hold does.
  app.advance(HOLD_MS)
  expect((await told(app.browser(), '/acme')).text).toContain('VOCÊ TEM 9 CONVITE(S)')
})

test('a browser that keeps no cookies registers for the company', async () => {
  const app = await withMesa()
  const claim = await app.browser().post('/acme')
  const address = claim.headers.get('location') ?? ''
  const form = await told(app.browser(), address)
  expect((await app.browser().post(readAction(form.html), MARIA)).status).toBe(303)
  expect(app.store.all('reservas').filter(({ estado }) => estado === 'usada')).toHaveLength(1)
})

test('by that address LIMITE ATINGIDO, a closed link and the pace of an address refuse as on the company’s page, and what was typed stays', async () => {
  const app = await withMesa(12)
  const typed = async (status: number, says: string) => {
    const response = await app.browser().post(FORM, MARIA)
    const html = await response.text()
    expect(response.status).toBe(status)
    expect(readText(html)).toContain(says)
    expect(readField(html, 'nome')).toBe('Maria da Silva')
    expect(readAction(html)).toBe(FORM)
  }
  for (let n = 0; n < 10; n++)
    expect((await app.browser().post(FORM, { ...MARIA, telefone: `1198765430${n}` })).status).toBe(303)
  await typed(429, 'foram pedidos agora pela mesma internet')
  await app.services.mesas.setFechada('acme', true, anAutor())
  await typed(409, 'os convites de Fazenda Acme são pessoais')
  expect((await told(app.browser(), FORM)).text).toContain('Os convites desta mesa são pessoais')
  await app.services.mesas.setFechada('acme', false, anAutor())
  app.store.change('empresas', 'acme', { icredencial: 10 })
  await typed(409, 'LIMITE ATINGIDO')
  expect(stored(app)).toEqual([10, 10, 10])
})

test('/cadastro without a name leads a browser with a live hold to the address that names it, and is public otherwise', async () => {
  const app = await withMesa()
  const browser = app.browser()
  await browser.get('/acme')
  expect(readAction((await told(browser, '/cadastro')).html)).toBe('/cadastro')
  await browser.post('/acme')
  expect(await told(browser, '/cadastro')).toMatchObject({ status: 303, location: FORM })
  app.advance(HOLD_MS)
  expect(readAction((await told(browser, '/cadastro')).html)).toBe('/cadastro')
})

test('an address of the form that names no company there is, or none that can be, is the 404 page', async () => {
  const app = await withMesa()
  for (const empresaid of ['outra', '', 'a%20b', 'cadastro', '%2F%2Fevil.example'])
    expect((await told(app.browser(), `/cadastro?empresaid=${empresaid}`)).status, empresaid).toBe(404)
})

test('its end and its capitals are nothing to the address of the form', async () => {
  const app = await withMesa()
  for (const empresaid of ['acme.', 'ACME', 'Acme%20', 'acme)%E2%80%8B'])
    expect(await told(app.browser(), `/cadastro?empresaid=${empresaid}`), empresaid).toMatchObject({
      status: 302,
      location: FORM,
    })
})

test('the form says until when the invitation is held, with its day where that is another', async () => {
  const app = await withMesa()
  const browser = app.browser()
  await browser.post('/acme')
  expect((await told(browser, FORM)).text).toContain('reservado neste aparelho até 12h30.')
  expect((await told(app.browser(), FORM)).text).not.toContain('reservado neste aparelho')
  app.advance(11.75 * 3_600_000)
  await browser.post('/acme')
  expect((await told(browser, FORM)).text).toContain('reservado neste aparelho até 2 de setembro, 0h15.')
})

test('a hold that ended at a company that is full by now reads what is left to do, and no form to go round in', async () => {
  const app = await withMesa(1)
  const late = app.browser()
  await late.post('/acme')
  app.advance(HOLD_MS)
  expect((await app.browser().post(FORM, MARIA)).status).toBe(303)
  const { status, html, text } = await told(late, FORM)
  expect(status).toBe(200)
  expect(text).toContain('Todos os convites de Fazenda Acme já foram usados ou estão reservados')
  expect(text).toContain('A reserva deste aparelho terminou')
  expect(text).toContain('Fale com quem convidou você')
  expect(text).toContain('Fale com a organização')
  expect(html).not.toContain('id="nome"')
  expect(html).toContain(`href="${FORM}"`)
  expect((await told(app.browser(), FORM)).text).not.toContain('A reserva deste aparelho terminou')
  const refused = await late.post(FORM, { ...MARIA, nome: 'Outra Pessoa' })
  const page = await refused.text()
  expect([refused.status, readAlert(page)]).toEqual([409, 'LIMITE ATINGIDO'])
  expect(readText(page)).toContain('Fale com quem convidou você')
  expect(readText(page)).toContain('Fale com a organização')
})

test('the company’s page says to a browser that holds an invitation that it does, until when, and where the form is', async () => {
  const app = await withMesa(1)
  const [holder, other] = [app.browser(), app.browser()]
  await other.get('/acme')
  await holder.post('/acme')
  const page = await told(holder, '/acme')
  expect(page.text).toContain('Um convite está reservado neste aparelho até 12h30.')
  expect(page.html).toMatch(/<a[^>]*href="\/cadastro\?empresaid=acme"[^>]*>Continuar o cadastro<\/a>/)
  expect((await told(other, '/acme')).text).not.toContain('reservado neste aparelho')
  await app.services.mesas.setFechada('acme', true, anAutor())
  expect((await told(holder, '/acme')).html).toContain('>Continuar o cadastro</a>')
  expect((await told(other, '/acme')).html).not.toContain('/cadastro')
  await holder.post(FORM, MARIA)
  expect((await told(holder, '/acme')).text).not.toContain('reservado neste aparelho')
})

test('who is refused a hold for those of the same internet is led to the form of this company', async () => {
  const app = await withMesa(30)
  for (let n = 0; n < 10; n++) await app.browser().post('/acme')
  const refused = await app.browser().post('/acme')
  expect(refused.status).toBe(429)
  expect(await refused.text()).not.toContain('href="/cadastro"')
})
