import { expect, test } from 'vitest'
import { openPainel, putConvidado } from '../../support/convidados-painel.ts'
import { readField, readText } from '../../support/html.ts'
import { openEquipe } from '../../support/equipe.ts'
import { aMerge } from '../../support/factories.ts'

type Painel = Awaited<ReturnType<typeof openPainel>>

const pathOf = (id: string) => `/painel/convidados/${id}`
const read = async ({ equipe }: Painel, id: string, query = '') => equipe.body(pathOf(id) + query)
const where = (response: Response) => [response.status, response.headers.get('Location')]
const linhas = ({ store }: Painel) => store.all('historico').map(({ ato }) => ato)

test('a guest’s page shows all that is known, the phone whole, and the ways on', async () => {
  const painel = await openPainel()
  const id = await putConvidado(painel, 'ANA LIMA', '6587655432', 'serra')
  const html = await read(painel, id)
  const text = readText(html)
  const { codeOf, tokenOf } = painel.services
  expect(text).toContain(`WhatsApp (65) 8765-5432 E-mail não informado Código ${codeOf(id, 0)}`)
  expect(text).toContain(
    'Cadastro 1 de setembro, 12h, pelo link da empresa Convite de Laticínios Serra Azul , 1 de 10 confirmados',
  )
  expect(text).toContain('Laticínios Serra Azul passa a ter 10 livres.')
  const token = tokenOf(id, 0)
  expect(html).toContain(`href="/c/${token}"`)
  expect(html).toMatch(new RegExp(`href="https://wa\\.me/5565987655432\\?text=[^"]*${token}"`))
  expect(html).toContain(`href="${pathOf(id)}/corrigir"`)
  expect((await painel.equipe.get(pathOf('nobody'))).status).toBe(404)
})

test('Dar entrada admits once however often the form is sent, and asks before a second admission', async () => {
  const painel = await openPainel()
  const { equipe, services } = painel
  const id = await putConvidado(painel, 'ANA LIMA')
  const entradaid = readField(await read(painel, id), 'entradaid') ?? ''
  const form = { ato: 'admitir', entradaid, antes: '1' }
  for (let n = 0; n < 2; n++)
    expect(where(await equipe.post(pathOf(id), form))).toEqual([303, `${pathOf(id)}?feito=admitido`])
  expect(readText(await read(painel, id, '?feito=admitido'))).toContain('Feito: a entrada foi registrada.')
  expect(await services.entradas.listOf(id)).toHaveLength(1)

  const other = await openEquipe(painel, { nome: 'Rui' })
  // When two are at the same instant, the smaller id comes first.
  const again = { ato: 'admitir', entradaid: 'ffffffff-ffff-4fff-bfff-ffffffffffff', antes: '1' }
  const asked = await other.post(pathOf(id), again)
  const html = await asked.text()
  expect(asked.status).toBe(409)
  expect(readText(html)).toContain('Atenção: já entrou às 12h00. Nada foi registrado agora.')
  expect(html).toContain('<details open="">')
  await other.post(pathOf(id), { ...again, denovo: '1' })
  const text = readText(await read(painel, id))
  expect(text).toContain('Atenção: a credencial foi lida duas vezes.')
  expect(text).toMatch(/12h00 Cida Moreira Primeira , pelo painel .*12h00 Rui Repetida, pelo painel/)
  expect(linhas(painel)).toEqual(['admitiu', 'admitiu'])
})

test('Dar entrada before the day asks once more, by a page of its own, and on the day does not', async () => {
  const painel = await openPainel()
  const { equipe, services } = painel
  const id = await putConvidado(painel, 'ANA LIMA')
  const form = () => ({ ato: 'admitir', entradaid: services.newId() })
  const asked = await equipe.post(pathOf(id), form())
  const html = await asked.text()
  expect(asked.status).toBe(409)
  expect(readText(html)).toMatch(
    /o evento só começa em 16 de setembro, 19h30. Nada foi registrado agora.*Dar entrada antes do dia/,
  )
  expect(await services.entradas.listOf(id)).toEqual([])
  const again = {
    ato: 'admitir',
    entradaid: readField(html, 'entradaid') ?? '',
    antes: readField(html, 'antes') ?? '',
  }
  expect(where(await equipe.post(pathOf(id), again))).toEqual([303, `${pathOf(id)}?feito=admitido`])

  const other = await putConvidado(painel, 'RUI PRADO', '65987655499')
  painel.advance(Date.parse(services.config.evento.inicio) - services.now() - 3_600_000)
  expect(where(await equipe.post(pathOf(other), form()))).toEqual([303, `${pathOf(other)}?feito=admitido`])
})

