import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { StorageError } from '../../../server/domain/errors.ts'
import { anEmpresa, NOW, uuidOf } from '../../support/factories.ts'
import { storeConvidados } from '../../support/many-convidados.ts'
import { startApp } from '../../support/remix.ts'
import { openEquipe } from '../../support/equipe.ts'

const PATH = '/painel/expurgo'

async function open(world?: Parameters<typeof startApp>[0]) {
  const app = await startApp(world)
  app.store.put('empresas', anEmpresa({ empresaid: 'serra', licredencial: 2 }))
  const browser = await openEquipe(app)
  await storeConvidados(app.services, ['ANA LIMA', 'BIA LIMA', 'RUI LIMA'], (i) => (i < 2 ? 'serra' : null))
  return {
    ...app,
    app,
    browser,
    read: async (query = '') => browser.text(PATH + query),
  }
}

test('what would be erased is told before, and nothing is', async () => {
  const { store, read } = await open()
  const text = await read()
  for (const told of [
    '16 de outubro de 2027 . Ainda não chegou.',
    '3 convidados, com nome, WhatsApp, e-mail e credencial;',
    'os nomes de 1 aparelho da equipe.',
    'O painel fecha em 15 de novembro de 2027; daí em diante',
    '1 empresa com a contagem de convites, 0 entradas e 0 linhas do histórico.',
    'Apagar antes do prazo, que é 16 de outubro de 2027',
  ])
    expect(text).toContain(told)
  expect(store.count('credenciais')).toBe(3)
})

test('what links read after an early erasure is said before it, and is what they read', async () => {
  const { services, store, browser, app, read } = await open()
  const [id = ''] = store.ids('credenciais')
  const links = [
    `/c/${services.tokenOf(id, 0)}`,
    '/serra',
    `/mesa/${services.mesaTokenOf({ empresaid: 'serra', versao: 0 })}`,
  ]
  expect(await read()).toContain(
    'Quem abrir o link de uma credencial lê “ESTA PÁGINA NÃO EXISTE”. O link de uma empresa continua a aceitar cadastros. O painel de uma mesa ainda abre, com os números e sem nomes.',
  )
  await browser.post(PATH, { palavra: 'APAGAR', antes: 'sim' })
  const guest = app.browser()
  const texts = await Promise.all(links.map((link) => guest.text(link)))
  expect(texts[0]).toContain('ESTA PÁGINA NÃO EXISTE')
  expect(texts[1]).toMatch(/VOCÊ TEM\s+8/)
  expect(texts[2]).toContain('8 CONVITES LIVRES, DE 10')
  expect(texts.join('')).not.toMatch(/ANA|BIA|LIMA/)

  app.advance(Date.parse('2027-10-17T12:00:00-03:00') - NOW)
  expect(await read()).toContain(
    'lê “CREDENCIAL ENCERRADA”. O link de uma empresa diz que as inscrições se encerraram. O painel de uma mesa diz “MESA ENCERRADA”.',
  )
  const [credencial = '', empresa = '', mesa = ''] = await Promise.all(links.map((link) => guest.text(link)))
  expect(credencial).toContain('CREDENCIAL ENCERRADA')
  expect(empresa).toMatch(/encerrad/i)
  expect(mesa).toContain('MESA ENCERRADA')
})

test('too early, or without the word, nothing is erased', async () => {
  const { store, browser } = await open()
  for (const [fields, id, sentence] of [
    [{ palavra: 'APAGAR' }, 'antes', 'O prazo ainda não chegou.'],
    [{ palavra: 'sim', antes: 'sim' }, 'palavra', 'Digite APAGAR para confirmar.'],
    [{ antes: 'sim' }, 'palavra', 'Digite APAGAR para confirmar.'],
  ] as [Record<string, string>, string, string][]) {
    const response = await browser.post(PATH, fields)
    const html = await response.text()
    expect(response.status).toBe(422)
    expect(html).toContain(`<a href="#${id}">${sentence}`)
    expect(html).toContain('<title>Erro: Apagar os dados · Painel</title>')
  }
  expect([store.count('credenciais'), store.count('historico')]).toEqual([3, 0])
})

test('the word and the box erase every name, the team’s too, and the history keeps one line without any', async () => {
  const { store, browser, read } = await open()
  const response = await browser.post(PATH, { palavra: ' apagar ', antes: 'sim' })
  expect([response.status, response.headers.get('Location')]).toEqual([303, `${PATH}?feito=apagado`])
  for (const kind of ['credenciais', 'chaves', 'avips', 'planilhas'] as const)
    expect(store.count(kind)).toBe(0)
  expect(store.all('aparelhos').map(({ nome }) => nome)).toEqual([''])
  expect(store.get('empresas', 'serra')?.licredencial).toBe(2)
  expect(store.all('historico')).toMatchObject([
    { ato: 'apagou-tudo', alvo: '', detalhe: '3', quem: browser.aparelhoid },
  ])
  const text = await read('?feito=apagado')
  expect(text).toContain('Feito: os dados dos convidados foram apagados.')
  expect(text).toContain('Não há dados de convidados guardados.')
  expect(await browser.text('/painel/historico')).toMatch(
    /Apagou os dados pessoais aparelho sem nome 3 convidados/,
  )
})

test('erased twice at once, every guest is erased once', async () => {
  const { store, browser } = await open()
  const fields = { palavra: 'APAGAR', antes: 'sim' }
  const both = await Promise.all([browser.post(PATH, fields), browser.post(PATH, fields)])
  expect(both.map(({ status }) => status)).toEqual([303, 303])
  expect(
    store
      .all('historico')
      .map(({ detalhe }) => detalhe)
      .sort(),
  ).toEqual(['0', '3'])
})

