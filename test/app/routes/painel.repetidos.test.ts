import { expect, test } from 'vitest'
import { aCadastro } from '../../support/factories.ts'
import { openBoard, putGuest } from '../../support/guests-board.ts'
import { readField, readText } from '../../support/html.ts'

type Board = Awaited<ReturnType<typeof openBoard>>

async function aPair(board: Board) {
  const um = await putGuest(board, 'JOÃO BATISTA DE SOUZA', '65987655432', 'serra')
  const outro = await putGuest(board, 'JOAO BATISTA SOUZA', '6587655432', 'ipe')
  return { um, outro }
}
const read = async ({ team }: Board, query = '') => (await team.get(`/painel/repetidos${query}`)).text()
/** Posts the form as the page of the pair has it, the other link being a stranger's unless it says otherwise. */
const decide = async (board: Board, fields: Record<string, string>) => {
  const { um = '', outro = '' } = fields
  const html = await read(board, `?${new URLSearchParams({ um, outro }).toString()}`)
  const visto = readField(html, 'visto') ?? ''
  const response = await board.team.post('/painel/repetidos', { link: 'outra', visto, ...fields })
  return [response.status, response.headers.get('Location')]
}

test('a pair stands side by side, what differs marked, phones and e-mails masked, the present number to stay', async () => {
  const board = await openBoard()
  const { um, outro } = await aPair(board)
  const html = await read(board)
  const text = readText(html)
  expect(text).toContain('1 de 1')
  expect(text).toContain(
    'Nome JOÃO BATISTA DE SOUZA JOAO BATISTA SOUZA WhatsApp (65) •••••-5432 (65) ••••-5432',
  )
  expect(text).toContain('Empresa Laticínios Serra Azul Sementes do Ipê-Roxo')
  expect(
    [...html.matchAll(/<th scope="row">([^<]*)<\/th><td class="difere">/g)].map(([, row]) => row),
  ).toEqual([...['Nome', 'WhatsApp', 'Empresa']])
  expect(html).toMatch(new RegExp(`name="fica"[^>]*checked=""[^>]*value="${um}"`))
  expect([readField(html, 'um'), readField(html, 'outro')]).toEqual([um, outro])
  expect(html).not.toContain('87655432')
})

test('JUNTAR OS DOIS keeps the chosen one and shows the next pair; sent again it says that it is done', async () => {
  const board = await openBoard()
  const { um, outro } = await aPair(board)
  const fields = { um, outro, fica: outro, ato: 'juntar' }
  expect(await decide(board, fields)).toEqual([303, '/painel/repetidos?feito=juntou'])
  expect([...board.store.credenciais.keys()]).toEqual([outro])
  expect(board.store.empresas.get('serra')).toMatchObject({ licredencial: 0 })
  expect(await decide(board, fields)).toEqual([303, '/painel/repetidos?feito=resolvido'])
  expect(readText(await read(board, '?feito=juntou'))).toContain('Nenhum cadastro parece repetido.')
  expect([...board.store.historico.values()].map(({ ato }) => ato)).toEqual(['juntou'])
})

test('SÃO PESSOAS DIFERENTES hides the pair for good, and the others stay, one after the other', async () => {
  const board = await openBoard()
  const { um, outro } = await aPair(board)
  await putGuest(board, 'SOUZA JOÃO BATISTA', '65987655432')
  expect(readText(await read(board))).toContain('1 de 3')
  for (let n = 0; n < 2; n++)
    expect(await decide(board, { um, outro, fica: um, ato: 'separar' })).toEqual([
      ...[303, '/painel/repetidos?feito=separou'],
    ])
  const text = readText(await read(board, '?feito=separou'))
  expect(text).toContain('Feito: são pessoas diferentes.')
  expect(text).toContain('1 de 2')
  expect(text).toContain('Depois deste')
  expect([...board.store.historico.values()].map(({ ato }) => ato)).toEqual(['separou'])
})

