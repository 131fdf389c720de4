import { expect, test } from 'vitest'
import { ensaioOf } from '../../../server/domain/ensaio.ts'
import { StorageError } from '../../../server/domain/errors.ts'
import { CODIGO, openCertificado, textOf } from '../../support/certificado.ts'
import { anEntrada, NOW } from '../../support/factories.ts'
import { readText } from '../../support/html.ts'
import { changeEvento } from '../../support/change-evento.ts'

test('who was inside reads the code, until when to take it along and where it is verified, and nobody keeps the page', async () => {
  const { guest, path } = await openCertificado()
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
  const { guest, path } = await openCertificado()
  const pdf = await guest.get(`${path}/certificado.pdf`)
  expect(Object.fromEntries(pdf.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
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
  const { guest, path, app } = await openCertificado({
    world: () => ({
      certificadoDrawer: {
        draw: async (input) => (drawn.push(input), new Uint8Array([1])),
        close: async () => {},
      },
    }),
  })
  const assinaturas = [{ nome: 'Helena', cargo: 'diretora' }]
  await changeEvento(app.services, { assinaturas }, { avisar: false })
  await guest.get(`${path}/certificado.pdf`)
  const text = await textOf(guest.get(`${path}/certificado`))
  expect(drawn).toEqual([
    expect.objectContaining({
      quando: '16 de setembro de 2027',
      horas: '2 horas e 30 minutos',
      assinaturas,
      endereco: 'convite.test/certificado',
      url: 'https://convite.test/certificado?codigo=',
      paginas: [{ nome: 'MARIA D’ÁVILA', codigo: CODIGO.exec(text)?.[0] }],
    }),
  ])
})

test('while too many are drawn whoever asks is told when to come back', async () => {
  const { guest, path } = await openCertificado({
    world: () => ({ certificadoDrawer: { draw: async () => null, close: async () => {} } }),
  })
  const busy = await guest.get(`${path}/certificado.pdf`)
  expect([busy.status, busy.headers.get('Retry-After')]).toEqual([503, '15'])
  expect(await busy.text()).toContain('tente outra vez')
  expect((await guest.get(`${path}/certificado`)).status).toBe(200)
})

/** Expects a page that says why, and no file: the file's address leads to the page. */
async function expectNone(
  { guest, path }: Awaited<ReturnType<typeof openCertificado>>,
  told: string,
  status = 200,
) {
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
    const opened = await openCertificado({ nome })
    await expectNone(opened, `O certificado não tem todas as letras de ${nome.toLocaleUpperCase('pt-BR')}`)
    const text = await textOf(opened.guest.get(`${opened.path}/certificado`))
    expect(text).toContain('com as nossas letras, até 16 de outubro, 22h')
    const stored = opened.app.store.get('credenciais', opened.credencialid)
    if (stored) Object.assign(stored, { nome: 'MARIA' })
    expect((await opened.guest.get(`${opened.path}/certificado.pdf`)).status).toBe(200)
  })

test('before the event has ended there is none: the page says when', async () => {
  const opened = await openCertificado({ hasEnded: false })
  await expectNone(opened, 'Ele fica pronto quando o evento termina: 16 de setembro, 22h')
  opened.app.advance(Date.parse(opened.app.services.config.evento.fim) - NOW - 1)
  await expectNone(opened, 'O CERTIFICADO VEM DEPOIS')
  opened.app.advance(1)
  expect(await textOf(opened.guest.get(`${opened.path}/certificado`))).toContain('SEU CERTIFICADO')
})

test('who never came, withdrew, or whose admission was annulled is told so, and whom to ask until when', async () => {
  const never = await openCertificado({ isInside: false })
  await expectNone(never, 'A porta não registrou sua entrada.')
  await expectNone(never, 'Você esteve lá? Fale com a organização até 16 de outubro, 22h: secretaria@')

  const withdrawn = await openCertificado({ isInside: false, hasEnded: false })
  await withdrawn.guest.post(`${withdrawn.path}/presenca`, { ato: 'desistir' })
  withdrawn.app.advance(Date.parse(withdrawn.app.services.config.evento.fim) - NOW)
  await expectNone(withdrawn, 'Sua presença foi retirada')

  const annulled = await openCertificado()
  const { services } = annulled.app
  await services.entradas.annul(
    { entradaid: 'entrada-2', credencialid: annulled.credencialid, anula: 'entrada-1' },
    services.autorOf('cli'),
  )
  await expectNone(annulled, 'A entrada feita com esta credencial foi anulada.')
})

test('an event that was cancelled has no certificates', async () => {
  const opened = await openCertificado({ hasEnded: false })
  await changeEvento(opened.app.services, {}, { cancelado: true })
  await expectNone(opened, 'O evento foi cancelado')
})

test('a guest of a rehearsal has none, and nothing else opens without a signature', async () => {
  const { app } = await openCertificado()
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
  const opened = await openCertificado()
  opened.app.advance(30 * 86_400_000)
  await expectNone(opened, 'CREDENCIAL ENCERRADA', 410)
})

test('while storage does not answer the page says so, and the file leads to it', async () => {
  const opened = await openCertificado()
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
  const inside = await openCertificado({ hasEnded: false })
  expect(await textOf(inside.guest.get(inside.path))).not.toContain('Meu certificado')
  inside.app.advance(Date.parse(inside.app.services.config.evento.fim) - NOW)
  expect(await inside.guest.body(inside.path)).toContain(`href="${inside.path}/certificado"`)
  const outside = await openCertificado({ isInside: false })
  expect(await textOf(outside.guest.get(outside.path))).not.toContain('Meu certificado')
})

test('who withdrew and came all the same finds it on the credencial, too', async () => {
  const { app, guest, path, credencialid } = await openCertificado({ isInside: false, hasEnded: false })
  await guest.post(`${path}/presenca`, { ato: 'desistir' })
  await app.services.entradas.add([anEntrada(credencialid, { entradaid: 'entrada-1' })], null)
  expect(await textOf(guest.get(path))).toContain('PRESENÇA RETIRADA')
  app.advance(Date.parse(app.services.config.evento.fim) - NOW)
  expect(await guest.body(path)).toContain(`href="${path}/certificado"`)
})
