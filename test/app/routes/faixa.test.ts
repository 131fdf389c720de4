import { expect, test } from 'vitest'
import type { Evento } from '../../../server/domain/evento.ts'
import { LIDO_ANTES_MS } from '../../../server/domain/mudanca.ts'
import { makeConvites } from '../../../server/use-cases/convites-pessoais.ts'
import { anAutor, anEmpresa, aRegister } from '../../support/factories.ts'
import { readText } from '../../support/html.ts'
import { startApp, type TestApp } from '../../support/remix.ts'
import { anEvento } from '../../support/temporary.ts'
import { registered } from '../../support/registered.ts'
import { changeEvento } from '../../support/change-evento.ts'

const MOVED = { inicio: '2027-09-23T19:30:00-03:00', fim: '2027-09-23T22:00:00-03:00' }
const MARIA = { nome: 'Maria Silva', telefone: '11987654321', email: '' }

interface Change {
  avisar?: boolean
  cancelado?: boolean
}

/** An app with a company, a personal invitation and a guest, registered before anything changed. */
async function start(env: Record<string, string> = {}) {
  const app = await startApp(() => ({}), env)
  const { services, store } = app
  store.put('empresas', anEmpresa({ empresaid: 'acme', nome: 'Fazenda Acme' }))
  const pedido = { empresaid: 'acme', pedido: 'x', rotulos: 'Ana' }
  const made = await makeConvites(services, pedido, anAutor())
  const codigo = made.kind === 'created' ? (made.codigos[0] ?? '') : ''
  const change = async (fields: Partial<Evento>, how: Change = {}) => {
    app.advance(60_000)
    await changeEvento(services, fields, how)
  }
  const credencial = await register(app, '11987654321')
  return { ...app, change, credencial, pages: ['/', '/acme', `/acme/${codigo}`, credencial] }
}

async function register({ services }: TestApp, telefone: string) {
  const { cadastro } = aRegister()
  const request = { cadastro: { ...cadastro, telefone }, chave: telefone, now: services.now() }
  const credencialid = await registered(services.credenciais, request)
  return `/c/${services.tokenOf(credencialid, 0)}`
}

/** What a page's ribbon says; null when there is none. */
const ribbonOf = (html: string) => {
  const [found] = /<div class="faixa.*?<\/div>/s.exec(html) ?? []
  return found === undefined ? null : readText(found)
}
const read = async (app: TestApp, path: string) => app.browser().body(path)
const ribbons = (app: TestApp & { pages: string[] }) =>
  Promise.all(app.pages.map(async (path) => ribbonOf(await read(app, path))))

test('until the event ends every guest’s page says when it was and is; the credencial leads to Não vou poder ir', async () => {
  const app = await start()
  expect(await ribbons(app)).toEqual([null, null, null, null])
  await app.change(MOVED)
  const told = 'MUDOU era 16 de setembro, agora 23 de setembro, 19h30'
  expect(await ribbons(app)).toEqual([told, told, told, `${told} Não vou poder ir`])
  expect(await read(app, app.credencial)).toContain(`href="${app.credencial}/presenca"`)
  app.advance(Date.parse(MOVED.fim) - app.services.now() - 1)
  expect((await ribbons(app))[0]).toBe(told)
  app.advance(1)
  expect(await ribbons(app)).toEqual([null, null, null, null])
})

test('who answers for a table is told of it on its panel, too, and that it was cancelled', async () => {
  const app = await start()
  const panel = `/mesa/${app.services.mesaTokenOf({ empresaid: 'acme', versao: 0 })}`
  expect(ribbonOf(await read(app, panel))).toBeNull()
  await app.change(MOVED)
  expect(ribbonOf(await read(app, panel))).toBe('MUDOU era 16 de setembro, agora 23 de setembro, 19h30')
  await app.change({}, { cancelado: true })
  expect(ribbonOf(await read(app, panel))).toBe('CANCELADO o evento de 23 de setembro, 19h30')
})

test('only who may have read the event before a change is told of it on the credencial', async () => {
  const app = await start()
  await app.change(MOVED)
  app.advance(60_000)
  const filling = await register(app, '11987651111')
  expect(ribbonOf(await read(app, filling))).toContain('era 16 de setembro, agora 23 de setembro, 19h30')
  app.advance(LIDO_ANTES_MS)
  const after = await register(app, '11987650000')
  expect(ribbonOf(await read(app, after))).toBeNull()
  await app.change({ inicio: '2027-09-24T20:00:00-03:00', fim: '2027-09-24T22:00:00-03:00' })
  expect(ribbonOf(await read(app, after))).toContain('era 23 de setembro, agora 24 de setembro, 20h')
  // After several moves, the ribbon shows the oldest date the guest may have seen.
  expect(ribbonOf(await read(app, app.credencial))).toContain('era 16 de setembro, agora 24 de setembro, 20h')
})

test.each([
  ['an hour', { inicio: '2027-09-16T20:00:00-03:00' }, 'era 19h30, agora 16 de setembro, 20h'],
  ['a venue', { local: 'Sede' }, 'era Auditório do Parque de Exposições, agora Sede'],
  ['a city', { cidade: 'Serra' }, 'era Vale Dourado, agora Serra'],
  [
    'a day and a venue',
    { ...MOVED, local: 'Sede' },
    'era 16 de setembro, Auditório do Parque de Exposições, agora 23 de setembro, 19h30, Sede',
  ],
  [
    'a year',
    { inicio: '2028-09-16T19:30:00-03:00', fim: '2028-09-16T22:00:00-03:00' },
    'era 16 de setembro de 2027, agora 16 de setembro de 2028, 19h30',
  ],
] as const)('a ribbon tells %s that changed', async (_, fields, told) => {
  const app = await start()
  await app.change(fields)
  expect(ribbonOf(await read(app, '/'))).toBe(`MUDOU ${told}`)
})

