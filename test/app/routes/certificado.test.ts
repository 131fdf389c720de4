import { expect, test } from 'vitest'
import { countGuess, wasRight } from '../../../app/convidado/guesses.server.ts'
import { certificadoCodeOf } from '../../../server/domain/certificado.ts'
import { ensaioOf } from '../../../server/domain/ensaio.ts'
import { StorageError } from '../../../server/domain/errors.ts'
import type { Evento } from '../../../server/domain/evento.ts'
import type { World } from '../../../server/composition.ts'
import { openMemory } from '../../../server/repos/memory/index.ts'
import { createMemoryStore, type MemoryStore } from '../../../server/repos/memory/store.ts'
import { anEntrada, anEventoGravado, NOW } from '../../support/factories.ts'
import { readText } from '../../support/html.ts'
import { startApp, type TestApp } from '../../support/remix.ts'

const MARIA = { nome: 'Maria d’Ávila', telefone: '11987654321', email: 'maria@exemplo.com' }
const CODIGO = /\b[2-9A-Y]{5}-[2-9A-Y]{5}\b/

/** A guest, admitted unless said otherwise, of an event that has ended unless said otherwise. */
async function open({
  isInside = true,
  nome = MARIA.nome,
  hasEnded = true,
  world,
}: Partial<{
  isInside: boolean
  nome: string
  hasEnded: boolean
  world: (store: MemoryStore) => Partial<World>
}> = {}) {
  const app = await startApp(world)
  const { services, store } = app
  await app.browser().post('/cadastro', { ...MARIA, nome })
  const [credencialid = ''] = [...store.credenciais.keys()]
  if (isInside) await services.entradas.add([anEntrada(credencialid, { entradaid: 'entrada-1' })], null)
  const { fim } = services.config.evento
  if (hasEnded) app.advance(Date.parse(fim) - NOW)
  return { app, credencialid, path: `/c/${services.tokenOf(credencialid, 0)}`, guest: app.browser() }
}

const textOf = async (response: Promise<Response>) => readText(await (await response).text())
const verify = (app: TestApp, codigo: string, nome: string, address = '198.51.100.9') =>
  app.browser(address).post('/certificado', { codigo, nome })

test('who was inside reads the code, until when to take it along and where it is verified, and nobody keeps the page', async () => {
  const { guest, path } = await open()
  const response = await guest.get(`${path}/certificado`)
  const html = await response.text()
  const text = readText(html)
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  expect(html).not.toContain('<script')
  for (const told of [
    ...['SEU CERTIFICADO', 'convite.test/certificado', 'Baixe até', '16 de outubro, 22h. Depois apagamos'],
    'O nome corrigido recebe outro código; o código de antes continua verdadeiro para o nome como estava.',
  ])
    expect(text).toContain(told)
  const [codigo = ''] = CODIGO.exec(text) ?? []
  expect(html).toContain(`href="${path}/certificado.pdf"`)
  expect(html).toContain(`href="/certificado?codigo=${codigo}"`)
  const [, href = ''] = /href="(https:\/\/wa\.me\/[^"]*)"/.exec(html) ?? []
  const sent = new URL(href).searchParams.get('text') ?? ''
  for (const told of [`https://convite.test${path}/certificado`, codigo, 'https://convite.test/certificado'])
    expect(sent).toContain(told)
  expect(sent).not.toContain('MARIA')
})

