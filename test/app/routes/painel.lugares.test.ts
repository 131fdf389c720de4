import { expect, test } from 'vitest'
import { StorageError } from '../../../server/domain/errors.ts'
import { openEquipe } from '../../support/equipe.ts'
import { anEmpresa } from '../../support/factories.ts'
import { readText } from '../../support/html.ts'
import { storeConvidados } from '../../support/many-convidados.ts'
import { startApp } from '../../support/remix.ts'

const PATH = '/painel/evento/lugares'

/** A company of thirty, three guests of the public form, and an organiser's browser. */
async function open() {
  const app = await startApp()
  app.store.put('empresas', anEmpresa({ empresaid: 'serra', icredencial: 30, licredencial: 0 }))
  await storeConvidados(app.services, ['ANA LIMA', 'BIA REIS', 'CAU DIAS'], () => null)
  const browser = await openEquipe(app)
  const text = async (path = PATH) => readText(await browser.body(path))
  const define = async (lotacao: string) => {
    const answer = await browser.post(PATH, { ato: 'definir', lotacao })
    return answer.status === 303 ? answer.headers.get('Location') : readText(await answer.text())
  }
  return { app, browser, text, define }
}

test('LOTAÇÃO is what companies have and the house beside them, and whoever has no place gets one', async () => {
  const { browser, text, define } = await open()
  expect(await text()).not.toContain('Da casa')
  expect(await define('34')).toBe(`${PATH}?feito=gravada`)
  for (const told of [
    'Com as empresas 30 livres, de 30',
    'Da casa 4 livres, de 4 Fora da conta 3 pessoas',
    '3 pessoas fora da conta Já têm cadastro ou convite, mas não ocupam nenhum dos lugares de cima',
    'Contar estas 3 pessoas nos lugares da casa',
  ])
    expect(await text()).toContain(told)
  const acertado = await browser.post(PATH, { ato: 'acertar' })
  expect(acertado.headers.get('Location')).toBe(`${PATH}?feito=acertados`)
  expect(await text()).toContain('Da casa 1 livre, de 4')
  expect(await text()).not.toContain('fora da conta')
  expect(await define('32')).toContain('Já há 33 lugares prometidos: a lotação não pode ser menor.')
  expect(await define('muitos')).toContain('Digite quantos lugares há, só com números')
})

test('those beyond LOTAÇÃO are said, and it is taken away only while the house has given nothing', async () => {
  const { browser, text, define } = await open()
  await define('31')
  expect(await text()).toContain('A casa só tem 1 lugar livre. Para contar todas, aumente a lotação para 33.')
  const acertado = await browser.post(PATH, { ato: 'acertar' })
  expect(acertado.headers.get('Location')).toBe(`${PATH}?feito=alem`)
  expect(await define('')).toContain('Já há 31 lugares prometidos')
  const { define: defineFresh, app } = await open()
  await defineFresh('40')
  expect(await defineFresh('')).toBe(`${PATH}?feito=gravada`)
  expect(app.store.ids('empresas')).toEqual(['serra'])
})

test('the house is no company: not in the list, its file or its page', async () => {
  const { browser, define } = await open()
  await define('40')
  const listed = readText(await browser.body('/painel/empresas'))
  expect(listed).toContain('1 empresa')
  expect(listed).not.toContain('Da casa')
  expect(await (await browser.get('/painel/exportar/empresas.csv')).text()).not.toContain('Da casa')
  const page = await browser.get('/painel/empresas/0000000000001')
  expect(page.headers.get('Location')).toBe(PATH)
  const removed = await browser.post('/painel/empresas/0000000000001', { ato: 'remover' })
  expect(removed.headers.get('Location')).not.toContain('removida')
})

test('a company of the house’s id that is not ours is named, and nothing is stored', async () => {
  const { app, define } = await open()
  app.store.put(
    'empresas',
    anEmpresa({ empresaid: '0000000000001', nome: 'Sindicato Rural', usuarioid: '7' }),
  )
  expect(await define('90')).toContain('A empresa Sindicato Rural tem o ID que a lotação usa')
})

test('the public form says beforehand that only invitations register, and that the last place is gone', async () => {
  const { app, browser, define } = await open()
  await define('34')
  const guest = app.browser()
  const form = async () => readText(await guest.body('/cadastro'))
  expect(await form()).toContain('NOME COMPLETO')
  await browser.post(PATH, { ato: 'fechar' })
  expect(await form()).toContain('Só com convite Cada convidado recebe um link só seu.')
  expect(await form()).not.toContain('NOME COMPLETO')
  await browser.post(PATH, { ato: 'abrir' })
  await browser.post(PATH, { ato: 'acertar' })
  expect((await guest.post('/cadastro', { nome: 'DIVA ROSA', telefone: '11987654321' })).status).toBe(303)
  expect(readText(await app.browser().body('/cadastro'))).toContain(
    'Sem lugares Os lugares deste evento acabaram.',
  )
})

test('the public form opens while the house cannot be read: the registration decides', async () => {
  const { app, define } = await open()
  await define('34')
  app.services.empresas = { ...app.services.empresas, find: () => Promise.reject(new StorageError('away')) }
  expect(readText(await app.browser().body('/cadastro'))).toContain('NOME COMPLETO')
})

test('invitations of the house from before LOTAÇÃO count at once, and those beyond it are said', async () => {
  const { app, browser, text, define } = await open()
  const novos = Array.from({ length: 4 }, (_, n) => {
    const codigo = `convite${'abcd'[n] ?? ''}`.padEnd(20, 'a')
    return { codigo, rotulo: 'Padrinho', lugares: 2, reservaid: codigo }
  })
  await app.services.convites.create('', novos, app.services.now(), app.services.autorOf('cli'))
  await define('36')
  expect(await text()).toContain('Da casa 0 livres, de 6')
  // The fourth invitation's two places, and the three who registered before.
  expect(await text()).toContain('Contar estas 5 pessoas nos lugares da casa')
  expect((await browser.post('/cadastro', { nome: 'DIVA ROSA', telefone: '11987654321' })).status).toBe(409)
})
