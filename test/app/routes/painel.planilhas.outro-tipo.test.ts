import { expect, test } from 'vitest'
import { folhaOf } from '../../../server/planilhas/folha.ts'
import { outroTipoOf } from '../../../server/planilhas/guess.ts'
import { readText } from '../../support/html.ts'
import { pastaOf } from '../../support/pasta.ts'
import { digestIn, opened, withEquipe } from '../../support/planilha.ts'

test('a list that seems to be of the other kind says so, and is read as that by a touch', async () => {
  const { app, equipe } = await withEquipe()
  const companies = 'Empresa;Mesa;Convites;Contato\nAlfa Agro;1;10;Lia Reis\nBeta Leite;2;8;Rui Sá\n'
  const { path, html } = await opened(equipe, 'convidados', companies)
  expect(readText(await html())).toContain(
    'Parece uma lista de empresas, e você enviou como lista de convidados. Ler como lista de empresas',
  )
  expect((await equipe.post(path, { ato: 'outro' })).headers.get('Location')).toBe(path)
  expect(readText(await html())).not.toContain('Parece uma lista')
  await equipe.post(path, { ato: 'colunas' })
  await equipe.post(path, { ato: 'gravar', efeito: digestIn(await html()) })
  expect(await html()).toContain('2 empresas gravadas')
  expect(app.store.all('empresas').map(({ nome, icredencial }) => [nome, icredencial])).toEqual(
    expect.arrayContaining([
      ['Alfa Agro', 10],
      ['Beta Leite', 8],
    ]),
  )
  expect(app.store.count('convites')).toBe(0)
})

test.each([
  ['convidados', 'Nome;Convites\nFazenda Acme;10\nBanco do Vale;8\n', 'empresas'],
  ['convidados', 'Fazenda Acme;10;34 99911-0001\nBanco do Vale;8;34 99911-0002\n', 'empresas'],
  ['convidados', 'Patrocinador;Total;WhatsApp\nAcme;10;34 99911-0001\nVale;8;34 99911-0002\n', 'empresas'],
  ['convidados', 'Nome;Mesa;Convites\nAna Lima;1;2\nBia Sá;2;1\n', null],
  ['convidados', 'Empresa;Contato\nAcme;34 99911-0001\nVale;34 99911-0002\n', null],
  ['convidados', 'Empresa;Convidado 1;Convidado 2\nAcme;Ana Lima;Bia Sá\n', null],
  ['empresas', 'Nome;WhatsApp;Empresa\nAna Lima;34 99911-0001;Acme\nBia Sá;;Acme\n', 'convidados'],
  ['empresas', 'Nome;Convites;Empresa\nAna Lima;1;Acme\nBia Sá;2;Acme\n', 'convidados'],
  ['empresas', 'Empresa;Convidado\nAcme;Ana Lima\nAcme;Bia Sá\n', 'convidados'],
  ['empresas', 'Ana Lima;34 99911-0001\nBia Sá;34 99911-0002\n', 'convidados'],
  ['empresas', 'Nome;Convites\nAcme;10\nVale;8\n', null],
  ['empresas', 'Empresa;Nome;Convites\nAcme;Ana Lima;10\nVale;Bia Sá;8\n', null],
  ['empresas', 'Fazenda Acme;Mesa 1 - 10 lugares\nBanco do Vale;Mesa 2 - 8 lugares\n', null],
] as const)('sent as %s, %j seems to be of %s', async (tipo, sheet, outro) => {
  expect(outroTipoOf(await folhaOf(await pastaOf(sheet), tipo), tipo)).toBe(outro)
})
