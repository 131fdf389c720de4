import { expect, test } from 'vitest'
import { newMesa } from '../../../server/domain/mesa.ts'
import { aClaim, anAutor, anEmpresa, NOW } from '../../support/factories.ts'
import { readText } from '../../support/html.ts'
import { startApp } from '../../support/remix.ts'
import { openEquipe } from '../../support/equipe.ts'

const ERA = { 'era-nome': 'Serra', 'era-numero': '', 'era-contato': 'Otávio', 'era-telefone': '' }
const FORM = { nome: 'Serra', numero: '', contato: 'Otávio', telefone: '', ...ERA }

async function open() {
  const app = await startApp()
  app.store.put(
    'empresas',
    anEmpresa({ empresaid: 'serra', nome: 'Serra', contato: 'Otávio', icredencial: 10, categoria: 'OURO' }),
  )
  const browser = await openEquipe(app)
  const send = (fields: Record<string, string>) =>
    browser.post('/painel/empresas/serra/dados', { ...FORM, ...fields })
  const stored = () => {
    const { nome, contato } = app.store.get('empresas', 'serra') ?? {}
    return { nome, contato, telefone: app.store.get('mesas', 'serra')?.telefone ?? '' }
  }
  const remove = (empresaid = 'serra') => browser.post(`/painel/empresas/${empresaid}`, { ato: 'remover' })
  return { ...app, browser, send, stored, remove }
}

for (const typed of ['(65) 99812-4402', '65998124402', '+55 65 99812 4402', '065 99812.4402']) {
  test(`a number typed as ${typed} is stored as eleven digits, and shown masked on the company’s page`, async () => {
    const { browser, send, stored, store } = await open()
    const response = await send({ nome: ' Laticínios  Serra ', telefone: typed })
    expect([response.status, response.headers.get('Location')]).toEqual([
      303,
      '/painel/empresas/serra?feito=dados',
    ])
    expect(stored()).toEqual({ nome: 'Laticínios Serra', contato: 'Otávio', telefone: '65998124402' })
    expect(store.get('empresas', 'serra')).toMatchObject({ categoria: 'OURO', icredencial: 10 })
    const html = await browser.body('/painel/empresas/serra?feito=dados')
    expect(readText(html)).toContain('Feito: os dados foram gravados.')
    expect(readText(html)).toContain('Responsável: Otávio , (65) •••••-4402')
    expect(readText(html)).toContain(
      'Corrigiu os dados da empresa: nome e WhatsApp do responsável, Cida Moreira',
    )
    expect(html).toContain('action="/painel/envios/mesa/serra"')
    expect(html).not.toContain('65998124402')
  })
}

test('the form shows what is stored; sent back untouched it writes nothing and says nothing in the history', async () => {
  const { browser, send, stored, store } = await open()
  await send({ telefone: '65998124402' })
  const html = await browser.body('/painel/empresas/serra/dados')
  expect(html).toMatch(/name="telefone"[^>]*value="\(65\) 99812-4402"/)
  expect(readText(html)).toContain('O endereço convite.test/serra não muda com o nome.')
  const era = '(65) 99812-4402'
  expect((await send({ telefone: era, 'era-telefone': era })).status).toBe(303)
  expect([stored().telefone, store.count('historico')]).toEqual(['65998124402', 1])
  await send({ telefone: '', 'era-telefone': era })
  expect(stored().telefone).toBe('')
})

test('what is wrong is told by field, and what was typed stays', async () => {
  const { send, stored, store } = await open()
  const response = await send({ nome: ' ', contato: 'Rui "R" <b>', telefone: '99812' })
  const html = await response.text()
  expect(response.status).toBe(422)
  expect(html).toContain('<title>Erro: Editar dados · Painel</title>')
  expect(html).toContain('<a href="#nome">Digite o nome da empresa.</a>')
  expect(html).toContain(
    '<a href="#telefone">Faltam dígitos: são DDD e 8 ou 9 dígitos. Ex.: 34 99911-2244</a>',
  )
  expect(html).toMatch(/value="Rui &quot;R&quot; &lt;b&gt;"/)
  expect([stored(), store.count('historico')]).toEqual([
    { nome: 'Serra', contato: 'Otávio', telefone: '' },
    0,
  ])
})

