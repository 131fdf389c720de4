import { expect, test } from 'vitest'
import { maintain } from '../../../server/use-cases/maintenance.ts'
import { anEvento } from '../../support/temporary.ts'
import { makeConvites } from '../../../server/use-cases/convites-pessoais.ts'
import { anAutor, anEmpresa } from '../../support/factories.ts'
import { readText } from '../../support/html.ts'
import { startApp } from '../../support/remix.ts'

async function openNotice(env: Record<string, string> = {}) {
  const response = await (await startApp(() => ({}), env)).browser().get('/privacidade')
  const html = await response.text()
  return { response, html, text: readText(html) }
}

test('/privacidade tells what is kept, for what, who sees it, until when, and the rights', async () => {
  const { response, html, text } = await openNotice()
  expect(response.status).toBe(200)
  const titles = [...html.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, title]) => title)
  expect(titles).toEqual([
    ...['O que guardamos', 'Para quê', 'Quem vê', 'Onde fica', 'Até quando', 'Seus direitos'],
  ])
  for (const told of [
    'Seu nome.',
    'Seu WhatsApp.',
    'Seu e-mail, se você quiser informar.',
    'organizar sua entrada neste evento',
    'A organização: Sociedade Rural do Vale Dourado.',
    'A portaria do evento: só o nome, o tipo de convite, a mesa, os quatro últimos dígitos do WhatsApp, e se você já entrou. Os celulares dela guardam essa lista, para funcionar sem rede, e a apagam depois do evento.',
    'só entram por aparelhos que alguém da organização autorizou',
    'Se você entrou no evento, e a que horas.',
    'Se você avisou que não vai, e quando.',
    'Se alguém fez um convite com o seu nome: o nome que escreveram, o que a organização anotou e o seu WhatsApp, se foi informado, mesmo que você nunca se cadastre.',
    'O nome de quem vai com você',
    'O WhatsApp de quem só foi convidado: a organização e quem cuida da mesa, se foi essa pessoa que o informou. Ninguém mais.',
    'O WhatsApp de quem só foi convidado se apaga antes: doze horas depois de avisar que não vai, ou quando o convite é retirado.',
    'Se a organização, ou quem cuida da mesa, mandou uma mensagem a você pelo WhatsApp, e quando, sem o texto; e um código calculado a partir do seu número, para não mandar duas vezes.',
    'Quem cuida da mesa dessa empresa, por um link secreto: seu nome, se você confirmou ou desistiu e se já chegou.',
    'Uma planilha enviada pela organização é apagada uma hora depois de usada pela última vez.',
    'Pelo link da empresa que convidou você: só quantos convites restam, sem nomes.',
    'Quem fez o cadastro por você, no aparelho que usou: a sua credencial, com os últimos quatro números do seu WhatsApp.',
    'Por cerca de 15 minutos, o cadastro guarda um código feito a partir dele',
    'ficam a contagem de convites e a hora em que cada um foi usado, sem nomes',
    'apagados a partir de 16 de outubro de 2027 , 30 dias depois do evento',
  ])
    expect(text).toContain(told)
  for (const right of ['confirmar', 'ver', 'corrigir', 'apagar seus dados', 'LGPD'])
    expect(text).toContain(right)
})

test('where names are kept from the table, notice, form and personal invitation say so', async () => {
  const EVENTO = anEvento({ nomesNaMesa: false })
  expect((await openNotice({ EVENTO })).text).toContain(
    'por um link secreto: sem o seu nome, se você confirmou',
  )
  const app = await startApp(() => ({}), { EVENTO })
  app.store.put('empresas', anEmpresa({ empresaid: 'acme', icredencial: 2 }))
  const browser = app.browser()
  await browser.post('/acme')
  const form = await browser.text('/cadastro?empresaid=acme')
  expect(form).toContain('Quem cuida da mesa vê se você confirmou e se chegou, sem o seu nome.')
  const request = { empresaid: 'acme', pedido: '', rotulos: 'Tia' }
  const made = await makeConvites(app.services, request, anAutor())
  const codigo = made.kind === 'created' ? made.codigos[0] : ''
  expect(await browser.text(`/acme/${codigo}`)).toContain('sem o seu nome')
})

test('/privacidade says what is calculated from an address, on whose occasion, for how long, and it is so', async () => {
  expect((await openNotice()).text).toContain(
    'Quando você reserva um convite ou se cadastra, guardamos por 48 horas um código calculado a partir do seu endereço',
  )
  const app = await startApp()
  app.store.put('empresas', anEmpresa({ empresaid: 'acme' }))
  const browser = app.browser()
  await browser.post('/acme')
  await browser.post('/cadastro', { nome: 'Ana Lima', telefone: '11987654321', empresaid: 'acme' })
  await browser.post('/acme')
  await browser.post('/cadastro', { nome: 'Rui Lima', telefone: '11987654321' })
  const kept = () => [...app.store.all('reservas'), ...app.store.all('chaves')].map((r) => r.origem)
  app.advance(48 * 3_600_000)
  await maintain(app.services)
  expect(kept()).toEqual(Array(4).fill(app.services.origemOf('203.0.113.7')))
  app.advance(1)
  await maintain(app.services)
  expect(kept()).toEqual([null, null, null, null])
})

test('/privacidade has no script, is kept out of search engines, and sets no cookie', async () => {
  const { response, html } = await openNotice()
  expect(html).not.toContain('<script')
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  expect(html).toContain('<title>Aviso de privacidade: Sociedade Rural do Vale Dourado</title>')
  expect(response.headers.get('Set-Cookie')).toBeNull()
})

test('a contact that is an e-mail address is a link to write to; any other stands as it is', async () => {
  expect((await openNotice()).html).toContain(
    '<a href="mailto:secretaria@sociedaderural.example">secretaria@sociedaderural.example</a>',
  )
  for (const contato of ['(11) 3333-4444, com Ana', 'a@b?subject=x', 'Ana <ana@exemplo.com>']) {
    const { html, text } = await openNotice({ EVENTO: anEvento({ contato }) })
    expect(html).not.toContain('mailto:')
    expect(text).toContain(contato)
  }
})

test('the day of erasure is the one on the event’s own calendar', async () => {
  const late = { inicio: '2027-12-31T20:00:00-03:00', fim: '2027-12-31T23:30:00-03:00', diasAteApagar: 1 }
  const { text } = await openNotice({ EVENTO: anEvento(late) })
  expect(text).toContain('a partir de 1 de janeiro de 2028 , 1 dia depois do evento')
})

test('where data is kept is told as this server keeps it', async () => {
  expect((await openNotice()).text).toContain('em um servidor da organização ou contratado por ela')
  const firebase = { STORAGE: 'firebase', GCP_PROJECT_ID: 'p', RTDB_URL: 'https://p.firebaseio.com' }
  const { text } = await openNotice(firebase)
  expect(text).toContain('No Firebase, um serviço do Google')
  expect(text).toContain('fora do Brasil')
})

test('the sentence at the form’s button ends with a link to the notice', async () => {
  const html = await (await startApp()).browser().body('/cadastro')
  const sentence = /<p class="privacidade">.*?<\/p>/s.exec(html)?.[0] ?? ''
  expect(readText(sentence)).toMatch(
    /^Usamos seu nome, WhatsApp e e-mail só para organizar .* apagados 30 dias depois do evento\. .* Leia o aviso de privacidade \.$/,
  )
  expect(sentence).toContain('<a href="/privacidade">aviso de privacidade</a>')
})
