import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openEquipe } from '../../support/equipe.ts'
import { anEmpresa, NOW } from '../../support/factories.ts'
import { readText } from '../../support/html.ts'
import { storeConvidados } from '../../support/many-convidados.ts'
import { startApp } from '../../support/remix.ts'

const PATH = '/painel/evento/outro'
const LOGO = `${'b'.repeat(32)}-${'b'.repeat(8)}`

/** A company with a guest, and an organiser's browser. */
async function open() {
  const app = await startApp()
  const { services, store } = app
  store.put('empresas', anEmpresa({ empresaid: 'serra', licredencial: 2 }))
  await storeConvidados(services, ['ANA LIMA'], () => 'serra')
  const [credencialid = ''] = store.ids('credenciais')
  const links = {
    credencial: `/c/${services.tokenOf(credencialid, 0)}`,
    mesa: `/mesa/${services.mesaTokenOf({ empresaid: 'serra', versao: 0 })}`,
  }
  return {
    app,
    store,
    links,
    browser: await openEquipe(app),
    erase: () => services.credenciais.erasePersonalData(services.autorOf('cli')),
    /** Another process on the same storage, which reads what is stored by now. */
    startAgain: () => startApp(() => ({ storage: store.open(), now: () => NOW + 60_000 })),
  }
}

const formIn = (html: string) => {
  const read = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? ''
  return { de: read('de'), eventoid: read('eventoid') }
}

test('before the erasure the page says what to do first and when, and a form changes nothing', async () => {
  const { store, browser } = await open()
  const html = await browser.body(PATH)
  for (const told of [
    'Ainda não',
    '1 convidado deste evento ainda estão aqui. Quem se cadastrou, foi para este evento, não para o próximo.',
    '16 de outubro de 2027, sábado, às 22h',
  ])
    expect(readText(html)).toContain(told)
  expect(html).not.toContain('<form')
  const { eventoid = '' } = store.get('eventos', 'evento') ?? {}
  const answer = await browser.post(PATH, { de: eventoid, eventoid: randomUUID(), sei: 'sim' })
  expect(answer.headers.get('Location')).toBe(`${PATH}?feito=apague-antes`)
  expect(store.get('eventos', 'evento')).toMatchObject({ versao: 1, eventoid })
})

test('after it one tick and one touch begin another event, and without the tick nothing changes', async () => {
  const { store, browser, erase, startAgain } = await open()
  await erase()
  const html = await browser.body(PATH)
  const text = readText(html)
  for (const told of [
    ...['Os dados de 1 convidado foram apagados', '1 empresa, com o total', 'Acabam'],
    'os números delas',
  ])
    expect(text).toContain(told)
  const form = { ...formIn(html), contatos: 'sim' }
  const refused = await browser.post(PATH, form)
  expect([refused.status, store.get('eventos', 'evento')?.versao]).toEqual([422, 1])
  expect(await refused.text()).toContain('<a href="#sei">')

  const done = await browser.post(PATH, { ...form, sei: 'sim' })
  expect([done.status, done.headers.get('Location')]).toEqual([303, `${PATH}?feito=comecou`])
  expect(store.get('eventos', 'evento')).toMatchObject({ versao: 2, evento: null })
  expect(store.get('empresas', 'serra')).toMatchObject({ licredencial: 0, contato: 'Ana' })
  const again = await browser.post(PATH, { ...form, sei: 'sim' })
  expect(again.headers.get('Location')).toBe(`${PATH}?feito=comecou`)
  const other = await browser.post(PATH, { ...form, eventoid: randomUUID(), sei: 'sim' })
  expect(other.headers.get('Location')).toBe(`${PATH}?feito=ja-comecou`)
  expect((await browser.post(PATH, { ...form, eventoid: 'e1', sei: 'sim' })).status).toBe(400)
  expect(store.get('eventos', 'evento')).toMatchObject({ versao: 2, eventoid: form.eventoid })

  const later = (await startAgain()).browser()
  later.steal(browser.cookie())
  const after = await later.text(`${PATH}?feito=comecou`)
  for (const told of ['Feito:', 'Nenhum evento está descrito', 'Descrever o evento'])
    expect(after).toContain(told)
  expect(await later.text('/painel/historico')).toContain(
    'o de 16 de setembro de 2027: 1 convidado apagado, 0 entradas',
  )
})

test('contacts are erased where the box is not ticked', async () => {
  const { store, browser, erase } = await open()
  await erase()
  const form = formIn(await browser.body(PATH))
  await browser.post(PATH, { ...form, sei: 'sim' })
  expect(store.get('empresas', 'serra')).toMatchObject({ contato: '', icredencial: 10 })
})

test('links of the former event say that it is over, whatever the next one is, and name nobody', async () => {
  const { links, browser, erase, startAgain } = await open()
  await erase()
  const form = formIn(await browser.body(PATH))
  await browser.post(PATH, { ...form, contatos: 'sim', sei: 'sim' })
  const expectTold = async (app: Awaited<ReturnType<typeof startAgain>>) => {
    const guest = app.browser()
    for (const path of ['', '/presenca', '/evento.ics', '/convite.png'])
      expect((await guest.get(links.credencial + path)).status, path).toBe(410)
    const credencial = await guest.text(links.credencial)
    expect(credencial).toContain('O evento passou')
    expect(credencial).not.toMatch(/ANA|LIMA|Serra/)
    const mesa = await guest.get(links.mesa)
    expect([mesa.status, readText(await mesa.text())]).toEqual([
      404,
      expect.stringContaining('LINK SUBSTITUÍDO'),
    ])
  }
  const between = await startAgain()
  await expectTold(between)
  const invitation = await between.browser().get('/')
  expect([invitation.status, await invitation.text()]).toEqual([200, expect.stringContaining('EM BREVE')])
  expect((await between.browser().get('/c/nobody')).status).toBe(404)

  const { services } = between
  const asked = { avisar: false, cancelado: false, imagemid: null, versao: null, eventoid: '', now: NOW }
  await services.eventos.gravar({ ...asked, evento: { ...services.config.evento } }, services.autorOf('cli'))
  const next = await startAgain()
  await expectTold(next)
  // A removed guest of this event is not a guest of the former one.
  const removed = `/c/${next.services.tokenOf(String(NOW + 90_000), 0)}`
  expect((await next.browser().get(removed)).status).toBe(404)
})