test('a field somebody else changed meanwhile is told, another they changed is kept, and Gravar again decides', async () => {
  const { services, send, stored } = await open()
  const shown = { nome: 'Serra', contato: 'Otávio', telefone: '', numero: '' }
  const dados = { ...shown, nome: 'Serra Azul', telefone: '65998124402' }
  await services.empresas.correct({ empresaid: 'serra', dados, shown }, anAutor())
  const response = await send({ telefone: '65998124403' })
  const html = await response.text()
  expect(response.status).toBe(422)
  expect(readText(html)).toContain('Outra pessoa mudou este campo agora, para “(65) 99812-4402”.')
  const valueOf = (name: string) =>
    new RegExp(`name="${name}"[^>]*value="([^"]*)"|value="([^"]*)"[^>]*name="${name}"`)
      .exec(html)
      ?.slice(1)
      .join('')
  expect([valueOf('nome'), valueOf('telefone'), valueOf('era-nome'), valueOf('era-telefone')]).toEqual([
    ...['Serra Azul', '65998124403', 'Serra Azul', '(65) 99812-4402'],
  ])
  const again = { nome: 'Serra Azul', 'era-nome': 'Serra Azul', 'era-telefone': '(65) 99812-4402' }
  expect((await send({ ...again, telefone: '65998124403' })).status).toBe(303)
  expect(stored()).toMatchObject({ nome: 'Serra Azul', telefone: '65998124403' })
})

test('a company without guests is removed by two touches, and a repeat says that it is gone', async () => {
  const { browser, remove, store } = await open()
  expect(await browser.text('/painel/empresas/serra')).toContain('Remover a empresa')
  const response = await remove()
  expect([response.status, response.headers.get('Location')]).toEqual([
    303,
    '/painel/empresas?feito=removida',
  ])
  expect(store.count('empresas')).toBe(0)
  expect(await browser.text('/painel/empresas?feito=removida')).toContain('Feito: a empresa foi removida')
  expect((await remove()).headers.get('Location')).toBe('/painel/empresas?feito=sumiu')
  expect((await browser.get('/painel/empresas/serra/dados')).status).toBe(404)
  expect((await browser.post('/painel/empresas/serra/dados', FORM)).headers.get('Location')).toBe(
    '/painel/empresas?feito=sumiu',
  )
  const historico = await browser.body('/painel/historico')
  expect(readText(historico)).toContain('Removeu a empresa')
  expect(historico).not.toContain('href="/painel/empresas/serra"')
})

test('a company somebody claims of a moment before stays, and its page says why', async () => {
  const { browser, remove, services, store } = await open()
  await services.empresas.claim(aClaim('serra', { now: NOW }))
  expect(await browser.text('/painel/empresas/serra')).not.toContain('Remover a empresa')
  expect((await remove()).headers.get('Location')).toBe('/painel/empresas/serra?feito=em-uso#conteudo')
  expect(store.count('empresas')).toBe(1)
  expect(await browser.text('/painel/empresas/serra?feito=em-uso')).toContain(
    'Atenção: alguém se cadastrou ou reservou um convite',
  )
})

test('a new guest begins at the company, which stands in the form already', async () => {
  const { browser } = await open()
  const page = await browser.body('/painel/empresas/serra')
  expect(page).toContain('href="/painel/convidados/novo?empresa=serra"')
  const form = await browser.body('/painel/convidados/novo?empresa=serra')
  expect(form).toMatch(/name="empresa"[^>]*value="Serra"|value="Serra"[^>]*name="empresa"/)
  expect(form).toContain('href="/painel/empresas/serra">Voltar sem gravar')
})

test('no other browser edits or removes', async () => {
  const app = await startApp()
  app.store.put('empresas', anEmpresa({ empresaid: 'serra' }))
  for (const other of [app.browser(), await openEquipe(app, { papel: 'porta' })]) {
    expect((await other.get('/painel/empresas/serra/dados')).status).toBe(404)
    expect((await other.post('/painel/empresas/serra/dados', FORM)).status).toBe(404)
    expect((await other.post('/painel/empresas/serra', { ato: 'remover' })).status).toBe(404)
  }
  expect(app.store.count('empresas')).toBe(1)
})

test('the number of the table is stored, shown under the name and told in the history, and two of one number are told', async () => {
  const { browser, send, store } = await open()
  const page = async () => browser.text('/painel/empresas/serra')
  expect(await page()).not.toContain('MESA 12')
  expect((await send({ numero: ' Mesa 12 ' })).status).toBe(303)
  expect(store.get('mesas', 'serra')?.numero).toBe('12')
  expect(await page()).toContain('MESA 12')
  expect(await page()).toContain('Corrigiu os dados da empresa: número da mesa, Cida Moreira')
  expect(await page()).not.toContain('é também de')
  for (const [empresaid, numero] of [
    ['boa', '012'],
    ['azul', '12'],
    ['longe', '120'],
  ] as const) {
    store.put('empresas', anEmpresa({ empresaid, nome: empresaid.toUpperCase(), icredencial: 1 }))
    store.put('mesas', { ...newMesa(empresaid), numero })
  }
  expect(await page()).toContain('A mesa 12 é também de AZUL e BOA . Pode ser assim mesmo.')
  const refused = await send({ numero: '1'.repeat(21), 'era-numero': '12' })
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain(
    '<a href="#numero">O número da mesa tem até 20 letras ou números, como 12, A3 ou Diretoria.</a>',
  )
  expect((await send({ numero: '', 'era-numero': '12' })).status).toBe(303)
  expect(store.get('mesas', 'serra')?.numero).toBe('')
})
