import { expect, test } from 'vitest'
import { makeConvites } from '../../../server/use-cases/convites-pessoais.ts'
import { aMerge, anAutor, anEmpresa, aRegister } from '../../support/factories.ts'
import { readAction, readText } from '../../support/html.ts'
import { startApp, type TestApp } from '../../support/remix.ts'

const LUCIA = { nome: 'Lúcia Barreto', telefone: '11987654321', email: '' }
const RUI = { nome: 'Rui Lima', telefone: '11987650000', email: '' }

/** A company of three with an invitation for "Tia Lúcia". */
async function open(env: Record<string, string> = {}) {
  const app = await startApp(undefined, env)
  app.store.put('empresas', anEmpresa({ empresaid: 'acme', nome: 'Fazenda Acme', icredencial: 3 }))
  const request = { empresaid: 'acme', pedido: 'x', rotulos: 'Tia Lúcia' }
  const made = await makeConvites(app.services, request, anAutor())
  const codigo = made.kind === 'created' ? (made.codigos[0] ?? '') : ''
  return { app, codigo, path: `/acme/${codigo}` }
}

/** The address of an invitation's form. */
const formOf = (codigo: string) => `/cadastro?convite=${codigo}`

const licredencial = (app: TestApp) => app.store.get('empresas', 'acme')?.licredencial
const convidados = (app: TestApp) => app.store.count('credenciais')

async function told(app: TestApp, path: string, browser = app.browser()) {
  const response = await browser.get(path)
  return { status: response.status, text: readText(await response.text()), response }
}

test('it says whose table, for whom and until when, and any number of looks spend nothing', async () => {
  const { app, path, codigo } = await open()
  for (let n = 0; n < 3; n++) {
    const { status, text, response } = await told(app, path)
    expect(status).toBe(200)
    expect(text).toMatch(/Tia Lúcia , este convite é seu e vale para uma pessoa\. Mesa Fazenda Acme/)
    expect(text).toContain('Vale até o fim do evento.')
    expect(response.headers.get('cache-control')).toBe('no-store')
  }
  const html = await app.browser().body(path)
  expect(html).toContain(`href="/cadastro?convite=${codigo}"`)
  expect(html).toContain('og:image')
  expect(licredencial(app)).toBe(1)
})