/** What is typed into the form of the next event. */
const NEXT = {
  anfitriao: 'Clube de Campo',
  ocasiao: 'Jantar',
  titulo: 'Noite de gala',
  contato: 'a@clube.example',
  'inicio-dia': '2027-10-01',
  'inicio-hora': '20h',
  'fim-dia': '2027-10-01',
  'fim-hora': '23h',
  local: 'Salão',
  cidade: 'Cuiabá',
  ate: 'fim',
  dias: '30',
  nomes: 'sim',
  ato: 'gravar',
}

test('the next event has the clock of the former, and a second tap on its first Gravar is told as stored', async () => {
  const { store, browser, erase, startAgain } = await open()
  await erase()
  const stored = store.get('eventos', 'evento')
  if (!stored?.evento) throw new Error('no event')
  const cuiaba = { inicio: '2027-09-16T18:30:00-04:00', fim: '2027-09-16T21:00:00-04:00' }
  store.put('eventos', { ...stored, evento: { ...stored.evento, ...cuiaba } })
  const form = formIn(await browser.body(PATH))
  await browser.post(PATH, { ...form, contatos: 'sim', sei: 'sim' })

  const later = (await startAgain()).browser()
  later.steal(browser.cookie())
  for (let tap = 0; tap < 2; tap++)
    expect((await later.post('/painel/evento', NEXT)).headers.get('Location')).toBe(
      '/painel/evento?feito=descrito',
    )
  expect(store.get('eventos', 'evento')).toMatchObject({
    versao: 3,
    evento: { inicio: '2027-10-01T20:00:00-04:00' },
  })
})

test('the next event’s form has host, place, contact and signers of the former, no date, and the former picture to choose', async () => {
  const { app, store, browser, erase, startAgain } = await open()
  await erase()
  const stored = store.get('eventos', 'evento')
  if (!stored?.evento) throw new Error('no event')
  const arquivos = [{ nome: 'a', bytes: new Uint8Array([1]) }]
  store.put('imagens', { imagemid: 'a'.repeat(32), enviadaem: NOW, arquivos })
  const said = { endereco: 'Av. dos Ipês, 1200', assinaturas: [{ nome: 'Ana Lima', cargo: 'Presidente' }] }
  const evento = { ...stored.evento, ...said, minutos: 90 }
  store.put('eventos', { ...stored, imagemid: 'a'.repeat(32), logoid: LOGO, evento })
  await browser.post(PATH, { ...formIn(await browser.body(PATH)), contatos: 'sim', sei: 'sim' })

  const later = (await startAgain()).browser()
  later.steal(browser.cookie())
  const html = await later.body('/painel/evento')
  const valueOf = (id: string) => new RegExp(`<input[^>]*id="${id}"[^>]*>`).exec(html)?.[0]
  const { anfitriao, local, cidade, contato } = evento
  const filled = { anfitriao, local, cidade, contato, endereco: said.endereco, 'assina-1': 'Ana Lima' }
  for (const [id, value] of Object.entries(filled)) expect(valueOf(id), id).toContain(`value="${value}"`)
  for (const id of ['titulo', 'ocasiao', 'inicio-dia', 'inicio-hora', 'fim-dia', 'fim-hora', 'carga'])
    expect(valueOf(id), id).toContain('value=""')
  for (const told of ['Descreva o próximo evento', 'A de antes está guardada'])
    expect(readText(html)).toContain(told)
  expect(html).toMatch(/<input type="hidden" name="imagem" value="a{32}"/)
  expect(html).toMatch(new RegExp(`<input[^>]*name="logo"[^>]*checked=""[^>]*value="${LOGO}"`))
  expect(app.store.get('eventos', 'evento')).toMatchObject({ evento: null })
})

test('between two events the board keeps its menu, the former numbers and its spreadsheets, and no page fails', async () => {
  const { browser, erase, startAgain } = await open()
  await erase()
  await browser.post(PATH, { ...formIn(await browser.body(PATH)), sei: 'sim' })
  const later = (await startAgain()).browser()
  later.steal(browser.cookie())
  const html = await later.body('/painel/evento')
  const [nav = ''] = /<nav id="menu"[\s\S]*?<\/nav>/.exec(html) ?? []
  const menu = [...nav.matchAll(/href="([^"]+)"/g)]
  expect(menu.length).toBeGreaterThan(9)
  for (const [, href = ''] of [...menu, ['', '/painel/depois']]) {
    if (href === '/painel/sair') continue
    const response = await later.get(href)
    const text = readText(await response.text())
    expect(response.status, href).toBeLessThan(400)
    expect(text, href).not.toMatch(/Em breve|2100|NaN|Invalid|Primeiro acesso/)
  }
  for (const path of ['/painel/depois', '/painel/planilhas']) expect(html).toContain(`href="${path}"`)
})
