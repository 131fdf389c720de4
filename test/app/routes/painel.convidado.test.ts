import { expect, test } from 'vitest'
import { openBoard, putGuest } from '../../support/guests-board.ts'
import { readField, readText } from '../../support/html.ts'
import { openTeam } from '../../support/team.ts'

type Board = Awaited<ReturnType<typeof openBoard>>

const pathOf = (id: string) => `/painel/convidados/${id}`
const read = async ({ team }: Board, id: string, query = '') => (await team.get(pathOf(id) + query)).text()
const where = (response: Response) => [response.status, response.headers.get('Location')]
const acts = ({ store }: Board) => [...store.historico.values()].map(({ ato }) => ato)

test('a guest’s page shows all that is known, the phone whole, and the ways on', async () => {
  const board = await openBoard()
  const id = await putGuest(board, 'ANA LIMA', '6587655432', 'serra')
  const html = await read(board, id)
  const text = readText(html)
  const { codeOf, tokenOf } = board.services
  expect(text).toContain(`WhatsApp (65) 8765-5432 E-mail não informado Código ${codeOf(id, 0)}`)
  expect(text).toContain(
    'Cadastro 1 de setembro, 12h, pelo link da empresa Convite de Laticínios Serra Azul , 1 de 10 usados',
  )
  expect(text).toContain('Laticínios Serra Azul passa a ter 10 livres.')
  const token = tokenOf(id, 0)
  expect(html).toContain(`href="/c/${token}"`)
  expect(html).toMatch(new RegExp(`href="https://wa\\.me/5565987655432\\?text=[^"]*${token}"`))
  expect(html).toContain(`href="${pathOf(id)}/corrigir"`)
  expect((await board.team.get(pathOf('nobody'))).status).toBe(404)
})

test('ADMITIR admits once however often the form is sent, and asks before a second admission', async () => {
  const board = await openBoard()
  const { team, services } = board
  const id = await putGuest(board, 'ANA LIMA')
  const entradaid = readField(await read(board, id), 'entradaid') ?? ''
  const form = { ato: 'admitir', entradaid, antes: '1' }
  for (let n = 0; n < 2; n++)
    expect(where(await team.post(pathOf(id), form))).toEqual([303, `${pathOf(id)}?feito=admitido`])
  expect(readText(await read(board, id, '?feito=admitido'))).toContain('Feito: a entrada foi registrada.')
  expect(await services.entradas.listOf(id)).toHaveLength(1)

  const other = await openTeam(board, { nome: 'Rui' })
  // Of two at the same instant the smaller id is first.
  const again = { ato: 'admitir', entradaid: 'ffffffff-ffff-4fff-bfff-ffffffffffff', antes: '1' }
  const asked = await other.post(pathOf(id), again)
  const html = await asked.text()
  expect(asked.status).toBe(409)
  expect(readText(html)).toContain('Atenção: já entrou em 1/9, 12h00. Nada foi registrado agora.')
  expect(html).toContain('<details open="">')
  await other.post(pathOf(id), { ...again, denovo: '1' })
  const text = readText(await read(board, id))
  expect(text).toContain('Atenção: a credencial foi lida duas vezes.')
  expect(text).toMatch(
    /1\/9, 12h00 Cida Moreira Primeira , pelo painel .*1\/9, 12h00 Rui Repetida, pelo painel/,
  )
  expect(acts(board)).toEqual(['admitiu', 'admitiu'])
})

test('ADMITIR before the day asks once more, by a page of its own, and on the day does not', async () => {
  const board = await openBoard()
  const { team, services } = board
  const id = await putGuest(board, 'ANA LIMA')
  const form = () => ({ ato: 'admitir', entradaid: services.newId() })
  const asked = await team.post(pathOf(id), form())
  const html = await asked.text()
  expect(asked.status).toBe(409)
  expect(readText(html)).toMatch(
    /o evento só começa em 16 de setembro, 19h30. Nada foi registrado agora.*ADMITIR ANTES DO DIA/,
  )
  expect(await services.entradas.listOf(id)).toEqual([])
  const again = {
    ato: 'admitir',
    entradaid: readField(html, 'entradaid') ?? '',
    antes: readField(html, 'antes') ?? '',
  }
  expect(where(await team.post(pathOf(id), again))).toEqual([303, `${pathOf(id)}?feito=admitido`])

  const other = await putGuest(board, 'RUI PRADO', '65987655499')
  board.advance(Date.parse(services.config.evento.inicio) - services.now() - 3_600_000)
  expect(where(await team.post(pathOf(other), form()))).toEqual([303, `${pathOf(other)}?feito=admitido`])
})

