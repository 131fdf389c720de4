import { expect, test } from 'vitest'
import { anAutor, anEmpresa } from '../../support/factories.ts'
import { readText } from '../../support/html.ts'
import { startApp } from '../../support/remix.ts'
import { openEquipe } from '../../support/equipe.ts'

async function open() {
  const app = await startApp()
  const browser = await openEquipe(app)
  const send = (fields: Record<string, string>) => browser.post('/painel/empresas/nova', fields)
  const saved = () => app.store.all('empresas')
  return { ...app, browser, send, saved }
}

test('a company typed by hand gets the id the import would make, and its page says so', async () => {
  const { services, store, browser, send, saved } = await open()
  const response = await send({ nome: ' Haras  Três Irmãos ', icredencial: '40', contato: 'Rui', cnpj: '' })
  const empresaid = services.empresaidOf({ nome: 'Haras Três Irmãos', cnpj: '' })
  expect(response.status).toBe(303)
  expect(response.headers.get('Location')).toBe(`/painel/empresas/${empresaid}?feito=nova`)
  expect(saved()).toMatchObject([
    { empresaid, nome: 'Haras Três Irmãos', contato: 'Rui', icredencial: 40, licredencial: 0, status: '' },
  ])
  expect(store.all('historico')).toMatchObject([
    { ato: 'gravou-empresas', alvo: empresaid, quem: browser.aparelhoid },
  ])
  const text = await browser.text(response.headers.get('Location') ?? '')
  expect(text).toContain('Feito: a empresa foi gravada.')
  expect(text).toContain('Criou a empresa, Cida Moreira')
})

test('an id that was typed is the company’s, with every other field', async () => {
  const { send, saved } = await open()
  await send({
    nome: 'Serra',
    icredencial: '5',
    empresaid: 'serra-azul',
    categoria: 'MESA',
    usuarioid: '007',
  })
  expect(saved()).toMatchObject([{ empresaid: 'serra-azul', categoria: 'MESA', usuarioid: '007' }])
})

test('an id that was typed ends in a letter or a digit', async () => {
  const { send, saved } = await open()
  for (const empresaid of ['serra.', 'serra-', 'serra_']) {
    const html = await (await send({ nome: 'Serra', icredencial: '5', empresaid })).text()
    expect(html).toMatch(/<a href="#empresaid">Termine com letra ou número/)
  }
  expect(saved()).toEqual([])
})

test('what is wrong is told by field, and what was typed stays', async () => {
  const { send, saved } = await open()
  const response = await send({ nome: ' ', icredencial: 'dez', empresaid: 'painel', contato: 'Rui "R" <b>' })
  const html = await response.text()
  expect(response.status).toBe(422)
  expect(html).toContain('<title>Erro: Nova empresa · Painel</title>')
  expect(html).toContain('<a href="#nome">Digite o nome da empresa.</a>')
  expect(html).toContain('<a href="#icredencial">Digite o total de convites, só com números.</a>')
  expect(html).toMatch(/<a href="#empresaid">Use de 1 a 64 letras/)
  expect(html).toMatch(/<details class="linha" open="">/)
  expect(html).toMatch(/value="Rui &quot;R&quot; &lt;b&gt;"/)
  expect(saved()).toEqual([])
})

test('a company that is stored already is named, by its name and cnpj or by its id', async () => {
  const { store, send, saved } = await open()
  store.put('empresas', anEmpresa({ empresaid: 'serra', nome: 'Serra Azul', cnpj: '12.345/0001' }))
  for (const fields of [
    { nome: 'SERRA AZUL', cnpj: '123450001', icredencial: '5' },
    { nome: 'Serra Azul', icredencial: '5' },
    { nome: 'Outra', empresaid: 'serra', icredencial: '5' },
  ]) {
    const response = await send(fields)
    const html = await response.text()
    expect(response.status).toBe(409)
    expect(readText(html)).toContain('Serra Azul já está cadastrada.')
    expect(html).toContain('<a href="/painel/empresas/serra">Serra Azul</a>')
  }
  expect(saved()).toHaveLength(1)
  expect(store.count('historico')).toBe(0)
})