test('a corrected word and a change nobody must be told of make no ribbon', async () => {
  const app = await start()
  await app.change(MOVED, { avisar: false })
  expect(await ribbons(app)).toEqual([null, null, null, null])
  await app.change({ titulo: 'Outro' })
  expect(await ribbons(app)).toEqual([null, null, null, null])
})

test('an offset alone that was corrected reads as before, and makes no ribbon', async () => {
  const app = await start()
  await app.change({ inicio: '2027-09-16T19:30:00-04:00', fim: '2027-09-16T22:00:00-04:00' })
  expect(await ribbons(app)).toEqual([null, null, null, null])
})

test('the credencial of a moved event changes the calendar first, and says which entry to delete', async () => {
  const app = await start()
  expect(readText(await read(app, app.credencial))).not.toContain('duas vezes')
  await app.change(MOVED)
  const html = await read(app, app.credencial)
  expect(html).toMatch(/<a class="botao" href="\/c\/\S+\/evento.ics">Mudar na minha agenda</)
  expect(readText(html)).toContain('Se aparecer duas vezes na agenda, apague a de 16 de setembro.')
})

test('a ribbon stands above a closed company, and one whose invitations are personal', async () => {
  const app = await start({ EVENTO: anEvento({ inscricoesAte: '2027-09-14T21:30:00Z' }) })
  await app.change(MOVED)
  const open = ribbonOf(await read(app, '/acme'))
  expect(open).toContain('MUDOU')
  await app.services.mesas.setFechada('acme', true, anAutor())
  expect(ribbonOf(await read(app, '/acme'))).toContain('MUDOU')
  const personal = await read(app, '/acme')
  expect([ribbonOf(personal), readText(personal).includes('são pessoais')]).toEqual([open, true])
  app.advance(app.services.closesAt - app.services.now())
  const closed = await read(app, '/acme')
  expect([ribbonOf(closed), readText(closed).includes('INSCRIÇÕES ENCERRADAS')]).toEqual([open, true])
})

test('every page of a cancelled event says so, its title and preview too, also once it would be over', async () => {
  const app = await start()
  await app.change({}, { cancelado: true })
  const told = 'CANCELADO o evento de 16 de setembro, 19h30'
  for (const ms of [0, app.services.eraseAt - app.services.now() - 1]) {
    app.advance(ms)
    expect(await ribbons(app)).toEqual([told, told, told, told])
  }
  const landing = await read(app, '/')
  expect(landing).toMatch(/alt="[^"]*O evento foi cancelado\."/)
  expect(landing).toMatch(/<meta property="og:description" content="O evento foi cancelado\. /)
  expect(landing).not.toMatch(/inscrições estão encerradas|Toque para confirmar/)
  for (const path of ['/acme', '/cadastro', '/item', app.pages[2] ?? '']) {
    const html = await read(app, path)
    expect(html).toMatch(/<title>Evento cancelado/)
    expect(readText(html)).toContain(
      'EVENTO CANCELADO O evento de 16 de setembro, 19h30 foi cancelado: ninguém mais se cadastra.',
    )
    expect(readText(html)).not.toMatch(/inscrições terminaram|encerradas/i)
  }
})

test('nobody registers for a cancelled event, with an invitation held or without, until that is taken back', async () => {
  const app = await start()
  const invited = app.browser()
  await invited.post('/acme')
  await app.change({}, { cancelado: true })
  const count = app.store.count('credenciais')
  expect(await invited.text('/acme')).toContain('EVENTO CANCELADO')
  expect(await invited.text('/cadastro?empresaid=acme')).toContain('EVENTO CANCELADO')
  const claim = await invited.post('/acme')
  const registration = await invited.post('/cadastro', { ...MARIA, empresaid: 'acme' })
  expect([claim.status, registration.status, app.store.count('credenciais')]).toEqual([410, 410, count])
  expect(readText(await registration.text())).toContain('ninguém mais se cadastra, e nada foi salvo.')
  await app.change({}, { cancelado: false })
  expect((await invited.post('/cadastro', { ...MARIA, empresaid: 'acme' })).status).toBe(303)
})

test('the credencial of a cancelled event leaves the calendar, its picture opens nothing, and nobody must withdraw', async () => {
  const app = await start()
  const picture = async () => JSON.parse(await read(app, `${app.credencial}/convite.png`)) as object
  expect(await picture()).toMatchObject({ semValor: null })
  await app.change({}, { cancelado: true })
  expect(await picture()).toMatchObject({ semValor: 'cancelado' })
  const text = readText(await read(app, app.credencial))
  expect(text).toContain('Tirar da agenda')
  expect(text).not.toMatch(/Não vou poder ir|GALERIA/i)
  const asked = readText(await read(app, `${app.credencial}/presenca`))
  expect(asked).toContain('O evento foi cancelado: não é preciso avisar.')
  const withdrawn = await app.browser().post(`${app.credencial}/presenca`, { ato: 'desistir' })
  expect([withdrawn.status, app.store.count('desistencias')]).toEqual([409, 0])
})
