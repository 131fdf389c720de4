import { expect, test } from 'vitest'
import { entradasIn } from '../../../server/domain/entrada.ts'
import { beginEnsaio } from '../../../server/use-cases/ensaio.ts'
import { newMesa } from '../../../server/domain/mesa.ts'
import { anEmpresa, anEntrada, aReserva } from '../../support/factories.ts'
import { startApp, type Browser } from '../../support/remix.ts'
import { openEquipe } from '../../support/equipe.ts'

/** A registered guest and a phone of the door, on the day of the event or this long before it begins. */
async function aPorta(before = 3_600_000) {
  const app = await startApp()
  app.advance(Date.parse(app.services.config.evento.inicio) - app.services.now() - before)
  await app.browser().post('/cadastro', { nome: 'Maria Silva', telefone: '11987654321', email: '' })
  const [credencialid = ''] = app.store.ids('credenciais')
  const token = (versao = 0) => app.services.tokenOf(credencialid, versao)
  return { ...app, credencialid, token, phone: await openEquipe(app, { nome: 'PORTA B', papel: 'porta' }) }
}

const fieldIn = (page: string) => /name="entradaid" value="([^"]+)"/.exec(page)?.[1] ?? ''
const textAt = async (browser: Browser, path: string) => browser.body(path)

test('a paired phone admits at a guest’s link and reads ENTRAR; the form sent twice is one admission', async () => {
  const { phone, token, store, credencialid } = await aPorta()
  const page = await textAt(phone, `/c/${token()}`)
  expect(page.indexOf('Dar entrada')).toBeGreaterThan(0)
  const form = { entradaid: fieldIn(await textAt(phone, `/porta/admitir/${token()}`)) }
  const posted = await phone.post(`/porta/admitir/${token()}`, form)
  await phone.post(`/porta/admitir/${token()}`, form)
  expect(posted.status).toBe(303)
  const read = await textAt(phone, posted.headers.get('Location') ?? '')
  expect(read).toMatch(/<section class="veredito verde">.*<h1[^>]*>ENTRAR<\/h1>/)
  expect(read).toContain('MARIA SILVA')
  const { aparelhoid } = phone
  expect(store.all('entradas')).toMatchObject([{ modo: 'link', credencialid, aparelhoid }])
})

test('the company is told with the number of its table, where it has one', async () => {
  const { phone, token, store, credencialid } = await aPorta()
  const reserva = aReserva('serra', credencialid)
  store.put('reservas', reserva)
  store.put('empresas', anEmpresa({ empresaid: 'serra', nome: 'Serra Azul' }))
  const path = `/porta/admitir/${token()}`
  const told = async () => (await textAt(phone, path)).replaceAll('<!-- -->', '')
  expect(await told()).toContain('<p class="mesa"><small>MESA</small> Serra Azul</p>')
  store.put('mesas', { ...newMesa('serra'), numero: '12' })
  expect(await told()).toContain(
    '<p class="mesa numerada"><small>MESA</small> <b>12</b> <span>Serra Azul</span></p>',
  )
})

test('an admission that was annulled is green no more, and the guest is admitted again', async () => {
  const { phone, token, store, credencialid, services } = await aPorta()
  const path = `/porta/admitir/${token()}`
  const form = { entradaid: fieldIn(await textAt(phone, path)) }
  const location = (await phone.post(path, form)).headers.get('Location') ?? ''
  await services.entradas.add([anEntrada(credencialid, { anula: form.entradaid })], null)
  const read = await textAt(phone, location)
  expect(read).not.toContain('veredito verde')
  await phone.post(path, { entradaid: fieldIn(read) })
  expect(entradasIn(store.all('entradas'))).toMatchObject([{ entradaid: fieldIn(read) }])
})

test('nothing is green before the button was pressed', async () => {
  const { phone, token, store } = await aPorta()
  const read = await textAt(phone, `/porta/admitir/${token()}`)
  expect(read).toMatch(/<h1[^>]*>NA LISTA<\/h1>.*<button[^>]*>Dar entrada<\/button>/)
  expect(read).not.toMatch(/class="veredito verde"|ENTRAR</)
  expect(store.count('entradas')).toBe(0)
})

test('while a rehearsal is on nobody is admitted by a link, and the page says so', async () => {
  const { phone, token, store, services } = await aPorta()
  await beginEnsaio(services, services.autorOf(phone.aparelhoid))
  const path = `/porta/admitir/${token()}`
  const posted = await phone.post(path, { entradaid: services.newId(), ato: 'mesmo-assim' })
  expect([posted.status, store.count('entradas')]).toEqual([303, 0])
  const read = await textAt(phone, posted.headers.get('Location') ?? '')
  expect(read).toMatch(/<h1[^>]*>ENSAIO<\/h1>/)
  expect(read).not.toContain('<form')
})