test('“Já existe” leads to the company of this name, asks for no id, and one touch says that it is another', async () => {
  const { store, send, saved } = await open()
  store.put('empresas', anEmpresa({ empresaid: 'serra', nome: 'Serra Azul', cnpj: '12.345/0001' }))
  const fields = { nome: 'Serra  azul', icredencial: '5' }
  const html = await (await send(fields)).text()
  expect(readText(html)).toContain('Já existe: Serra Azul .')
  expect(html).toContain('<a href="/painel/empresas/serra">Serra Azul</a>')
  expect(readText(html)).not.toMatch(/preencha|digite|empresaid|lcredencial/i)
  expect(html).toMatch(/name="outra" value="1"/)
  expect((await send({ ...fields, outra: '1' })).status).toBe(303)
  expect(saved()).toHaveLength(2)
  // The same form, sent twice.
  const again = await send({ ...fields, outra: '1' })
  expect([again.status, saved().length]).toEqual([409, 2])
  expect(await again.text()).toMatch(/name="outra" value="2"/)
})

test('a company that was given another name since does not stand in the way of a new one of its old name', async () => {
  const { services, send, saved } = await open()
  await send({ nome: 'Serra', icredencial: '5' })
  const empresaid = services.empresaidOf({ nome: 'Serra', cnpj: '' })
  const shown = { nome: 'Serra', contato: '', telefone: '', numero: '' }
  await services.empresas.correct({ empresaid, dados: { ...shown, nome: 'Serra Azul' }, shown }, anAutor())
  const known = await send({ nome: 'Serra', icredencial: '7' })
  expect([known.status, readText(await known.text()).includes('Já existe: Serra Azul .')]).toEqual([
    409,
    true,
  ])
  expect((await send({ nome: 'Serra', icredencial: '7', outra: '1' })).status).toBe(303)
  expect(saved().map(({ nome }) => nome)).toEqual(['Serra Azul', 'Serra'])
})

test('the number of who answers for it is stored with a new company, and a wrong one stores nothing', async () => {
  const { store, send } = await open()
  const fields = { nome: 'Serra', icredencial: '5', contato: 'Rui' }
  expect((await send({ ...fields, telefone: '123' })).status).toBe(422)
  expect(store.count('empresas')).toBe(0)
  expect((await send({ ...fields, telefone: '(65) 99812-4402' })).status).toBe(303)
  expect(store.all('mesas')).toMatchObject([{ telefone: '65998124402' }])
})

test('the number of its table is stored with a new company, and a longer one stores nothing', async () => {
  const { store, send } = await open()
  const fields = { nome: 'Serra', icredencial: '5' }
  const refused = await send({ ...fields, numero: 'mesa do presidente do sindicato' })
  expect([refused.status, store.count('empresas')]).toEqual([422, 0])
  expect(await refused.text()).toContain(
    'O número da mesa tem até 20 letras ou números, como 12, A3 ou Diretoria.',
  )
  expect((await send({ ...fields, numero: 'mesa a3' })).status).toBe(303)
  expect(store.all('mesas')).toMatchObject([{ numero: 'a3', telefone: '' }])
})

test('of two organisers who store one company at once, one is told that it is there', async () => {
  const { store, send, saved } = await open()
  const fields = { nome: 'Serra Azul', icredencial: '5', telefone: '(65) 99812-4402' }
  const other = { ...fields, icredencial: '50', telefone: '(65) 99812-4403' }
  const statuses = (await Promise.all([send(fields), send(other)])).map(({ status }) => status)
  expect(statuses).toEqual([303, 409])
  // The second changes none of it.
  expect(saved()).toMatchObject([{ icredencial: 5 }])
  expect(store.all('mesas')).toMatchObject([{ telefone: '65998124402' }])
  expect(store.count('historico')).toBe(1)
})

test('no other browser makes a company', async () => {
  const app = await startApp()
  for (const other of [app.browser(), await openEquipe(app, { papel: 'porta' })]) {
    expect((await other.get('/painel/empresas/nova')).status).toBe(404)
    expect((await other.post('/painel/empresas/nova', { nome: 'A', icredencial: '1' })).status).toBe(404)
  }
  expect(app.store.count('empresas')).toBe(0)
})

test('a total beyond the whole event is no company’s', async () => {
  const { send, saved } = await open()
  const answer = await send({ nome: 'Serra', icredencial: '99110001' })
  expect([answer.status, readText(await answer.text())]).toEqual([
    422,
    expect.stringContaining('Confira o total. Se são tantos'),
  ])
  expect(saved()).toEqual([])
})
