import { expect, test } from 'vitest'
import { wrongGuesses } from '../../../app/routes/certificado.tsx'
import { certificadoCodeOf } from '../../../server/domain/certificado.ts'
import { StorageError } from '../../../server/domain/errors.ts'
import type { Evento } from '../../../server/domain/evento.ts'
import { codeOn, MARIA, openCertificado, textOf } from '../../support/certificado.ts'
import { anEventoGravado, NOW } from '../../support/factories.ts'
import { readText } from '../../support/html.ts'
import { startApp, type TestApp } from '../../support/remix.ts'
import { createStore } from '../../support/stored.ts'
import { changeEvento } from '../../support/change-evento.ts'

const verify = (app: TestApp, codigo: string, nome: string, address = '198.51.100.9') =>
  app.browser(address).post('/certificado', { codigo, nome })

test('anybody verifies name and code by a form without a script; the answer stands on the page, and nothing is kept', async () => {
  const opened = await openCertificado()
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

  const before = app.store.copy()
  const answer = await verify(app, ` ${codigo.toLowerCase().replace('-', ' ')} `, ' maria  davila ')
  const text = readText(await answer.text())
  expect([answer.status, answer.headers.get('Location'), answer.headers.get('Cache-Control')]).toEqual([
    200,
    null,
    'no-store',
  ])
  for (const told of [
    ...['VERDADEIRO', 'maria davila', codigo, 'da palestra comemorativa dos 80 anos', '2 horas e 30 minutos'],
    ...['16 de setembro de 2027', 'Sociedade Rural do Vale Dourado', 'Vale para o nome como você o digitou.'],
    'ainda estão guardados: serão apagados em 16 de outubro de 2027',
  ])
    expect(text).toContain(told)
  expect(app.store.copy()).toEqual(before)
  expect(app.logged()).not.toMatch(/maria|davila/i)
  expect(app.logged()).not.toContain(codigo)
})

test('a wrong name, a wrong code and what is neither get one answer, with what was typed to be compared', async () => {
  const opened = await openCertificado()
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
  const { app } = await openCertificado({ hasEnded: false })
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
  const opened = await openCertificado()
  const { services } = opened.app
  const before = await codeOn(opened)
  const stored = opened.app.store.get('credenciais', opened.credencialid)
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
  const opened = await openCertificado()
  const { app } = opened
  const codigo = await codeOn(opened)
  const right = (address: string) => verify(app, codigo, 'MARIA D’ÁVILA', address)
  for (let n = 0; n < 30; n++) expect((await right('198.51.100.1')).status).toBe(200)
  // All at once: each is counted before any of them is looked at.
  const wrong = await Promise.all(
    Array.from({ length: 30 }, () => verify(app, codigo, 'ANA', '198.51.100.1')),
  )
  expect(wrong.filter(({ status }) => status === 200)).toHaveLength(20)
  const refused = await right('198.51.100.1')
  expect([refused.status, Number(refused.headers.get('Retry-After')) > 0]).toEqual([429, true])
  expect(await refused.text()).toContain('Espere um minuto')
  expect((await right('198.51.100.2')).status).toBe(200)
  // A process has one count, whichever version of the event it shows.
  await changeEvento(app.services, { local: 'Outro' }, { avisar: false })
  expect((await right('198.51.100.1')).status).toBe(429)
})

test('wrong ones of any number of addresses never stop what another asks first', async () => {
  const opened = await openCertificado()
  const { services } = opened.app
  const codigo = await codeOn(opened)
  for (let n = 0; n < 20_000; n++) await wrongGuesses.count(`10.0.${n % 250}.${n % 4}`, services)
  for (let n = 0; n < 20; n++)
    expect((await verify(opened.app, 'x', 'y', '203.0.113.253')).status, `${n + 1} wrong`).toBe(200)
  expect((await verify(opened.app, codigo, 'MARIA D’ÁVILA', '203.0.113.254')).status).toBe(200)
})

test('from the day of erasure on, while nobody has erased, the page no longer says that day', async () => {
  const opened = await openCertificado()
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
  const opened = await openCertificado()
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

/** Erases the guests and begins another event. */
async function beginOutro({ credenciais, eventos, gravado, autorOf }: TestApp['services']) {
  await credenciais.erasePersonalData(autorOf('cli'))
  const request = { de: gravado?.eventoid ?? '', eventoid: 'outro', areContactsErased: true }
  await eventos.comecarOutro({ ...request, balanco: null, entradas: null }, autorOf('cli'))
}

test('between two events and after the next is described, the former is verified by its title, days and hours', async () => {
  const opened = await openCertificado()
  const codigo = await codeOn(opened)
  const { services, store } = opened.app
  await beginOutro(services)
  const startAgain = () => startApp(() => ({ storage: store.open(), now: () => services.now() + 60_000 }))
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
    const opened = await openCertificado()
    const codigo = await codeOn(opened)
    const { services, store } = opened.app
    await beginOutro(services)
    const storage = store.open()
    const { eventos } = storage
    const away = () => Promise.reject(new StorageError('away'))
    storage.eventos = { ...eventos, find: away, adotar: away, versao: away }
    const app = await startApp(() => ({ storage, now: () => services.now() + 60_000 }), env)
    // More attempts than an address may get wrong, and none of them counts.
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
  const storage = createStore().open()
  const { eventos } = storage
  storage.eventos = { ...eventos, find: () => Promise.reject(new StorageError('away')) }
  const app = await startApp(() => ({ storage }), { EVENTO: '' })
  Object.assign(storage.eventos, eventos)
  expect(await textOf(verify(app, '22222-22222', 'ANA'))).toContain('NÃO CONFERE')
})

test('a code made with another secret is none', async () => {
  const { app } = await openCertificado()
  const { eventoid = '' } = app.services.gravado ?? {}
  const codigo = certificadoCodeOf(
    'another-secret-of-thirty-two-characters',
    { eventoid, minutos: 150 },
    MARIA.nome,
  )
  expect(await textOf(verify(app, codigo, MARIA.nome))).toContain('NÃO CONFERE')
})