test('the file is a PDF that no search engine finds and nobody keeps, and a picture of it is on the page', async () => {
  const { guest, path } = await open()
  const pdf = await guest.get(`${path}/certificado.pdf`)
  expect(Object.fromEntries(pdf.headers)).toMatchObject({
    ...{ 'content-type': 'application/pdf', 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
    'content-disposition': 'attachment; filename="certificado.pdf"',
  })
  const bytes = Buffer.from(await pdf.arrayBuffer())
  expect([pdf.status, bytes.subarray(0, 5).toString(), bytes.length < 200_000]).toEqual([200, '%PDF-', true])
  const svg = await guest.get(`${path}/certificado.svg`)
  expect([svg.status, svg.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  expect((await guest.post(`${path}/certificado.pdf`)).status).toBe(404)
})

test('what is drawn says the event, the name as it is stored, the hours, who signs and where it is verified', async () => {
  const drawn: unknown[] = []
  const { guest, path, app } = await open({
    world: () => ({
      certificadoDrawer: {
        draw: async (input) => (drawn.push(input), new Uint8Array([1])),
        close: async () => {},
      },
    }),
  })
  const assinaturas = [{ nome: 'Helena', cargo: 'diretora' }]
  const { gravado } = app.services
  if (!gravado) throw new Error('no event')
  await app.services.eventos.gravar(
    {
      ...{
        versao: gravado.versao,
        evento: { ...gravado.evento, assinaturas },
        avisar: false,
        cancelado: false,
      },
      ...{ eventoid: '', now: app.services.now() },
    },
    app.services.autorOf('cli'),
  )
  await guest.get(`${path}/certificado.pdf`)
  const text = await textOf(guest.get(`${path}/certificado`))
  expect(drawn).toEqual([
    expect.objectContaining({
      ...{ quando: '16 de setembro de 2027', horas: '2 horas e 30 minutos', assinaturas },
      ...{ endereco: 'convite.test/certificado', url: 'https://convite.test/certificado?codigo=' },
      paginas: [{ nome: 'MARIA D’ÁVILA', codigo: CODIGO.exec(text)?.[0] }],
    }),
  ])
})

test('while too many are drawn whoever asks is told when to come back', async () => {
  const { guest, path } = await open({
    world: () => ({ certificadoDrawer: { draw: async () => null, close: async () => {} } }),
  })
  const busy = await guest.get(`${path}/certificado.pdf`)
  expect([busy.status, busy.headers.get('Retry-After')]).toEqual([503, '15'])
  expect(await busy.text()).toContain('tente outra vez')
  expect((await guest.get(`${path}/certificado`)).status).toBe(200)
})

/** The page says why, and there is no file: its address leads to the page. */
async function expectNone({ guest, path }: Awaited<ReturnType<typeof open>>, told: string, status = 200) {
  const response = await guest.get(`${path}/certificado`)
  const text = readText(await response.text())
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([status, 'no-store'])
  expect(text).toContain(told)
  expect(text).not.toMatch(CODIGO)
  for (const file of ['pdf', 'svg']) {
    const asked = await guest.get(`${path}/certificado.${file}`)
    expect([asked.status, asked.headers.get('Location')]).toEqual([302, `${path}/certificado`])
  }
}

for (const nome of ['Μαρία', 'Ana Иванова', 'Ana 牛'])
  test(`of ${nome} no half is drawn: the page asks for a spelling in our letters, and has the file once it is there`, async () => {
    const opened = await open({ nome })
    await expectNone(opened, `O certificado não tem todas as letras de ${nome.toLocaleUpperCase('pt-BR')}`)
    const text = await textOf(opened.guest.get(`${opened.path}/certificado`))
    expect(text).toContain('com as nossas letras, até 16 de outubro, 22h')
    const stored = opened.app.store.credenciais.get(opened.credencialid)
    if (stored) Object.assign(stored, { nome: 'MARIA' })
    expect((await opened.guest.get(`${opened.path}/certificado.pdf`)).status).toBe(200)
  })

test('before the event has ended there is none: the page says when', async () => {
  const opened = await open({ hasEnded: false })
  await expectNone(opened, 'Ele fica pronto quando o evento termina: 16 de setembro, 22h')
  opened.app.advance(Date.parse(opened.app.services.config.evento.fim) - NOW - 1)
  await expectNone(opened, 'O CERTIFICADO VEM DEPOIS')
  opened.app.advance(1)
  expect(await textOf(opened.guest.get(`${opened.path}/certificado`))).toContain('SEU CERTIFICADO')
})

test('who never came, withdrew, or whose admission was annulled is told so, and whom to ask until when', async () => {
  const never = await open({ isInside: false })
  await expectNone(never, 'A porta não registrou sua entrada.')
  await expectNone(never, 'Você esteve lá? Fale com a organização até 16 de outubro, 22h: secretaria@')

  const withdrawn = await open({ isInside: false, hasEnded: false })
  await withdrawn.guest.post(`${withdrawn.path}/presenca`, { ato: 'desistir' })
  withdrawn.app.advance(Date.parse(withdrawn.app.services.config.evento.fim) - NOW)
  await expectNone(withdrawn, 'Sua presença foi retirada')

  const annulled = await open()
  const { services } = annulled.app
  await services.entradas.annul(
    { entradaid: 'entrada-2', credencialid: annulled.credencialid, anula: 'entrada-1' },
    services.autorOf('cli'),
  )
  await expectNone(annulled, 'A entrada feita com esta credencial foi anulada.')
})

test('an event that was cancelled has no certificates', async () => {
  const opened = await open({ hasEnded: false })
  const { services } = opened.app
  const { gravado } = services
  if (!gravado) throw new Error('no event')
  await services.eventos.gravar(
    { versao: gravado.versao, evento: gravado.evento, avisar: true, cancelado: true, eventoid: '', now: NOW },
    services.autorOf('cli'),
  )
  await expectNone(opened, 'O evento foi cancelado')
})

test('a guest of a rehearsal has none, and nothing else opens without a signature', async () => {
  const { app } = await open()
  const { convidados, estranho } = ensaioOf('8c0f6f1e-35a8-4d2b-9f51-0c2d8a3d9b11')
  for (const token of [convidados[0]?.token ?? '', estranho]) {
    const response = await app.browser().get(`/c/${token}/certificado`)
    expect([response.status, await response.text()]).toEqual([
      404,
      expect.stringContaining('CREDENCIAL DE ENSAIO'),
    ])
  }
  expect((await app.browser().get(`/c/${'x'.repeat(35)}/certificado`)).status).toBe(404)
})

test('from the day of erasure on the page says that credenciais are over', async () => {
  const opened = await open()
  opened.app.advance(30 * 86_400_000)
  await expectNone(opened, 'CREDENCIAL ENCERRADA', 410)
})

test('while storage does not answer the page says so, and the file leads to it', async () => {
  const opened = await open()
  opened.app.services.entradas.listOf = async () => {
    throw new StorageError('away')
  }
  const page = await opened.guest.get(`${opened.path}/certificado`)
  expect([page.status, page.headers.get('Retry-After')]).toEqual([503, '5'])
  expect(await page.text()).toContain('VOLTAMOS JÁ')
  const file = await opened.guest.get(`${opened.path}/certificado.pdf`)
  expect([file.status, file.headers.get('Location')]).toEqual([302, `${opened.path}/certificado`])
})

test('the credencial leads to it once the event has ended, for who was inside', async () => {
  const inside = await open({ hasEnded: false })
  expect(await textOf(inside.guest.get(inside.path))).not.toContain('MEU CERTIFICADO')
  inside.app.advance(Date.parse(inside.app.services.config.evento.fim) - NOW)
  expect(await (await inside.guest.get(inside.path)).text()).toContain(`href="${inside.path}/certificado"`)
  const outside = await open({ isInside: false })
  expect(await textOf(outside.guest.get(outside.path))).not.toContain('MEU CERTIFICADO')
})

test('who withdrew and came all the same finds it on the credencial, too', async () => {
  const { app, guest, path, credencialid } = await open({ isInside: false, hasEnded: false })
  await guest.post(`${path}/presenca`, { ato: 'desistir' })
  await app.services.entradas.add([anEntrada(credencialid, { entradaid: 'entrada-1' })], null)
  expect(await textOf(guest.get(path))).toContain('PRESENÇA RETIRADA')
  app.advance(Date.parse(app.services.config.evento.fim) - NOW)
  expect(await (await guest.get(path)).text()).toContain(`href="${path}/certificado"`)
})

/** The code on a guest's page. */
const codeOn = async ({ guest, path }: Awaited<ReturnType<typeof open>>) =>
  CODIGO.exec(await textOf(guest.get(`${path}/certificado`)))?.[0] ?? ''

test('anybody verifies name and code by a form without a script; the answer stands on the page, and nothing is kept', async () => {
  const opened = await open()
  const { app } = opened
  const codigo = await codeOn(opened)
  const form = await app.browser().get(`/certificado?codigo=${codigo.toLowerCase()}&nome=MARIA`)
  const html = await form.text()
  expect([form.status, form.headers.get('Cache-Control'), form.headers.get('Set-Cookie')]).toEqual([
    200,
    'no-store',
    null,
  ])
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  expect(html).toContain('<form method="post" action="/certificado"')
  expect(html).toContain(`value="${codigo}"`)
  expect(html).not.toMatch(/MARIA|<script/)

  const before = JSON.stringify([...app.store.credenciais, ...app.store.eventos, ...app.store.entradas])
  const answer = await verify(app, ` ${codigo.toLowerCase().replace('-', ' ')} `, ' maria  davila ')
  const text = readText(await answer.text())
  expect([answer.status, answer.headers.get('Location'), answer.headers.get('Cache-Control')]).toEqual([
    200,
    null,
    'no-store',
  ])
  for (const told of [
    ...['VERDADEIRO', 'maria davila', codigo, 'Palestra comemorativa dos 80 anos', '2 horas e 30 minutos'],
    ...['16 de setembro de 2027', 'Sociedade Rural do Vale Dourado', 'Vale para o nome como você o digitou.'],
    'ainda estão guardados: serão apagados em 16 de outubro de 2027',
  ])
    expect(text).toContain(told)
  expect(JSON.stringify([...app.store.credenciais, ...app.store.eventos, ...app.store.entradas])).toBe(before)
  expect(app.logged()).not.toMatch(/maria|davila/i)
  expect(app.logged()).not.toContain(codigo)
})

test('a wrong name, a wrong code and what is neither get one answer, with what was typed to be compared', async () => {
  const opened = await open()
  const codigo = await codeOn(opened)
  const wrongCode = codigo.replace(/^./, (sign) => (sign === '2' ? '3' : '2'))
  const answers = await Promise.all(
    [
      ...([
        [codigo, 'MARIA D’ÁVILLA'],
        [wrongCode, 'MARIA D’ÁVILA'],
        ['x', 'MARIA D’ÁVILA'],
      ] as const),
      ...([
        ['', ''],
        [codigo, ''],
        [codigo, 'M'.repeat(5000)],
      ] as const),
    ].map(async ([code, nome]) => {
      const response = await verify(opened.app, code, nome)
      const html = await response.text()
      return [response.status, html.replace(/value="[^"]*"/g, '')]
    }),
  )
  expect(new Set(answers.map(([status, html]) => `${status} ${html}`)).size).toBe(1)
  expect(answers[0]?.[1]).toContain('NÃO CONFERE')
  const html = await (await verify(opened.app, codigo, '"><b>ANA')).text()
  expect(html).toContain('value="&quot;&gt;&lt;b&gt;ANA"')
  expect(html).toContain(`value="${codigo}"`)
})

test('before the event has ended no code is true, whoever could reckon one', async () => {
  const { app } = await open({ hasEnded: false })
  const { gravado } = app.services
  const codigo = app.services.certificadoCodeOf(
    { eventoid: gravado?.eventoid ?? '', minutos: 150 },
    'MARIA D’ÁVILA',
  )
  expect(await textOf(verify(app, codigo, 'MARIA D’ÁVILA'))).toContain('NÃO CONFERE')
  app.advance(Date.parse(app.services.config.evento.fim) - NOW)
  expect(await textOf(verify(app, codigo, 'MARIA D’ÁVILA'))).toContain('VERDADEIRO')
})

test('a corrected name has another code, and the former stays true of the former name', async () => {
  const opened = await open()
  const { services } = opened.app
  const before = await codeOn(opened)
  const stored = opened.app.store.credenciais.get(opened.credencialid)
  if (!stored) throw new Error('no guest')
  Object.assign(stored, { nome: 'MARIA D’ÁVILLA' })
  const after = await codeOn(opened)
  expect(after).not.toBe(before)
  expect(await textOf(verify(opened.app, after, 'MARIA D’ÁVILLA'))).toContain('VERDADEIRO')
  expect(await textOf(verify(opened.app, before, 'MARIA D’ÁVILA'))).toContain('VERDADEIRO')
  const mixed = await textOf(verify(opened.app, before, 'MARIA D’ÁVILLA'))
  expect(mixed).toContain('NÃO CONFERE')
  expect(mixed).toContain('Se o papel diz o mesmo que você digitou, este certificado não foi emitido aqui.')
  expect(services.gravado?.versao).toBe(1)
})

test('after twenty wrong ones in a minute an address waits, right or wrong; others do not, and right ones are not counted', async () => {
  const opened = await open()
  const { app } = opened
  const codigo = await codeOn(opened)
  const right = (address: string) => verify(app, codigo, 'MARIA D’ÁVILA', address)
  for (let n = 0; n < 30; n++) expect((await right('198.51.100.1')).status).toBe(200)
  // At once: none of them is looked at before it is counted.
  const wrong = await Promise.all(
    Array.from({ length: 30 }, () => verify(app, codigo, 'ANA', '198.51.100.1')),
  )
  expect(wrong.filter(({ status }) => status === 200)).toHaveLength(20)
  const refused = await right('198.51.100.1')
  expect([refused.status, Number(refused.headers.get('Retry-After')) > 0]).toEqual([429, true])
  expect(await refused.text()).toContain('Espere um minuto')
  expect((await right('198.51.100.2')).status).toBe(200)
  // A process has one count, whichever version of the event it shows.
  const { gravado, eventos, autorOf, now } = app.services
  if (!gravado) throw new Error('no event')
  await eventos.gravar(
    {
      ...{
        versao: gravado.versao,
        evento: { ...gravado.evento, local: 'Outro' },
        avisar: false,
        cancelado: false,
      },
      ...{ eventoid: '', now: now() },
    },
    autorOf('cli'),
  )
  expect((await right('198.51.100.1')).status).toBe(429)
})

test('all addresses together have ten thousand wrong ones in a minute', async () => {
  const { app } = await open()
  const { services } = app
  for (let n = 0; n < 10_000; n++) await countGuess(`198.51.${n % 200}.${n % 19}`, services)
  expect(await countGuess('203.0.113.250', services)).toBeGreaterThan(0)
  // One for the last and one, one for the next.
  for (let n = 0; n < 2; n++) await wasRight('203.0.113.251', services)
  expect((await verify(app, 'x', 'y', '203.0.113.252')).status).toBe(200)
  expect((await verify(app, 'x', 'y', '203.0.113.253')).status).toBe(429)
})

test('from the day of erasure on, while nobody has erased, the page no longer says that day', async () => {
  const opened = await open()
  const codigo = await codeOn(opened)
  const { app } = opened
  app.advance(app.services.eraseAt - app.services.now() - 1)
  expect(await textOf(verify(app, codigo, 'MARIA D’ÁVILA'))).toContain('serão apagados em 16 de outubro')
  app.advance(1)
  const text = await textOf(verify(app, codigo, 'MARIA D’ÁVILA'))
  expect(text).toContain(
    'Os dados dos convidados deste evento ainda estão guardados, e a conferência continua.',
  )
  expect(text).not.toContain('serão apagados')
})

test('after the erasure it is verified as before, and the page says that the data is gone', async () => {
  const opened = await open()
  const codigo = await codeOn(opened)
  const { app } = opened
  app.advance(29 * 86_400_000)
  await app.services.credenciais.erasePersonalData(app.services.autorOf('cli'))
  const text = await textOf(verify(app, codigo, 'MARIA D’ÁVILA'))
  expect(text).toContain('VERDADEIRO')
  expect(text).toContain(
    'Os dados dos convidados deste evento foram apagados em 15 de outubro de 2027, como prometido.',
  )
  app.advance(60_000)
  app.services.credenciais.countPersonalData = async () => {
    throw new StorageError('away')
  }
  const away = await textOf(verify(app, codigo, 'MARIA D’ÁVILA'))
  expect(away).toContain('VERDADEIRO')
  expect(away).not.toContain('apagados')
})

test('between two events and after the next is described, the former is verified by its title, days and hours', async () => {
  const opened = await open()
  const codigo = await codeOn(opened)
  const { services, store } = opened.app
  await services.credenciais.erasePersonalData(services.autorOf('cli'))
  const de = services.gravado?.eventoid ?? ''
  await services.eventos.comecarOutro(
    { de, eventoid: 'outro', areContactsErased: true, balanco: null },
    services.autorOf('cli'),
  )
  const startAgain = () =>
    startApp(() => ({ storage: openMemory(store), now: () => services.now() + 60_000 }))
  const expectVerified = async (app: TestApp) => {
    const text = await textOf(verify(app, codigo, 'MARIA D’ÁVILA'))
    for (const told of [
      'VERDADEIRO',
      'participou de “A terra, o tempo e o trabalho”, 2 horas e 30 minutos',
      'já foram apagados',
    ])
      expect(text).toContain(told)
    expect(await textOf(verify(app, codigo, 'MARIA'))).toContain('NÃO CONFERE')
  }
  const between = await startAgain()
  expect(await textOf(between.browser().get('/certificado'))).toContain('CONFERIR UM CERTIFICADO')
  expect(await textOf(between.browser().get('/'))).toContain('EM BREVE')
  await expectVerified(between)
  const evento: Evento = {
    ...anEventoGravado().evento,
    titulo: 'O próximo',
    inicio: '2028-09-16T19:30:00-03:00',
    fim: '2028-09-16T22:00:00-03:00',
  }
  await services.eventos.gravar(
    { versao: null, evento, avisar: false, cancelado: false, eventoid: '', now: services.now() },
    services.autorOf('cli'),
  )
  await expectVerified(await startAgain())
})

for (const [which, env] of [
  ['the file’s event', {}],
  ['no event', { EVENTO: '' }],
] as const) {
  test(`a server that started without its storage, and shows ${which}, takes no paper for untrue until it answers`, async () => {
    const opened = await open()
    const codigo = await codeOn(opened)
    const { services, store } = opened.app
    await services.credenciais.erasePersonalData(services.autorOf('cli'))
    const de = services.gravado?.eventoid ?? ''
    await services.eventos.comecarOutro(
      { de, eventoid: 'outro', areContactsErased: true, balanco: null },
      services.autorOf('cli'),
    )
    const storage = openMemory(store)
    const { eventos } = storage
    const away = () => Promise.reject(new StorageError('away'))
    storage.eventos = { ...eventos, find: away, adotar: away, versao: away }
    const app = await startApp(() => ({ storage, now: () => services.now() + 60_000 }), env)
    // More than an address may get wrong: none is counted.
    for (let n = 0; n < 25; n++) {
      const answer = await verify(app, codigo, 'MARIA D’ÁVILA')
      expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5'])
      expect(await answer.text()).toContain('VOLTAMOS JÁ')
    }
    Object.assign(storage.eventos, eventos)
    expect(await textOf(verify(app, codigo, 'MARIA D’ÁVILA'))).toContain('VERDADEIRO')
  })
}

test('where no event was ever described no paper is true', async () => {
  const storage = openMemory(createMemoryStore())
  const { eventos } = storage
  storage.eventos = { ...eventos, find: () => Promise.reject(new StorageError('away')) }
  const app = await startApp(() => ({ storage }), { EVENTO: '' })
  Object.assign(storage.eventos, eventos)
  expect(await textOf(verify(app, '22222-22222', 'ANA'))).toContain('NÃO CONFERE')
})

test('a code made with another secret is none', async () => {
  const { app } = await open()
  const { eventoid = '' } = app.services.gravado ?? {}
  const codigo = certificadoCodeOf(
    'another-secret-of-thirty-two-characters',
    { eventoid, minutos: 150 },
    MARIA.nome,
  )
  expect(await textOf(verify(app, codigo, MARIA.nome))).toContain('NÃO CONFERE')
})