test('when the avips cannot be cleared yet, the guests are erased all the same, and the page says what follows', async () => {
  const { store, browser } = await open((memory) => {
    const storage = memory.open()
    const mirrorDue = () => Promise.reject(new StorageError('[test] away'))
    return { storage: { ...storage, avips: { ...storage.avips, mirrorDue } } }
  })
  const response = await browser.post(PATH, { palavra: 'APAGAR', antes: 'sim' })
  expect(response.headers.get('Location')).toBe(`${PATH}?feito=aos-poucos`)
  expect(store.count('credenciais')).toBe(0)
})

/** What a phone at the door posts for a guest whose name was typed. */
const noteOf = (n: number, anotado: string) => ({
  entradaid: uuidOf(n),
  credencialid: '',
  seq: n,
  lidaem: NOW,
  desvio: 0,
  modo: 'busca',
  anula: null,
  anotado,
})

async function aPhone(app: Parameters<typeof openEquipe>[0]) {
  const phone = await openEquipe(app, { nome: 'PORTA B', papel: 'porta' })
  const headers = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' }
  const send = async (...entradas: unknown[]) => {
    const body = JSON.stringify({ marca: null, entradas, porEnviar: 0 })
    const { status } = await phone.ask('/porta/sync', { method: 'POST', headers, body })
    return status
  }
  return { ...phone, send }
}

test('after an early erasure a name a phone delivers is neither stored nor shown, the admission is', async () => {
  const { app, store, browser, read } = await open()
  const [paired, revoked] = [await aPhone(app), await aPhone(app)]
  await paired.send(noteOf(1, 'TIA ZEZE'))
  app.advance(1)
  await app.services.equipe.revoke(revoked.aparelhoid, app.services.autorOf('cli'))
  expect(await read()).toContain('1 nome anotado na porta')
  await browser.post(PATH, { palavra: 'APAGAR', antes: 'sim' })

  expect(await paired.send(noteOf(2, 'SEU NONO'))).toBe(200)
  // Once its secret is erased, the phone is no longer recognised.
  expect(await revoked.send(noteOf(3, 'DONA CECI'))).toBe(404)
  expect(store.count('entradas')).toBe(2)
  const said = inspect(store.copy(), { depth: Infinity, maxArrayLength: Infinity })
  expect(said).not.toMatch(/ZEZE|NONO|CECI/)
  const porta = await browser.text('/painel/porta')
  expect(porta).not.toMatch(/ZEZE|NONO|CECI/)
  const text = await read()
  expect(text).toContain('Não há dados de convidados guardados.')
})

test('a label of a personal invitation alone is told of and erased, too', async () => {
  const { services, browser, read } = await open()
  await browser.post(PATH, { palavra: 'APAGAR', antes: 'sim' })
  const novo = { codigo: 'c'.repeat(20), rotulo: 'TIA LUCIA', reservaid: 'r', sid: 's' }
  await services.convites.create('serra', [novo], NOW, services.autorOf('mesa'))
  const text = await read()
  expect(text).toContain('1 nome de convite pessoal')
  expect(text).not.toContain('Não há dados de convidados guardados.')
  await browser.post(PATH, { palavra: 'APAGAR', antes: 'sim' })
  expect((await services.convites.find(novo.codigo))?.convite.rotulo).toBe('')
  expect(await read()).toContain('Não há dados de convidados guardados.')
})

test('a message alone is told of and erased, too', async () => {
  const { services, browser, read } = await open()
  await browser.post(PATH, { palavra: 'APAGAR', antes: 'sim' })
  const destino = { tipo: 'mesa' as const, para: 'serra', versao: 0, numero: 'n1' }
  await services.envios.take([destino], services.autorOf('cli'))
  expect(await read()).toContain('1 registro de mensagem ou etiqueta;')
  await browser.post(PATH, { palavra: 'APAGAR', antes: 'sim' })
  expect(await read()).toContain('Não há dados de convidados guardados.')
})

test('the contacts of companies are erased where the box is ticked, or alone afterwards', async () => {
  const { store, browser, read } = await open()
  expect(await read()).toContain('Apagar também os contatos de 1 empresa')
  await browser.post(PATH, { palavra: 'APAGAR', antes: 'sim' })
  expect(store.get('empresas', 'serra')).toMatchObject({ contato: 'Ana', solicitante: 'Diretoria' })
  const text = await read('?feito=apagado')
  expect(text).toContain('Não há dados de convidados guardados.')
  expect(text).toContain('Apagar os contatos das empresas')

  // The remaining form carries the checkbox along.
  expect(await browser.body(PATH)).toContain('<input type="hidden" name="contatos" value="sim"/>')
  await browser.post(PATH, { palavra: 'APAGAR', antes: 'sim', contatos: 'sim' })
  expect(store.get('empresas', 'serra')).toMatchObject({
    contato: '',
    solicitante: '',
    cnpj: '12345678000190',
  })
  expect(await read()).not.toContain('APAGAR OS')
  expect(await browser.text('/painel/historico')).toContain('0 convidados, contatos de 1 empresa')
})

test('no other browser erases anything', async () => {
  const app = await startApp()
  await storeConvidados(app.services, ['ANA LIMA'])
  for (const other of [app.browser(), await openEquipe(app, { papel: 'porta' })]) {
    expect((await other.get(PATH)).status).toBe(404)
    expect((await other.post(PATH, { palavra: 'APAGAR', antes: 'sim' })).status).toBe(404)
  }
  expect(app.store.count('credenciais')).toBe(1)
})
