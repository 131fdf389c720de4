import { expect, test } from 'vitest'
import { StorageError } from '../../../server/domain/errors.ts'
import { aMesa } from '../../support/a-mesa.ts'
import { aPessoa } from '../../contract/convite-lugares.cases.ts'
import { aClaim, aRegister } from '../../support/factories.ts'
import { openEquipe } from '../../support/equipe.ts'

async function open() {
  const table = await aMesa({ icredencial: 9 })
  await table.make('Tia Lúcia\n=SOMA(A1)\nPrimo')
  const codigos = await table.codigos()
  const lucia = await table.convidado('LÚCIA BARRETO', { codigo: codigos.get('Tia Lúcia') ?? null })
  await table.convidado('ÁLVARO REIS')
  await table.admit(lucia)
  const { convites, autorOf } = table.services
  await convites.revoke(codigos.get('Primo') ?? '', autorOf('mesa'))
  return table
}

test('the list has the occupants by name with their state, then who has not registered, and its own numbers', async () => {
  const { text, path, mesaBrowser } = await open()
  const told = await text(`${path}/lista`)
  expect(told).toContain(
    'Nome Situação ÁLVARO REIS presença confirmada LÚCIA BARRETO chegou às 12h00 =SOMA(A1) convite pessoal, sem cadastro',
  )
  expect(told).toContain(
    '9 convites: 2 confirmados (1 chegou), 0 em preenchimento, 1 pessoal novo, 6 livres. Estacionamento: 2 vagas. Gerada em 1 de setembro de 2027, às 12h.',
  )
  expect(told).not.toContain('Primo')
  expect((await mesaBrowser.get(`${path}/lista`)).headers.get('Cache-Control')).toBe('no-store')
})

test('those who came together stand together on the list, with whom', async () => {
  const table = await aMesa({ icredencial: 9 })
  const { credenciais } = table.services
  await credenciais.register(
    aRegister({ ...aPessoa('RUI SÁ'), acompanhantes: [aPessoa('ANA SÁ')], claim: aClaim('acme') }),
  )
  await table.convidado('BIA LIMA')
  expect(await table.text(`${table.path}/lista`)).toContain(
    'BIA LIMA presença confirmada RUI SÁ presença confirmada ANA SÁ presença confirmada, com RUI SÁ',
  )
})

test('the spreadsheet says the same, opens in Brazil, and computes no cell', async () => {
  const { mesaBrowser, path } = await open()
  const response = await mesaBrowser.get(`${path}/lista.csv`)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="mesa.csv"',
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf')
  expect(bytes.subarray(3).toString()).toBe(
    [
      'nome;situacao',
      'ÁLVARO REIS;presença confirmada',
      'LÚCIA BARRETO;chegou às 12h00',
      "'=SOMA(A1);convite pessoal, sem cadastro",
      '',
    ].join('\r\n'),
  )
})

test('the history tells each spreadsheet a holder took and how many lines it had; the page is no export', async () => {
  const table = await open()
  const { mesaBrowser, path, store } = table
  await mesaBrowser.get(`${path}/lista`)
  for (let n = 0; n < 2; n++) await (await mesaBrowser.get(`${path}/lista.csv`)).arrayBuffer()
  expect((await mesaBrowser.get(`${path.slice(0, -1)}/lista.csv`)).status).toBe(404)
  const told = store.all('historico').filter(({ ato }) => ato === 'exportou-mesa')
  expect(told).toMatchObject([1, 2].map(() => ({ quem: 'mesa', alvo: 'acme', detalhe: '3' })))
  const equipe = await openEquipe(table)
  const text = await equipe.text('/painel/historico?quem=mesa')
  expect(text).toContain('Exportou a lista da mesa quem cuida da mesa Fazenda Acme')
})

test('a spreadsheet the history cannot tell of is not sent', async () => {
  const { mesaBrowser, path, services, store } = await open()
  services.historico.add = () => Promise.reject(new StorageError('[test] down'))
  const response = await mesaBrowser.get(`${path}/lista.csv`)
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '5'])
  expect(await response.text()).not.toContain('ÁLVARO')
  expect(store.all('historico').map(({ ato }) => ato)).not.toContain('exportou-mesa')
})

test('an empty table has a list of none', async () => {
  const { text, path, mesaBrowser } = await aMesa()
  expect(await text(`${path}/lista`)).toContain('5 convites: 0 confirmados (0 chegaram)')
  expect(await mesaBrowser.body(`${path}/lista.csv`)).toContain('nome;situacao')
})