test('of a guest who was merged a moment ago every button leads to the one who stays, and does nothing', async () => {
  const painel = await openPainel()
  const { equipe, services, store } = painel
  const ana = await putConvidado(painel, 'ANA LIMA')
  const fica = await putConvidado(painel, 'ANA LIMA DE SOUZA', '65987655433')
  await services.credenciais.merge(aMerge(fica, ana), services.autorOf('cli'))
  const entradaid = services.newId()
  for (const fields of [
    { ato: 'admitir', entradaid, antes: '1' },
    { ato: 'renovar', versao: '0' },
    { ato: 'excluir', convite: 'devolver' },
  ])
    expect(where(await equipe.post(pathOf(ana), fields))).toEqual([303, `${pathOf(fica)}?feito=juntado`])
  expect(readText(await read(painel, fica, '?feito=juntado'))).toContain(
    'o cadastro de antes foi juntado a este, e nada foi feito',
  )
  expect([store.count('entradas'), store.count('credenciais')]).toEqual([0, 1])
  // However many merges ago; and to the list when nobody is left.
  painel.advance(1_000)
  const ultima = await putConvidado(painel, 'ANA DE SOUZA', '65987655434')
  await services.credenciais.merge(aMerge(ultima, fica), services.autorOf('cli'))
  const renovar = { ato: 'renovar', versao: '0' }
  expect(where(await equipe.post(pathOf(ana), renovar))).toEqual([303, `${pathOf(ultima)}?feito=juntado`])
  await services.credenciais.remove(ultima, false, services.autorOf('cli'))
  expect(where(await equipe.post(pathOf(ana), renovar))).toEqual([303, '/painel/convidados?feito=sumiu'])
})

test('Anular takes one admission out of the count, once', async () => {
  const painel = await openPainel()
  const { equipe, services, store } = painel
  const id = await putConvidado(painel, 'ANA LIMA')
  const anula = services.newId()
  await equipe.post(pathOf(id), { ato: 'admitir', entradaid: anula, antes: '1' })
  const form = { ato: 'anular', anula, entradaid: services.newId() }
  for (let n = 0; n < 2; n++)
    expect(where(await equipe.post(pathOf(id), form))).toEqual([303, `${pathOf(id)}?feito=anulada`])
  expect(readText(await read(painel, id))).toContain('Confirmou')
  expect(store.count('entradas')).toBe(2)
  expect(linhas(painel)).toEqual(['admitiu', 'anulou'])
})

test('Trocar o link replaces link and code once for the page it was on', async () => {
  const painel = await openPainel()
  const id = await putConvidado(painel, 'ANA LIMA')
  const { tokenOf } = painel.services
  const form = { ato: 'renovar', versao: readField(await read(painel, id), 'versao') ?? '' }
  for (let n = 0; n < 2; n++)
    expect(where(await painel.equipe.post(pathOf(id), form))).toEqual([303, `${pathOf(id)}?feito=renovado`])
  expect(await read(painel, id)).toContain(`href="/c/${tokenOf(id, 1)}"`)
  expect((await painel.browser().get(`/c/${tokenOf(id, 0)}`)).status).toBe(404)
})

test('Excluir erases the guest and gives the invitation back, or not, and a second form is told', async () => {
  const painel = await openPainel()
  const { equipe, store } = painel
  const ana = await putConvidado(painel, 'ANA LIMA', '65987655432', 'serra')
  const bia = await putConvidado(painel, 'BIA REIS', '65987655432', 'serra')
  const used = () => store.get('empresas', 'serra')?.licredencial
  const list = '/painel/convidados?feito='
  const back = { ato: 'excluir', convite: 'devolver' }
  expect(where(await equipe.post(pathOf(ana), back))).toEqual([303, `${list}devolvido`])
  expect(used()).toBe(1)
  expect(where(await equipe.post(pathOf(ana), back))).toEqual([303, `${list}sumiu`])
  expect(where(await equipe.post(pathOf(bia), { ...back, convite: 'gastar' }))).toEqual([
    303,
    `${list}excluido`,
  ])
  expect(used()).toBe(1)
  expect(store.count('credenciais')).toBe(0)
  expect(linhas(painel)).toEqual(['excluiu', 'excluiu'])
})

test('a form that is none of ours does nothing', async () => {
  const painel = await openPainel()
  const id = await putConvidado(painel, 'ANA LIMA')
  for (const form of [
    {},
    { ato: 'apagar' },
    { ato: 'admitir', entradaid: 'x', antes: '1' },
    { ato: 'anular', entradaid: painel.services.newId(), anula: 'x' },
    { ato: 'excluir' },
  ])
    expect((await painel.equipe.post(pathOf(id), form)).status, JSON.stringify(form)).toBe(400)
  expect(painel.store.count('credenciais')).toBe(1)
  expect(linhas(painel)).toEqual([])
})

test('none of these pages or acts is anybody’s but the organisers’', async () => {
  const painel = await openPainel()
  const id = await putConvidado(painel, 'ANA LIMA')
  const porta = await openEquipe(painel, { papel: 'porta' })
  const paths = ['/painel/convidados', '/painel/convidados/novo', pathOf(id), '/painel/repetidos']
  for (const path of [...paths, `${pathOf(id)}/corrigir`, `${pathOf(id)}/empresa`])
    for (const browser of [painel.browser(), porta]) {
      expect((await browser.get(path)).status, path).toBe(404)
      expect([404, 405], path).toContain(
        (await browser.post(path, { ato: 'excluir', convite: 'gastar' })).status,
      )
    }
  expect(painel.store.count('credenciais')).toBe(1)
})
