import { expect, test } from 'vitest'
import { digestIn, opened, withDuasEmpresas } from '../../support/planilha.ts'

test('a company named once, beside the first of its people, is offered as the company of those below', async () => {
  const { app, equipe } = await withDuasEmpresas()
  const lines = ['Clara;Ana Lima', ';Bia Rocha', ';Caio Melo', 'Sementes Aurora;Davi Sá', ';Eva Reis']
  const list = Buffer.from(['Empresa;Nome', ...lines].join('\n').replace('Clara', 'Fazenda Santa Clara'))
  const { path, html } = await opened(equipe, 'convidados', list)
  const page = await html()
  expect(page).toContain('<option value="^" selected="">Da empresa da linha de cima</option>')
  await equipe.post(path, { ato: 'colunas', modo: 'convidar', de: '^' })
  await equipe.post(path, { ato: 'gravar', efeito: digestIn(await html()) })
  const invited = app.store.all('convites').map(({ empresaid, rotulo }) => `${rotulo} ${empresaid}`)
  expect(invited.sort()).toEqual([
    'Ana Lima clara',
    'Bia Rocha clara',
    'Caio Melo clara',
    'Davi Sá aurora',
    'Eva Reis aurora',
  ])
})

test('where some name a company and others none, those are of the house until one says otherwise', async () => {
  const { equipe } = await withDuasEmpresas()
  const named = ['Fazenda Santa Clara;Ana Lima', ';Bia Rocha', ';Caio Melo', 'Fazenda Santa Clara;Eva Reis']
  const lines = ['Empresa;Nome', ...named, ';Davi Sá']
  const { html } = await opened(equipe, 'convidados', Buffer.from(lines.join('\n')))
  expect(await html()).toContain('<option value="" selected="">Da casa</option>')
})
