import { expect, test } from 'vitest'
import { aCadastro, aClaim, anEmpresa, anEntrada, aRegister, HOLD_MS, NOW } from '../../support/factories.ts'
import { readText } from '../../support/html.ts'
import { startApp } from '../../support/remix.ts'
import { openEquipe } from '../../support/equipe.ts'
import { registered } from '../../support/registered.ts'

async function open() {
  const app = await startApp()
  app.store.put(
    'empresas',
    anEmpresa({ empresaid: 'serra', nome: 'Laticínios Serra Azul', contato: 'Otávio', icredencial: 10 }),
  )
  const browser = await openEquipe(app)
  const register = async (nome: string, at = NOW) => {
    const claim = { ...aClaim('serra'), now: at }
    const request = aRegister({
      claim,
      now: at,
      cadastro: aCadastro({ nome, telefone: '65912343187', email: '' }),
    })
    return registered(app.services.credenciais, request)
  }
  const admit = (credencialid: string, lidaem: number) =>
    app.services.entradas.add(
      [anEntrada(credencialid, { aparelhoid: browser.aparelhoid, lidaem, recebidaem: lidaem })],
      null,
    )
  const page = async (path = '/painel/empresas/serra') => browser.body(path)
  return { ...app, browser, register, admit, page }
}

test('a company’s page tells its invitations in numbers, its link, and its guests with their state', async () => {
  const { services, register, admit, page } = await open()
  const ana = await register('ANA LIMA')
  await register('BIA LIMA', NOW + 1)
  await services.empresas.claim(aClaim('serra'))
  await admit(ana, NOW + 5 * 3_600_000)
  const html = await page()
  const text = readText(html)
  for (const told of [
    'Responsável: Otávio , sem WhatsApp',
    'Convites o total da empresa 10',
    'Confirmados 20% dos convites 2',
    'Reservados 1 formulário aberto 1',
    'Livres 70% dos convites 7',
    'Dentro 1 de 2 confirmados 1',
    'ANA LIMA Dentro, 17h00 (65) •••••-3187 1/9 BIA LIMA Confirmou',
  ])
    expect(text).toContain(told)
  expect(text).not.toContain('65912343187')
  expect(html).toContain(`<a href="/painel/convidados/${ana}">ANA LIMA</a>`)
  expect(html).toContain('href="https://convite.test/serra">convite.test/serra</a>')
  const texts = [...html.matchAll(/href="(https:\/\/wa\.me\/[^"]*)"/g)].map(([, href = '']) =>
    new URL(href).searchParams.get('text'),
  )
  expect(texts).toEqual([expect.stringMatching(/Serra Azul[^]*https:\/\/convite\.test\/serra$/)])
  expect(html).toContain('<form method="post" action="/painel/envios/mesa/serra" target="_blank"')
  expect(html).not.toContain('<script')
})

test('a hundred guests stand on a page', async () => {
  const { store, register, page } = await open()
  store.put('empresas', anEmpresa({ empresaid: 'serra', icredencial: 200 }))
  for (let i = 0; i < 101; i++) await register(`ANA ${'ABCDEFGHIJ'[Math.floor(i / 10)] ?? 'X'}${i}`, NOW + i)
  expect(readText(await page())).toContain('1 a 100 de 101')
  const second = readText(await page('/painel/empresas/serra?pagina=2'))
  expect(second).toContain('101 a 101 de 101')
  expect(second).toContain('ANA X100 Confirmou')
})

test('another total is written, told with what it is now, and stands in the history of the company', async () => {
  const { store, browser } = await open()
  const response = await browser.post('/painel/empresas/serra', { total: '45' })
  expect([response.status, response.headers.get('Location')]).toEqual([
    303,
    '/painel/empresas/serra?feito=total#conteudo',
  ])
  const text = await browser.text('/painel/empresas/serra?feito=total')
  expect(text).toContain('Feito: o total agora é de 45 convites.')
  expect(text).toContain('Histórico 1/9, 12h00 Mudou o total, de 10 para 45, Cida Moreira')
  expect(store.get('empresas', 'serra')?.icredencial).toBe(45)
})

test('a total below what is used and held comes back with what was typed and a sentence', async () => {
  const { store, services, register, browser } = await open()
  await register('ANA LIMA')
  await services.empresas.claim(aClaim('serra', { now: NOW - HOLD_MS / 2 }))
  const response = await browser.post('/painel/empresas/serra', { total: '1' })
  const html = await response.text()
  expect(response.status).toBe(422)
  expect(html).toContain('<title>Erro: Laticínios Serra Azul · Painel</title>')
  expect(readText(html)).toContain('Não pode ficar abaixo de 2: 1 confirmado e 1 reservado.')
  expect(html).toMatch(/<a href="#total">O total não pode ser menor que 2/)
  expect(html).toMatch(/<details open=""><summary>Mudar o total/)
  expect(html).toMatch(/<input[^>]*name="total"[^>]*value="1"/)
  expect([store.get('empresas', 'serra')?.icredencial, store.count('historico')]).toEqual([10, 0])
})

test('a company nobody can open says so in place of its link', async () => {
  const { store, page } = await open()
  store.put('empresas', anEmpresa({ empresaid: 'painel', nome: 'Tomada' }))
  const html = await page('/painel/empresas/painel')
  expect(readText(html)).toContain('Ninguém abre esta empresa')
  expect(html).not.toContain('wa.me')
})

test('a company that does not exist is a 404, and so is any for a browser that is no organiser’s', async () => {
  const { browser: organiser } = await open()
  expect((await organiser.get('/painel/empresas/nenhuma')).status).toBe(404)
  expect((await organiser.post('/painel/empresas/nenhuma', { total: '5' })).status).toBe(404)
  const app = await startApp()
  app.store.put('empresas', anEmpresa({ empresaid: 'serra', icredencial: 10 }))
  for (const other of [app.browser(), await openEquipe(app, { papel: 'porta' })]) {
    expect((await other.get('/painel/empresas/serra')).status).toBe(404)
    expect((await other.post('/painel/empresas/serra', { total: '5' })).status).toBe(404)
  }
  expect(app.store.get('empresas', 'serra')?.icredencial).toBe(10)
})