test('a guest who is inside is told with time and phone, and let in again only by Entrou mesmo assim', async () => {
  const { phone, token, store, services } = await aPorta()
  const path = `/porta/admitir/${token()}`
  await phone.post(path, { entradaid: services.newId() })
  const again = await phone.post(path, { entradaid: services.newId() })
  expect(store.count('entradas')).toBe(1)
  const read = await textAt(phone, again.headers.get('Location') ?? '')
  expect(read).toMatch(/<h1[^>]*>JÁ ENTROU<\/h1><p[^>]*>(às) [^<]*, PORTA B<\/p>/)
  const anyway = await phone.post(path, { entradaid: fieldIn(read), ato: 'mesmo-assim' })
  expect(store.count('entradas')).toBe(2)
  expect(await textAt(phone, anyway.headers.get('Location') ?? '')).toContain(
    'Entrou mesmo assim: está anotado.',
  )
})

test('a link that was replaced is LINK ANTIGO with the name to a paired phone, and a 404 to anybody else', async () => {
  const { phone, token, store, credencialid, browser } = await aPorta()
  for (const { chave } of store.find('chaves', { credencialid })) store.change('chaves', chave, { versao: 1 })
  expect((await browser().get(`/c/${token()}`)).status).toBe(404)
  const sent = await phone.get(`/c/${token()}`)
  expect(sent.status).toBe(302)
  const read = await textAt(phone, sent.headers.get('Location') ?? '')
  expect(read).toMatch(/LINK ANTIGO<.*CONFIRA O NOME/)
  expect(read).toContain('MARIA SILVA')
})

test('a guest sees the page as before, and admits nobody', async () => {
  const { token, store, browser, services } = await aPorta()
  const convidado = browser()
  expect(await textAt(convidado, `/c/${token()}`)).not.toContain('Dar entrada')
  const posted = await convidado.post(`/porta/admitir/${token()}`, { entradaid: services.newId() })
  expect([posted.status, store.count('entradas')]).toEqual([404, 0])
})

test('an id that is none of ours, and a token that is none, are refused', async () => {
  const { phone, token, store, services } = await aPorta()
  expect((await phone.post(`/porta/admitir/${token()}`, { entradaid: 'x' })).status).toBe(400)
  const other = await phone.post(`/porta/admitir/${token()}x`, { entradaid: services.newId() })
  expect([other.status, store.count('entradas')]).toEqual([404, 0])
})

test('before the day of the event a link admits nobody, unless that was asked', async () => {
  const { phone, token, store, services, advance } = await aPorta(6 * 3_600_000 + 1)
  const path = `/porta/admitir/${token()}`
  // A page opened earlier, or for another date.
  for (const ato of ['', 'mesmo-assim']) {
    const posted = await phone.post(path, { entradaid: services.newId(), ato })
    expect([posted.status, posted.headers.get('Location')]).toEqual([303, `${path}?antes=1`])
  }
  for (const opened of [`/c/${token()}`, path]) {
    const told = await textAt(phone, opened)
    expect(told).toMatch(new RegExp(`<a [^>]*href="${path}\\?antes=1"[^>]*>Dar entrada</a>`))
    expect(told).not.toContain('name="entradaid"')
  }
  expect(await textAt(phone, path)).toContain(
    'O evento só começa em 16 de setembro, 19h30. Antes do dia, nada é gravado por esta leitura.',
  )
  const asked = await textAt(phone, `${path}?antes=1`)
  expect(asked).toMatch(/não poderá mais desistir.*<button[^>]*>Dar entrada antes do dia<\/button>/)
  expect(store.count('entradas')).toBe(0)
  const form = { entradaid: fieldIn(asked), antes: '1' }
  const read = await textAt(phone, (await phone.post(path, form)).headers.get('Location') ?? '')
  expect(read).toMatch(/veredito verde/)
  expect(store.count('entradas')).toBe(1)

  advance(1)
  expect(await textAt(phone, `/c/${token()}`)).toContain('<button')
  expect(await textAt(phone, path)).toMatch(/<button[^>]*>Entrou mesmo assim<\/button>/)
})

test('an admission of another day is told with that day', async () => {
  const { phone, token, services, advance } = await aPorta(2 * 24 * 3_600_000)
  const path = `/porta/admitir/${token()}`
  await phone.post(path, { entradaid: services.newId(), antes: '1' })
  expect(await textAt(phone, path)).toMatch(/JÁ ENTROU<\/h1><p[^>]*>às 19h30, PORTA B/)
  advance(24 * 3_600_000)
  expect(await textAt(phone, path)).toMatch(/JÁ ENTROU<\/h1><p[^>]*>em 14\/9, 19h30, PORTA B/)
})
