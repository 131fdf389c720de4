import { expect, test } from 'vitest'
import { openPainel } from '../../support/convidados-painel.ts'
import { anEmpresa } from '../../support/factories.ts'
import { readField, readText } from '../../support/html.ts'
import { CASA, DA_CASA } from '../../../server/domain/casa.ts'

const PATH = '/painel/convidados/convidar'

async function open() {
  const painel = await openPainel()
  const { equipe, services } = painel
  const make = async (rotulos: string, fields: Record<string, string> = {}) => {
    const pedido = readField(await equipe.body(PATH), 'pedido') ?? ''
    return equipe.post(PATH, { ato: 'criar', rotulos, pedido, de: '', lugares: '1', ...fields })
  }
  const ofHouse = async () => (await services.convites.list('')).map(({ convite }) => convite)
  return { ...painel, make, ofHouse }
}

const LIST = 'Helena Prado 65 99911-2244\r\nDr. Antônio (Santa Casa) 99812-0003\r\nPadre Donizete'

test('names become invitations of the house, and the next page shows how each line was read', async () => {
  const { equipe, make, ofHouse } = await open()
  const answer = await make(LIST, { lugares: '2' })
  const [helena, antonio] = await ofHouse()
  expect(answer.status).toBe(303)
  const to = answer.headers.get('Location') ?? ''
  expect(to).toBe(
    `/painel/convidados/convites?primeiro=${helena?.codigo ?? ''}&feitos=3&feito=criados&linhas=2`,
  )
  const html = await equipe.body(to)
  const text = readText(html)
  expect(text).toContain('Convidados · Da casa 3 convites')
  expect(text).toContain('Atenção: não deu para ler o número da linha 2. Anote-o abaixo.')
  expect(text).toContain('Helena Prado 2 lugares Sem resposta (65) 99911-2244')
  expect(text).toContain('Dr. Antônio 2 lugares Santa Casa Sem resposta sem WhatsApp')
  expect(text).toContain(`convite.test/${CASA}/${antonio?.codigo ?? '?'}`)
  expect(text).toContain('Enviar pelo WhatsApp')
  expect(readText(await equipe.body('/painel/convidados'))).toContain(
    'Padre Donizete 2 lugares da casa Não enviado',
  )
})

test('an invitation is corrected and revoked on its page', async () => {
  const { equipe, make, ofHouse } = await open()
  await make('Padre Donizete')
  const [{ codigo } = { codigo: '' }] = await ofHouse()
  const page = `/painel/convidados/convites?primeiro=${codigo}`
  const correct = (telefone: string) =>
    equipe.post(page, {
      ato: 'mudar',
      codigo,
      [`rotulo-${codigo}`]: 'Padre Donizete Alves',
      [`telefone-${codigo}`]: telefone,
      [`nota-${codigo}`]: 'paróquia',
    })
  const refused = await correct('99911')
  expect(refused.status).toBe(422)
  const html = await refused.text()
  expect(html).toContain(`<a href="#telefone-${codigo}">`)
  expect(html).toContain('value="Padre Donizete Alves"')
  expect((await correct('65 99911-2244')).headers.get('Location')).toBe(`${page}&feitos=1&feito=mudado`)
  expect((await ofHouse())[0]).toMatchObject({
    rotulo: 'Padre Donizete Alves',
    telefone: '65999112244',
    nota: 'paróquia',
  })
  await equipe.post(page, { ato: 'revogar', codigo })
  expect(readText(await equipe.body(page))).toContain('Padre Donizete Alves paróquia Cancelado')
  expect(readText(await equipe.body('/painel/convidados'))).not.toContain('Donizete')
})

test('a house that has too few places says how many, and a company may invite instead', async () => {
  const { equipe, store, make, services } = await open()
  store.put(
    'empresas',
    anEmpresa({ empresaid: CASA, usuarioid: DA_CASA, nome: 'Casa', icredencial: 3, licredencial: 0 }),
  )
  expect(await equipe.body(PATH)).toContain('>Da casa · 3 livres</option>')
  const refused = await make(LIST, { lugares: '2' })
  const html = await refused.text()
  expect(refused.status).toBe(422)
  expect(readText(html)).toContain('Não cabem todos: há só 3 livres.')
  expect(html).toContain('<option selected="">2</option>')
  expect((await make(LIST, { de: 'serra' })).status).toBe(303)
  expect(await services.convites.list('serra')).toHaveLength(3)
  for (const fields of [{ lugares: '11' }, { lugares: '0' }, { lugares: 'x' }])
    expect((await make(LIST, fields)).status).toBe(400)
  expect((await make(LIST, { de: 'nenhuma' })).status).toBe(404)
  expect((await equipe.get(`/painel/convidados/convites?primeiro=${'a'.repeat(20)}`)).status).toBe(404)
})

test('a company that has nothing left says so, with a way to its total, instead of the house in its place', async () => {
  const { equipe, store } = await open()
  store.put(
    'empresas',
    anEmpresa({ empresaid: 'cheia', nome: 'Fazenda Cheia', icredencial: 1, licredencial: 1 }),
  )
  const told = 'Fazenda Cheia já usou todos os convites.'
  expect(await equipe.body(`${PATH}?empresa=serra`)).not.toContain('já usou todos')
  const html = await equipe.body(`${PATH}?empresa=cheia`)
  expect(readText(html)).toContain(told)
  expect(html).toContain('href="/painel/empresas/cheia"')
})