test('a pair that a correction asked for is shown though it is none yet, and the way leads back to the guest', async () => {
  const board = await openBoard()
  const ana = await putGuest(board, 'ANA LIMA', '65987651111')
  const bia = await putGuest(board, 'BIA REIS', '65987652222')
  const html = await read(board, `?um=${ana}&outro=${bia}`)
  expect(readText(html)).toContain('ANA LIMA BIA REIS')
  expect(readText(html)).not.toContain('O nome é o mesmo')
  const fields = { um: ana, outro: bia, fica: ana, ato: 'juntar', volta: readField(html, 'volta') ?? '' }
  expect(await decide(board, fields)).toEqual([303, `/painel/convidados/${ana}?feito=juntou`])
  expect(readText(await read(board, `?um=${ana}&outro=${bia}`))).toContain('este par já foi resolvido')
})

test('the one who stays has to be one of the two, and the two different', async () => {
  const board = await openBoard()
  const { um, outro } = await aPair(board)
  for (const fields of [
    { um, outro, fica: 'x', ato: 'juntar' },
    { um, outro: um, fica: um, ato: 'juntar' },
    { um, outro, ato: 'juntar' },
    { um, outro, fica: um },
  ] as Record<string, string>[])
    expect((await decide(board, fields))[0], JSON.stringify(fields)).toBe(400)
  expect(board.store.credenciais.size).toBe(2)
})

test('whose the other link is has to be said, and is presumed nowhere', async () => {
  const board = await openBoard()
  const { um, outro } = await aPair(board)
  const html = await read(board)
  expect(html.match(/<input[^>]*name="link"[^>]*>/g)?.filter((input) => input.includes('checked'))).toEqual(
    [],
  )
  const again = `/painel/repetidos?um=${um}&outro=${outro}`
  expect(await decide(board, { um, outro, fica: um, ato: 'juntar', link: '' })).toEqual([
    ...[303, `${again}&feito=falta-link`],
  ])
  expect(readText(await read(board, `?um=${um}&outro=${outro}&feito=falta-link`))).toContain(
    'diga de quem é o outro link. Nada mudou.',
  )
  expect(board.store.credenciais.size).toBe(2)
})

test('the same person’s other link, picture and code open the one who stays, at the door too, until the link is renewed', async () => {
  const board = await openBoard()
  const { um, outro } = await aPair(board)
  const { services, team } = board
  const former = services.tokenOf(outro, 0)
  const link = { um, outro, fica: um, ato: 'juntar', link: 'mesma' }
  expect(await decide(board, { ...link, telefone: outro })).toEqual([303, '/painel/repetidos?feito=juntou'])
  expect(board.store.credenciais.get(um)).toMatchObject({ telefone: '6587655432' })
  const guest = board.browser()
  const html = await (await guest.get(`/c/${former}`)).text()
  expect(readText(html)).toContain('JOÃO BATISTA DE SOUZA')
  expect(html).toContain(services.codeOf(um, 0))
  expect((await guest.get(`/c/${former}/convite.png`)).status).toBe(200)
  const found = await (await team.get(`/painel/convidados?q=${services.codeOf(outro, 0)}`)).text()
  expect(readText(found)).toContain('JOÃO BATISTA DE SOUZA')
  expect(readText(await (await team.get(`/porta/admitir/${former}`)).text())).toContain(
    'JOÃO BATISTA DE SOUZA',
  )
  await services.credenciais.renewLink(um, services.autorOf('cli'))
  expect((await guest.get(`/c/${former}`)).status).toBe(404)
})

test('a stranger’s other link opens nothing once it is merged', async () => {
  const board = await openBoard()
  const { um, outro } = await aPair(board)
  await decide(board, { um, outro, fica: um, ato: 'juntar' })
  expect((await board.browser().get(`/c/${board.services.tokenOf(outro, 0)}`)).status).toBe(404)
})

test('what was corrected since the page was opened is shown again before anything is merged', async () => {
  const board = await openBoard()
  const { um, outro } = await aPair(board)
  const visto = readField(await read(board), 'visto') ?? ''
  const { services } = board
  const cadastro = aCadastro({ nome: 'JOAO BATISTA SOUZA', telefone: '65999990000' })
  const { chaveOf } = services
  await services.credenciais.correct(
    { credencialid: outro, cadastro, shown: null, chaveOf },
    services.autorOf('cli'),
  )
  expect(await decide(board, { um, outro, fica: um, ato: 'juntar', visto })).toEqual([
    ...[303, `/painel/repetidos?um=${um}&outro=${outro}&feito=mudou-agora`],
  ])
  expect(board.store.credenciais.size).toBe(2)
})
