import { expect, test } from 'vitest'
import { newMesa } from '../../../server/domain/mesa.ts'
import { EVERYBODY } from '../../../server/domain/convidado-search.ts'
import { aPessoa } from '../../contract/convite-lugares.cases.ts'
import { aClaim, anAutor, anEmpresa, anEntrada, aRegister, NOW } from '../../support/factories.ts'
import { storeConvidados } from '../../support/many-convidados.ts'
import { startApp } from '../../support/remix.ts'
import { openEquipe } from '../../support/equipe.ts'
import { otherwise } from '../../support/stored.ts'

async function open() {
  const app = await startApp()
  const empresa = (empresaid: string, nome: string, licredencial: number) =>
    app.store.put('empresas', anEmpresa({ empresaid, nome, icredencial: 60, licredencial }))
  const browser = await openEquipe(app)
  const read = async (path: string) => browser.text(path)
  return { ...app, browser, empresa, read }
}

test('the list by name has every guest in the order of the alphabet, with company, code, and the letter where it begins', async () => {
  const { services, empresa, read } = await open()
  empresa('serra', 'Serra Azul', 2)
  const ids = await storeConvidados(services, ['BIA LIMA', 'ÁLVARO REIS', 'ANA LIMA', 'ZECA'], (index) =>
    index < 2 ? 'serra' : null,
  )
  const [bia, alvaro, ana, zeca] = ids.map((id) => services.codeOf(id, 0))
  const text = await read('/painel/listas/nomes')
  expect(text).toContain('Sociedade Rural do Vale Dourado · 16 de setembro, 19h30 · 4 convidados')
  expect(text).toContain('Lista por nome · gerada às 12h00 de 1/9/2027')
  expect(text).toContain(
    `A ÁLVARO REIS Serra Azul ${alvaro} ANA LIMA ${ana} B BIA LIMA Serra Azul ${bia} Z ZECA ${zeca}`,
  )
})

test('the list by table has each company with its guests, those of none last, and no empty company', async () => {
  const { services, empresa, read } = await open()
  empresa('serra', 'Serra Azul', 2)
  empresa('ipe', 'Água Limpa', 1)
  empresa('vazia', 'Boa Vista', 0)
  await storeConvidados(
    services,
    ['BIA', 'ÁLVARO', 'ANA', 'ZECA'],
    (index) => ['serra', 'serra', 'ipe'][index] ?? null,
  )
  const text = await read('/painel/listas/mesas')
  expect(text).toMatch(
    /Água Limpa 1 de 60 convites · Estacionamento: 2 vagas · gerada às 12h00 de 1\/9\/2027 ANA \S+ Serra Azul 2 de 60 convites .* ÁLVARO \S+ BIA \S+ Sem empresa convite público .* ZECA/,
  )
  expect(text).not.toContain('Boa Vista')
})

test('those who came together stand together at their table, and by name each under their own, with whom', async () => {
  const { services, empresa, read } = await open()
  empresa('serra', 'Serra Azul', 0)
  const [zeca, ana, nino] = ['ZECA', 'ANA', 'NINO'].map((nome) => ({ ...aPessoa(nome) }))
  await services.credenciais.register(
    aRegister({ ...zeca, acompanhantes: [ana, nino].flatMap((one) => one ?? []), claim: aClaim('serra') }),
  )
  await services.credenciais.register(aRegister({ ...aPessoa('BIA'), claim: aClaim('serra') }))
  expect(await read('/painel/listas/mesas')).toMatch(/BIA \S+ ZECA \S+ ANA com ZECA \S+ NINO com ZECA/)
  expect(await read('/painel/listas/nomes')).toMatch(
    /A ANA com ZECA Serra Azul \S+ B BIA Serra Azul \S+ N NINO com ZECA Serra Azul \S+ Z ZECA Serra Azul/,
  )
  // Elsewhere they are still marked.
  const [moved] = (await services.painel.search([{ ...EVERYBODY, words: ['ANA'] }], 0, 1)).convidados
  const credencialid = moved?.credencial.credencialid ?? ''
  await services.credenciais.move({ credencialid, empresaid: null, reservaid: 'r', now: NOW }, anAutor())
  expect(await read('/painel/listas/mesas')).toMatch(/ZECA \S+ NINO com ZECA .* Sem empresa .* ANA com ZECA/)
})

test('lists and the door’s page made of a board that is minutes old say as of when they tell', async () => {
  const app = await startApp(otherwise('painel', () => ({ age: async () => 3 * 60_000 })))
  app.store.put('empresas', anEmpresa({ empresaid: 'serra', licredencial: 1 }))
  await storeConvidados(app.services, ['BIA'], () => 'serra')
  const browser = await openEquipe(app)
  for (const [path, told] of [
    ['/painel/listas/nomes', 'gerada às 11h57 de 1/9/2027'],
    ['/painel/listas/mesas', 'gerada às 11h57 de 1/9/2027'],
    ['/painel/porta', 'Números das 11h57'],
  ] as const)
    expect(await browser.text(path)).toContain(told)
})

test('before anybody has registered the lists are there, and empty', async () => {
  const { read } = await open()
  expect(await read('/painel/listas')).toContain('Lista por nome')
  expect(await read('/painel/listas/nomes')).toContain('0 convidados')
  expect(await read('/painel/listas/mesas')).toContain('Lista por mesa')
})

test('no other browser gets a list', async () => {
  const app = await startApp()
  for (const other of [app.browser(), await openEquipe(app, { papel: 'porta' })])
    for (const path of ['', '/nomes', '/mesas', '/entradas'])
      expect((await other.get(`/painel/listas${path}`)).status).toBe(404)
})

test('who is inside already has a ticked box with the time, and who is not an empty one', async () => {
  const { services, browser } = await open()
  const [ana = ''] = await storeConvidados(services, ['ANA LIMA', 'BIA REIS'], () => null)
  await services.entradas.add([anEntrada(ana, { lidaem: NOW })], anAutor())
  for (const path of ['nomes', 'mesas']) {
    const html = await browser.body(`/painel/listas/${path}`)
    expect(html).toMatch(/<td class="caixa marcada">[^B]*Entrou, [^B]*ANA LIMA/)
    expect(html).toMatch(/<td class="caixa"><\/td><th scope="row">BIA REIS/)
  }
})

test('lists have the number of the table before its company, that by table in its order, those without last', async () => {
  const { services, store, empresa, browser, read } = await open()
  for (const [id, nome, numero] of [
    ['a', 'Aurora', '10'],
    ['b', 'Boa Sorte', ''],
    ['c', 'Campo Novo', '2'],
    ['d', 'Divisa', 'A1'],
    ['e', 'Estrela', '2'],
  ] as const) {
    empresa(id, nome, 1)
    store.put('mesas', { ...newMesa(id), numero })
  }
  await storeConvidados(
    services,
    ['ANA', 'BIA', 'CAIO', 'DAVI', 'EVA', 'FLÁVIO'],
    (index) => 'abcde'[index] ?? null,
  )
  expect(await read('/painel/listas/mesas')).toMatch(
    /Mesa 2 Campo Novo .* Mesa 2 Estrela .* Mesa 10 Aurora .* Mesa A1 Divisa .* Boa Sorte .* Sem empresa/,
  )
  expect(await browser.body('/painel/listas/mesas')).toMatch(
    /<b class="n-mesa"><span class="oculto">Mesa <\/span>10<\/b>/,
  )
  expect(await read('/painel/listas/nomes')).toMatch(/ANA Mesa 10 Aurora \S+ B BIA Boa Sorte/)
})
