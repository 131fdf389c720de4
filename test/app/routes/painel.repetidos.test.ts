import { expect, test } from 'vitest'
import { findWithState } from '../../../app/shared/credenciais.server.ts'
import { aCadastro } from '../../support/factories.ts'
import { openPainel, putConvidado } from '../../support/convidados-painel.ts'
import { readField, readText } from '../../support/html.ts'

type Painel = Awaited<ReturnType<typeof openPainel>>

async function aPair(painel: Painel) {
  const um = await putConvidado(painel, 'JOÃO BATISTA DE SOUZA', '65987655432', 'serra')
  const outro = await putConvidado(painel, 'JOAO BATISTA SOUZA', '6587655432', 'ipe')
  return { um, outro }
}
const read = async ({ equipe }: Painel, query = '') => equipe.body(`/painel/repetidos${query}`)
/**
 * Posts the form as the pair's page has it. Unless the fields say otherwise, the other link belongs to a
 * stranger.
 */
const decide = async (painel: Painel, fields: Record<string, string>) => {
  const { um = '', outro = '' } = fields
  const html = await read(painel, `?${new URLSearchParams({ um, outro }).toString()}`)
  const visto = readField(html, 'visto') ?? ''
  const response = await painel.equipe.post('/painel/repetidos', { link: 'outra', visto, ...fields })
  return [response.status, response.headers.get('Location')]
}