test('a paired phone that opens a guest’s credencial before the day is asked on the next page', async () => {
  const board = await openBoard()
  const { team, services } = board
  const id = await putGuest(board, 'ANA LIMA')
  const token = services.tokenOf(id, 0)
  const early = await (await team.get(`/c/${token}`)).text()
  expect(early).toContain(`href="/porta/admitir/${token}"`)
  expect(early).not.toContain(`action="/porta/admitir/${token}"`)
  expect(readText(await (await team.get(`/porta/admitir/${token}`)).text())).toContain(
    'O evento só começa em 16 de setembro, 19h30. Admitir agora conta como entrada.',
  )
  board.advance(Date.parse(services.config.evento.inicio) - services.now())
  expect(await (await team.get(`/c/${token}`)).text()).toContain(`action="/porta/admitir/${token}"`)
})

test('ANULAR takes one admission out of the count, once', async () => {
  const board = await openBoard()
  const { team, services, store } = board
  const id = await putGuest(board, 'ANA LIMA')
  const anula = services.newId()
  await team.post(pathOf(id), { ato: 'admitir', entradaid: anula, antes: '1' })
  const form = { ato: 'anular', anula, entradaid: services.newId() }
  for (let n = 0; n < 2; n++)
    expect(where(await team.post(pathOf(id), form))).toEqual([303, `${pathOf(id)}?feito=anulada`])
  expect(readText(await read(board, id))).toContain('Confirmado')
  expect(store.entradas.size).toBe(2)
  expect(acts(board)).toEqual(['admitiu', 'anulou'])
})

test('TROCAR O LINK replaces link and code once for the page it was on', async () => {
  const board = await openBoard()
  const id = await putGuest(board, 'ANA LIMA')
  const { tokenOf } = board.services
  const form = { ato: 'renovar', versao: readField(await read(board, id), 'versao') ?? '' }
  for (let n = 0; n < 2; n++)
    expect(where(await board.team.post(pathOf(id), form))).toEqual([303, `${pathOf(id)}?feito=renovado`])
  expect(await read(board, id)).toContain(`href="/c/${tokenOf(id, 1)}"`)
  expect((await board.browser().get(`/c/${tokenOf(id, 0)}`)).status).toBe(404)
})

test('EXCLUIR erases the guest and gives the invitation back, or not, and a second form is told', async () => {
  const board = await openBoard()
  const { team, store } = board
  const ana = await putGuest(board, 'ANA LIMA', '65987655432', 'serra')
  const bia = await putGuest(board, 'BIA REIS', '65987655432', 'serra')
  const used = () => store.empresas.get('serra')?.licredencial
  const list = '/painel/convidados?feito='
  const back = { ato: 'excluir', convite: 'devolver' }
  expect(where(await team.post(pathOf(ana), back))).toEqual([303, `${list}devolvido`])
  expect(used()).toBe(1)
  expect(where(await team.post(pathOf(ana), back))).toEqual([303, `${list}sumiu`])
  expect(where(await team.post(pathOf(bia), { ...back, convite: 'gastar' }))).toEqual([
    303,
    `${list}excluido`,
  ])
  expect(used()).toBe(1)
  expect(store.credenciais.size).toBe(0)
  expect(acts(board)).toEqual(['excluiu', 'excluiu'])
})

test('a form that is none of ours does nothing', async () => {
  const board = await openBoard()
  const id = await putGuest(board, 'ANA LIMA')
  for (const form of [
    {},
    { ato: 'apagar' },
    { ato: 'admitir', entradaid: 'x', antes: '1' },
    { ato: 'anular', entradaid: board.services.newId(), anula: 'x' },
    { ato: 'excluir' },
  ])
    expect((await board.team.post(pathOf(id), form)).status, JSON.stringify(form)).toBe(400)
  expect(board.store.credenciais.size).toBe(1)
  expect(acts(board)).toEqual([])
})

test('none of these pages or acts is anybody’s but the organisers’', async () => {
  const board = await openBoard()
  const id = await putGuest(board, 'ANA LIMA')
  const door = await openTeam(board, { papel: 'porta' })
  const paths = ['/painel/convidados', '/painel/convidados/novo', pathOf(id), '/painel/repetidos']
  for (const path of [...paths, `${pathOf(id)}/corrigir`, `${pathOf(id)}/empresa`])
    for (const browser of [board.browser(), door]) {
      expect((await browser.get(path)).status, path).toBe(404)
      expect([404, 405], path).toContain(
        (await browser.post(path, { ato: 'excluir', convite: 'gastar' })).status,
      )
    }
  expect(board.store.credenciais.size).toBe(1)
})