test('the form says whose it is, and the registration pays with this invitation and no other', async () => {
  const { app, path, codigo } = await open()
  const browser = app.browser()
  const { text, response } = await told(app, formOf(codigo), browser)
  expect(text).toContain('Convite de Fazenda Acme para Tia Lúcia')
  expect(text).toContain('Quem cuida da mesa vê seu nome, se confirmou e se chegou.')
  expect(response.status).toBe(200)
  const sent = await browser.post('/cadastro', { ...LUCIA, convite: codigo })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/'])
  expect(licredencial(app)).toBe(1)
  const [reserva] = app.store.all('reservas')
  expect(reserva).toMatchObject({ estado: 'usada', credencialid: app.store.ids('credenciais')[0] })
  const landing = await browser.text('/')
  expect(landing).toContain('CADASTRO CONFIRMADO COM SUCESSO!')
  // This guest cannot give the rest of the table away.
  expect(landing).not.toContain('Cadastrar outro convidado')
  const again = await browser.get(path)
  expect(again.headers.get('location')).toMatch(/^\/c\//)
})

test('a form sent twice, or by two at once, registers one guest', async () => {
  const { app, codigo } = await open()
  const browser = app.browser()
  await browser.get('/cadastro')
  for (let n = 0; n < 2; n++)
    expect((await browser.post('/cadastro', { ...LUCIA, convite: codigo })).status).toBe(303)
  expect([convidados(app), licredencial(app)]).toEqual([1, 1])
  const { app: other, codigo: shared } = await open()
  const sent = await Promise.all(
    [LUCIA, RUI].map((convidado) => other.browser().post('/cadastro', { ...convidado, convite: shared })),
  )
  expect(sent.map(({ status }) => status).sort()).toEqual([303, 409])
  expect([convidados(other), licredencial(other)]).toEqual([1, 1])
})

test('the second visitor reads that it was used, and no name; what was typed stays', async () => {
  const { app, path, codigo } = await open()
  await app.browser().post('/cadastro', { ...LUCIA, convite: codigo })
  const { status, text } = await told(app, path)
  expect(status).toBe(200)
  expect(text).toContain('ESTE CONVITE JÁ FOI USADO')
  expect(text).toContain('Fale com a organização')
  expect(text).not.toMatch(/l[úu]cia|acme/i)
  const refused = await app.browser().post('/cadastro', { ...RUI, convite: codigo })
  expect(refused.status).toBe(409)
  const html = await refused.text()
  expect(html).toContain('value="Rui Lima"')
  expect(readText(html)).toContain('este convite já foi usado ou não vale mais')
  // Sent again from the page shown, it registers nobody either.
  expect(readAction(html)).toBe(formOf(codigo))
  const form = await app.browser().get(`/cadastro?convite=${codigo}`)
  expect([form.status, form.headers.get('location')]).toEqual([303, path])
})

test('revoked, it says so and reveals nothing, and registers nobody', async () => {
  const { app, path, codigo } = await open()
  await app.services.convites.revoke(codigo, anAutor())
  const { status, text } = await told(app, path)
  expect(status).toBe(200)
  expect(text).toContain('ESTE CONVITE NÃO VALE MAIS')
  expect(text).not.toMatch(/l[úu]cia|acme/i)
  expect((await app.browser().post('/cadastro', { ...LUCIA, convite: codigo })).status).toBe(409)
  expect([convidados(app), licredencial(app)]).toEqual([0, 0])
})

test('its guest, merged into another record as the same person, still finds the credencial there', async () => {
  for (const isSamePerson of [true, false]) {
    const { app, path, codigo } = await open()
    const browser = app.browser()
    await browser.post(formOf(codigo), LUCIA)
    const [gone = ''] = app.store.ids('credenciais')
    const own = (await browser.get(path)).headers.get('location') ?? ''
    const { credenciais } = app.services
    const kept = await credenciais.register(aRegister({ now: app.services.now() }))
    if (kept.kind !== 'registered') throw new Error(kept.kind)
    const { credencialid, nome } = kept.credencial
    const merge = aMerge(credencialid, gone, { isSamePerson })
    expect(await credenciais.merge(merge, anAutor())).toMatchObject({ kind: 'merged' })
    expect((await browser.get(path)).headers.get('location')).toBe(isSamePerson ? own : null)
    const { status, text } = await told(app, own, browser)
    expect([status, text.includes(nome)]).toEqual(isSamePerson ? [200, true] : [404, false])
  }
})

test('its guest, merged into one who had an invitation, so that this one returned: who is the same person is led to the credencial that stays, anybody else reads that it was used', async () => {
  for (const isSamePerson of [true, false]) {
    const { app, path, codigo } = await open()
    const [browser, other] = [app.browser(), app.browser()]
    await browser.post('/cadastro', { ...LUCIA, convite: codigo })
    await other.post('/acme')
    await other.post('/cadastro', { ...RUI, empresaid: 'acme' })
    const [gone = '', kept = ''] = app.store.ids('credenciais')
    const merge = aMerge(kept, gone, { isSamePerson })
    expect(await app.services.credenciais.merge(merge, anAutor())).toMatchObject({ returned: 'acme' })
    for (const one of [browser, other, app.browser()]) {
      const { status, response, text } = await told(app, path, one)
      const isLed = isSamePerson && [browser, other].includes(one)
      expect(status).toBe(isLed ? 303 : 200)
      if (isLed)
        expect((await told(app, response.headers.get('location') ?? '', one)).text).toContain('RUI LIMA')
      else expect(text).toContain('ESTE CONVITE JÁ FOI USADO')
    }
  }
})

test('its guest, removed, reads that it was used, and is not led where no credencial is', async () => {
  const { app, path, codigo } = await open()
  const browser = app.browser()
  await browser.post('/cadastro', { ...LUCIA, convite: codigo })
  const [id = ''] = app.store.ids('credenciais')
  await app.services.credenciais.remove(id, true, anAutor())
  const { status, text } = await told(app, path, browser)
  expect([status, text.includes('ESTE CONVITE JÁ FOI USADO')]).toEqual([200, true])
})

test('its guest, whose link was replaced since, is told so', async () => {
  const { app, path, codigo } = await open()
  const browser = app.browser()
  await browser.post('/cadastro', { ...LUCIA, convite: codigo })
  const [id = ''] = app.store.ids('credenciais')
  await app.services.credenciais.renewLink(id, anAutor())
  const { response } = await told(app, path, browser)
  expect((await told(app, response.headers.get('location') ?? '', browser)).text).toContain(
    'LINK SUBSTITUÍDO',
  )
})

test('a withdrawal spends it for good, and its guest still finds the credencial there', async () => {
  const { app, path, codigo } = await open()
  const browser = app.browser()
  await browser.post('/cadastro', { ...LUCIA, convite: codigo })
  const credencial = (await browser.get(path)).headers.get('location') ?? ''
  await browser.post(`${credencial}/presenca`, { ato: 'desistir' })
  // It is kept for the guest, and for nobody else with the code.
  expect(licredencial(app)).toBe(1)
  expect((await browser.get(path)).headers.get('location')).toBe(credencial)
  expect((await told(app, path)).text).toContain('ESTE CONVITE JÁ FOI USADO')
  expect((await app.browser().post('/cadastro', { ...RUI, convite: codigo })).status).toBe(409)
  await browser.post(`${credencial}/presenca`, { ato: 'voltar' })
  expect((await browser.get(path)).headers.get('location')).toBe(credencial)
  expect([convidados(app), licredencial(app)]).toEqual([1, 1])
})

test('a code nobody was given, another company’s address, and a half code are the 404 page', async () => {
  const { app, codigo } = await open()
  app.store.put('empresas', anEmpresa({ empresaid: 'beta' }))
  const other = `${codigo.slice(0, -1)}${codigo.endsWith('a') ? 'b' : 'a'}`
  for (const path of [
    `/acme/${other}`,
    `/beta/${codigo}`,
    `/acme/${codigo}x`,
    `/cadastro?convite=${other}`,
  ]) {
    const { status, text } = await told(app, path)
    expect([path, status]).toEqual([path, 404])
    expect(text).not.toMatch(/l[úu]cia/i)
  }
  expect((await app.browser().post('/cadastro', { ...LUCIA, convite: other })).status).toBe(409)
  expect((await app.browser().post('/cadastro', { ...LUCIA, convite: 'no code' })).status).toBe(400)
  const both = { ...LUCIA, convite: codigo, empresaid: 'acme' }
  expect((await app.browser().post('/cadastro', both)).status).toBe(400)
  expect((await app.browser().post(`/acme/${codigo}`, {})).status).toBe(400)
})

test('a form with an error comes back with the invitation it pays with', async () => {
  const { app, codigo } = await open()
  const response = await app.browser().post('/cadastro', { ...LUCIA, nome: '', convite: codigo })
  const html = await response.text()
  expect(response.status).toBe(422)
  expect(readAction(html)).toBe(formOf(codigo))
  expect(readText(html)).toContain('Convite de Fazenda Acme para Tia Lúcia')
})

test('once registrations are closed it says so, and a form sent all the same registers nobody', async () => {
  const { app, path, codigo } = await open()
  app.advance(app.services.closesAt - app.services.now())
  expect((await told(app, path)).text).toContain('INSCRIÇÕES ENCERRADAS')
  const browser = app.browser()
  expect((await told(app, formOf(codigo), browser)).text).toContain('INSCRIÇÕES ENCERRADAS')
  for (const nome of ['Lúcia Barreto', ''])
    expect((await app.browser().post('/cadastro', { ...LUCIA, nome, convite: codigo })).status).toBe(410)
  expect(convidados(app)).toBe(0)
})

test('a label with markup in it is text', async () => {
  const { app } = await open()
  const rotulos = '<script>alert(1)</script>'
  const made = await makeConvites(app.services, { empresaid: 'acme', pedido: 'y', rotulos }, anAutor())
  const codigo = made.kind === 'created' ? made.codigos[0] : ''
  const html = await app.browser().body(`/acme/${codigo}`)
  expect(html).not.toContain('<script>alert')
  expect(html).toContain('&lt;script&gt;alert(1)')
})

test('a pasted link of a personal invitation leads to it', async () => {
  const { app, path } = await open()
  for (const typed of [
    `https://convite.test${path}`,
    `convite.test${path}/?x=1`,
    path.slice(1).toUpperCase(),
  ]) {
    const response = await app.browser().get(`/item?${new URLSearchParams({ empresaid: typed }).toString()}`)
    expect(response.headers.get('location')?.toLowerCase()).toBe(path)
  }
})

test('a closed link counts nothing, says whom to ask, and takes no claim; opened again it does', async () => {
  const { app } = await open()
  await app.services.mesas.setFechada('acme', true, anAutor())
  const { text, status } = await told(app, '/acme')
  expect(status).toBe(200)
  expect(text).not.toContain('VOCÊ TEM')
  expect(text).toContain('Os convites desta mesa são pessoais')
  expect(text).toContain('Peça o seu a quem convidou você. ')
  expect(await app.browser().body('/acme')).not.toContain('<form')
  const refused = await app.browser().post('/acme')
  expect(refused.status).toBe(409)
  expect(readText(await refused.text())).toContain('CONVITES PESSOAIS')
  expect((await app.browser().post('/cadastro', { ...RUI, empresaid: 'acme' })).status).toBe(409)
  expect([convidados(app), licredencial(app), app.store.count('reservas')]).toEqual([0, 1, 1])
  await app.services.mesas.setFechada('acme', false, anAutor())
  expect((await app.browser().post('/acme')).status).toBe(303)
})

test('a browser that held an invitation before the link was closed still registers', async () => {
  const { app } = await open()
  const browser = app.browser()
  await browser.post('/acme')
  await app.services.mesas.setFechada('acme', true, anAutor())
  expect((await browser.post('/cadastro', { ...RUI, empresaid: 'acme' })).status).toBe(303)
})

test('the form opens in another browser by the code in its address, after a reload and an hour, and posts to it', async () => {
  const { app, codigo } = await open()
  const form = formOf(codigo)
  for (const browser of [app.browser(), app.browser()]) {
    const { text, response } = await told(app, form, browser)
    expect(response.status).toBe(200)
    expect(text).toContain('Convite de Fazenda Acme para Tia Lúcia')
    app.advance(3_600_000)
    expect(readAction(await browser.body(form))).toBe(form)
    // The public form stays the public form.
    expect(readAction(await browser.body('/cadastro'))).toBe('/cadastro')
  }
  expect([convidados(app), licredencial(app)]).toEqual([0, 1])
  expect((await app.browser().post(form, LUCIA)).status).toBe(303)
  expect([convidados(app), licredencial(app)]).toEqual([1, 1])
})

test('the code in the form’s address is read in any case and with an end, and a former release’s address is no public form', async () => {
  const { app, codigo } = await open()
  for (const typed of [codigo.toUpperCase(), `${codigo}.`, `${codigo}%E2%80%8B`]) {
    const response = await app.browser().get(formOf(typed))
    expect([response.status, response.headers.get('location')], typed).toEqual([302, formOf(codigo)])
  }
  expect((await app.browser().get(`/cadastro?pessoal=${codigo.slice(0, 6)}`)).status).toBe(404)
})

test('two invitations opened in one browser each have an address and a form of their own', async () => {
  const { app, codigo, path } = await open()
  const request = { empresaid: 'acme', pedido: 'y', rotulos: 'Primo Valdir' }
  const made = await makeConvites(app.services, request, anAutor())
  const other = made.kind === 'created' ? (made.codigos[0] ?? '') : ''
  const browser = app.browser()
  for (const [code, rotulo] of [
    [codigo, 'Tia Lúcia'],
    [other, 'Primo Valdir'],
  ] as const)
    expect((await told(app, formOf(code), browser)).text).toContain(`para ${rotulo}`)
  expect((await browser.post(formOf(codigo), LUCIA)).status).toBe(303)
  // Once used, its form leads to the invitation, which leads to the credencial.
  const used = await browser.get(formOf(codigo))
  expect([used.status, used.headers.get('location')]).toEqual([303, path])
  expect((await browser.get(formOf(other))).status).toBe(200)
})