test('a pair stands side by side, what differs marked, phones and e-mails masked, the present number to stay', async () => {
  const painel = await openPainel()
  const { um, outro } = await aPair(painel)
  const html = await read(painel)
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

test('Juntar os dois keeps the chosen one and shows the next pair; sent again it says that it is done', async () => {
  const painel = await openPainel()
  const { um, outro } = await aPair(painel)
  const fields = { um, outro, fica: outro, ato: 'juntar' }
  expect(await decide(painel, fields)).toEqual([303, '/painel/repetidos?feito=juntou'])
  expect(painel.store.ids('credenciais')).toEqual([outro])
  expect(painel.store.get('empresas', 'serra')).toMatchObject({ licredencial: 0 })
  expect(await decide(painel, fields)).toEqual([303, '/painel/repetidos?feito=resolvido'])
  expect(readText(await read(painel, '?feito=juntou'))).toContain('Nenhum cadastro parece repetido.')
  expect(painel.store.all('historico').map(({ ato }) => ato)).toEqual(['juntou'])
})

test('São pessoas diferentes hides the pair for good, and the others stay, one after the other', async () => {
  const painel = await openPainel()
  const { um, outro } = await aPair(painel)
  await putConvidado(painel, 'SOUZA JOÃO BATISTA', '65987655432')
  expect(readText(await read(painel))).toContain('1 de 3')
  for (let n = 0; n < 2; n++)
    expect(await decide(painel, { um, outro, fica: um, ato: 'separar' })).toEqual([
      ...[303, '/painel/repetidos?feito=separou'],
    ])
  const text = readText(await read(painel, '?feito=separou'))
  expect(text).toContain('Feito: são pessoas diferentes.')
  expect(text).toContain('1 de 2')
  expect(text).toContain('Depois deste')
  expect(painel.store.all('historico').map(({ ato }) => ato)).toEqual(['separou'])
})

test('a pair that a correction asked for is shown though it is none yet, and the way leads back to the guest', async () => {
  const painel = await openPainel()
  const ana = await putConvidado(painel, 'ANA LIMA', '65987651111')
  const bia = await putConvidado(painel, 'BIA REIS', '65987652222')
  const html = await read(painel, `?um=${ana}&outro=${bia}`)
  expect(readText(html)).toContain('ANA LIMA BIA REIS')
  expect(readText(html)).not.toContain('O nome é o mesmo')
  const fields = { um: ana, outro: bia, fica: ana, ato: 'juntar', volta: readField(html, 'volta') ?? '' }
  expect(await decide(painel, fields)).toEqual([303, `/painel/convidados/${ana}?feito=juntou`])
  expect(readText(await read(painel, `?um=${ana}&outro=${bia}`))).toContain('este par já foi resolvido')
})

test('the one who stays has to be one of the two, and the two different', async () => {
  const painel = await openPainel()
  const { um, outro } = await aPair(painel)
  for (const fields of [
    { um, outro, fica: 'x', ato: 'juntar' },
    { um, outro: um, fica: um, ato: 'juntar' },
    { um, outro, ato: 'juntar' },
    { um, outro, fica: um },
  ] as Record<string, string>[])
    expect((await decide(painel, fields))[0], JSON.stringify(fields)).toBe(400)
  expect(painel.store.count('credenciais')).toBe(2)
})

test('whose the other link is has to be said, and is presumed nowhere', async () => {
  const painel = await openPainel()
  const { um, outro } = await aPair(painel)
  const html = await read(painel)
  expect(html.match(/<input[^>]*name="link"[^>]*>/g)?.filter((input) => input.includes('checked'))).toEqual(
    [],
  )
  const again = `/painel/repetidos?um=${um}&outro=${outro}`
  expect(await decide(painel, { um, outro, fica: um, ato: 'juntar', link: '' })).toEqual([
    ...[303, `${again}&feito=falta-link`],
  ])
  expect(readText(await read(painel, `?um=${um}&outro=${outro}&feito=falta-link`))).toContain(
    'diga de quem é o outro link. Nada mudou.',
  )
  expect(painel.store.count('credenciais')).toBe(2)
})

test('the same person’s other link, picture and code open the one who stays, at the door too, until the link is renewed', async () => {
  const painel = await openPainel()
  const { um, outro } = await aPair(painel)
  const { services, equipe } = painel
  const former = services.tokenOf(outro, 0)
  const link = { um, outro, fica: um, ato: 'juntar', link: 'mesma' }
  expect(await decide(painel, { ...link, telefone: outro })).toEqual([303, '/painel/repetidos?feito=juntou'])
  expect(painel.store.get('credenciais', um)).toMatchObject({ telefone: '6587655432' })
  const convidado = painel.browser()
  const html = await convidado.body(`/c/${former}`)
  expect(readText(html)).toContain('JOÃO BATISTA DE SOUZA')
  expect(html).toContain(services.codeOf(um, 0))
  const picture = await convidado.body(`/c/${former}/convite.png`)
  expect(picture).toContain('JOÃO BATISTA DE SOUZA')
  expect(picture).toContain(services.codeOf(um, 0))
  const found = await equipe.body(`/painel/convidados?q=${services.codeOf(outro, 0)}`)
  expect(readText(found)).toContain('JOÃO BATISTA DE SOUZA')
  expect(await equipe.text(`/porta/admitir/${former}`)).toContain('JOÃO BATISTA DE SOUZA')
  // A browser that registered both has one guest now.
  expect(await findWithState([former, services.tokenOf(um, 0)], services)).toHaveLength(1)
  await services.credenciais.renewLink(um, services.autorOf('cli'))
  expect((await convidado.get(`/c/${former}`)).status).toBe(404)
})

test('a stranger’s other link opens nothing once it is merged', async () => {
  const painel = await openPainel()
  const { um, outro } = await aPair(painel)
  await decide(painel, { um, outro, fica: um, ato: 'juntar' })
  expect((await painel.browser().get(`/c/${painel.services.tokenOf(outro, 0)}`)).status).toBe(404)
})

test('what was corrected since the page was opened is shown again before anything is merged', async () => {
  const painel = await openPainel()
  const { um, outro } = await aPair(painel)
  const visto = readField(await read(painel), 'visto') ?? ''
  const { services } = painel
  const cadastro = aCadastro({ nome: 'JOAO BATISTA SOUZA', telefone: '65999990000' })
  const { chaveOf } = services
  await services.credenciais.correct(
    { credencialid: outro, cadastro, shown: null, chaveOf },
    services.autorOf('cli'),
  )
  expect(await decide(painel, { um, outro, fica: um, ato: 'juntar', visto })).toEqual([
    ...[303, `/painel/repetidos?um=${um}&outro=${outro}&feito=mudou-agora`],
  ])
  expect(painel.store.count('credenciais')).toBe(2)
})

test('one name with two numbers in one company is a question, never a pair to merge, and is asked once', async () => {
  const painel = await openPainel()
  const um = await putConvidado(painel, 'ANA DE LIMA', '65987651111', 'serra')
  const outro = await putConvidado(painel, 'LIMA ANA', '65987652222', 'serra')
  await putConvidado(painel, 'ANA LIMA', '65987653333', 'ipe')
  await putConvidado(painel, 'ANA LIMA', '65987654444')
  const html = await read(painel)
  const text = readText(html)
  expect(text).toContain('Nenhum cadastro parece repetido.')
  expect(text).toContain('São duas pessoas, ou uma que trocou de número?')
  expect(text).toContain('ANA DE LIMA Laticínios Serra Azul (65) •••••-1111 (65) •••••-2222')
  for (const id of [um, outro]) expect(html).toContain(`href="/painel/convidados/${id}"`)
  expect(html).not.toContain('JUNTAR')
  expect(html.match(/value="separar"/g)).toHaveLength(1)
  const response = await painel.equipe.post('/painel/repetidos', { um, outro, ato: 'separar' })
  expect(response.headers.get('Location')).toBe('/painel/repetidos?feito=separou')
  expect(readText(await read(painel))).not.toContain('São duas pessoas')
})
