import { expect, test, vi } from 'vitest'
import { readText } from '../../support/html.ts'
import { digestIn, opened, withDuasEmpresas } from '../../support/planilha.ts'

const LIST = Buffer.from(
  'Empresa;Nome\nAgro Planalto;Ana Lima\nAGRO PLANALTO;Bia Rocha + 1\nFazenda Acme;Caio Melo\n',
)

/** The name of the field that asks about the first company. */
const fieldIn = (html: string) => /name="(p\.empresas\.[^"]+)"/.exec(html)?.[1] ?? ''

/** The list, answered with one of what is offered for Agro Planalto. */
async function answered(valor: string, modo = 'convidar') {
  const { app, equipe } = await withDuasEmpresas()
  const { path, html } = await opened(equipe, 'convidados', LIST)
  await equipe.post(path, { ato: 'colunas', modo, de: '' })
  const asked = await html()
  const said = { [fieldIn(asked)]: valor }
  await equipe.post(path, { ato: 'responder', efeito: digestIn(asked), ...said })
  return { app, equipe, path, html, asked }
}

test('a company that the board does not know is stored with the people of the list, and leaves with them', async () => {
  const { app, equipe, path, html, asked } = await answered('nova')
  expect(readText(asked)).toContain('Nenhuma empresa se chama “Agro Planalto”. Quem convida?')
  expect(asked).toContain('Cadastrar, com 3 convites')
  const page = await html()
  expect(readText(page)).toMatch(/1 empresa nova.*3 convites/)
  expect(app.store.count('empresas')).toBe(3)

  await equipe.post(path, { ato: 'gravar', efeito: digestIn(page) })
  const nova = app.store.all('empresas').find(({ nome }) => nome === 'Agro Planalto')
  expect(nova).toMatchObject({ icredencial: 3, licredencial: 3 })
  const tables = app.store.all('convites').map(({ empresaid, rotulo }) => [rotulo, empresaid])
  expect(Object.fromEntries(tables)).toEqual({
    'Ana Lima': nova?.empresaid,
    'Bia Rocha': nova?.empresaid,
    'Caio Melo': 'acme',
  })

  const again = await opened(equipe, 'convidados', LIST)
  await equipe.post(again.path, { ato: 'colunas', modo: 'convidar', de: '' })
  expect(readText(await again.html())).toContain('3 já estão iguais')

  expect(readText(await equipe.body(path))).toContain('3 pessoas saem da lista, e 1 empresa nova')
  await equipe.post(path, { ato: 'desfazer' })
  expect(readText(await equipe.body(path))).toContain('3 pessoas saíram, e 1 empresa nova.')
  expect(app.store.all('empresas').map(({ nome }) => nome)).not.toContain('Agro Planalto')
  expect(app.store.count('empresas')).toBe(3)
})

test('of guests who are confirmed already, a new company has as many invitations as people', async () => {
  const { app, equipe, path, html } = await answered('nova', 'confirmados')
  await equipe.post(path, { ato: 'gravar', efeito: digestIn(await html()) })
  const nova = app.store.all('empresas').find(({ nome }) => nome === 'Agro Planalto')
  expect(nova).toMatchObject({ icredencial: 2, licredencial: 2 })
})

test('one of the companies that the board knows may be meant, by whatever name', async () => {
  const { app, equipe, path, html } = await answered('e-aurora')
  await equipe.post(path, { ato: 'gravar', efeito: digestIn(await html()) })
  const invited = app.store.all('convites').map(({ empresaid, rotulo }) => `${rotulo} ${empresaid}`)
  expect(invited.sort()).toEqual(['Ana Lima aurora', 'Bia Rocha aurora', 'Caio Melo acme'])
  expect(app.store.count('empresas')).toBe(3)
})

test('with nobody to store there is no Gravar, but the questions', async () => {
  const { equipe } = await withDuasEmpresas()
  const { path, html } = await opened(equipe, 'convidados', Buffer.from('Empresa;Nome\nAgro;Ana Lima\n'))
  await equipe.post(path, { ato: 'colunas', modo: 'convidar', de: '' })
  const page = await html()
  expect(page).not.toContain('value="gravar"')
  expect(page).toContain('value="responder"')
  expect(readText(page)).toContain('Não há o que gravar com estas respostas.')
})

test('a recording that stopped after the new company was stored goes on with its people', async () => {
  const { app, equipe, path, html } = await answered('nova')
  vi.spyOn(app.services.convites, 'create').mockRejectedValueOnce(new Error('the disk is full'))
  await equipe.post(path, { ato: 'gravar', efeito: digestIn(await html()) }).catch(() => null)
  expect([app.store.count('empresas'), app.store.count('convites')]).toEqual([4, 0])

  await equipe.post(path, { ato: 'gravar', efeito: digestIn(await html()) })
  expect([app.store.count('empresas'), app.store.count('convites')]).toEqual([4, 3])
})
