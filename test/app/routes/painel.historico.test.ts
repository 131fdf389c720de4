import { expect, test } from 'vitest'
import { CLI, linhaDoHistorico, type Ato } from '../../../server/domain/historico.ts'
import { CASA, DA_CASA, NOME_DA_CASA } from '../../../server/domain/casa.ts'
import { anEmpresa, NOW } from '../../support/factories.ts'
import { readText } from '../../support/html.ts'
import { startApp } from '../../support/remix.ts'
import { openEquipe } from '../../support/equipe.ts'
import { registered } from '../../support/registered.ts'

const HOUR = 3_600_000

async function open() {
  const app = await startApp()
  app.store.put('empresas', anEmpresa({ empresaid: 'serra', nome: 'Laticínios Serra Azul' }))
  app.store.put('empresas', anEmpresa({ empresaid: 'ipe', nome: 'Sementes Ipê-Roxo' }))
  app.store.put('empresas', anEmpresa({ empresaid: CASA, nome: NOME_DA_CASA, usuarioid: DA_CASA }))
  const browser = await openEquipe(app)
  const credencialid = await registered(app.services.credenciais)
  let serial = 0
  const add = (ato: Ato, alvo: string, detalhe = '', em = NOW, quem = browser.aparelhoid) => {
    const historicoid = String(serial++).padStart(4, '0')
    return app.services.historico.add(linhaDoHistorico({ historicoid, quem, em }, ato, alvo, detalhe))
  }
  const read = async (query = '') => browser.body(`/painel/historico${query}`)
  return { ...app, browser, credencialid, add, read }
}

test('every act is told in a sentence, with who and on what, under its day and hour, and a guest by name', async () => {
  const { add, read, browser, credencialid, store } = await open()
  const nome = store.get('credenciais', credencialid)?.nome
  const told: [Ato, alvo: string, detalhe: string, sentence: string][] = [
    ['convidou', browser.aparelhoid, 'porta', 'Convidou para a porta Cida Moreira Cida Moreira'],
    ['marcou-etiquetas', '', '300', 'Marcou 300 etiquetas como impressas Cida Moreira'],
    ['marcou-etiquetas', '', '1', 'Marcou 1 etiqueta como impressa Cida Moreira'],
    ['desmarcou-etiquetas', '', '300', 'Desmarcou 300 etiquetas impressas Cida Moreira'],
    ['convidou', browser.aparelhoid, 'organizacao', 'Convidou para a organização'],
    ['gravou-planilha', 'planilha', '87', 'Importou uma planilha: 87 linhas Cida Moreira'],
    ['desfez-importacao', 'planilha', '12 1', 'Desfez uma importação: 12 saíram, 1 ficou Cida Moreira'],
    ['pareou', browser.aparelhoid, '', 'Entrou na equipe'],
    ['revogou', browser.aparelhoid, '', 'Tirou um aparelho da equipe'],
    ['reconectou', browser.aparelhoid, '', 'Deu um novo código a um aparelho'],
    ['cadastrou', credencialid, '', `Cadastrou Cida Moreira ${nome}`],
    ['cadastrou', credencialid, 'serra', 'Cadastrou com um convite de Laticínios Serra Azul'],
    ['desistiu', credencialid, CASA, 'Avisou que não vai; o convite era da casa'],
    [
      'mudou-de-empresa',
      credencialid,
      `${CASA} serra`,
      'Mudou de empresa: da casa para Laticínios Serra Azul',
    ],
    [
      'mudou-de-empresa',
      credencialid,
      `serra ${CASA}`,
      'Mudou de empresa: de Laticínios Serra Azul para a casa',
    ],
    ['excluiu', credencialid, CASA, 'Excluiu e devolveu o convite à casa'],
    ['corrigiu', credencialid, 'nome telefone email', 'Corrigiu nome, WhatsApp e e-mail'],
    ['corrigiu', credencialid, '', 'Conferiu, sem mudar nada'],
    ['mudou-de-empresa', credencialid, '- ipe', 'Mudou de empresa: de nenhuma para Sementes Ipê-Roxo'],
    [
      'excluiu',
      '1',
      'serra',
      'Excluiu e devolveu o convite a Laticínios Serra Azul Cida Moreira convidado excluído',
    ],
    ['excluiu', '1', '', 'Excluiu Cida Moreira convidado excluído'],
    ['juntou', credencialid, '1 ipe', 'Juntou dois cadastros; um convite voltou a Sementes Ipê-Roxo'],
    ['juntou', credencialid, '1 -', 'Juntou dois cadastros Cida Moreira'],
    ['excluiu', '2', CASA, 'Excluiu e devolveu o convite à casa'],
    ['desistiu', credencialid, CASA, 'Avisou que não vai; o convite era da casa'],
    ['separou', credencialid, '', 'Separou dois cadastros parecidos'],
    ['renovou-link', credencialid, '', 'Trocou o link da credencial'],
    ['apagou-respostas', credencialid, '', 'Apagou as respostas do cadastro'],
    ['admitiu', credencialid, '', `Deu entrada Cida Moreira ${nome}`],
    ['anulou', credencialid, 'x', 'Anulou uma entrada'],
    ['gravou-empresas', '', '26 0', 'Gravou empresas: 26 novas Cida Moreira 26 empresas'],
    ['gravou-empresas', '', '0 1', 'Gravou empresas: 1 mudada Cida Moreira 1 empresa'],
    ['gravou-empresas', '', '37 4', 'Gravou empresas: 37 novas, 4 mudadas Cida Moreira 41 empresas'],
    ['criou-convites', '', '20', 'Fez 20 convites pessoais Cida Moreira da casa'],
    ['gravou-empresas', 'serra', '1 0', 'Criou a empresa Cida Moreira Laticínios Serra Azul'],
    ['gravou-empresas', 'serra', '0 1', 'Gravou a empresa'],
    [
      'gravou-empresas',
      'serra',
      '0 1 40 45',
      'Mudou o total, de 40 para 45 Cida Moreira Laticínios Serra Azul',
    ],
    ['exportou-convidados', '', '357', 'Exportou os convidados Cida Moreira 357 linhas'],
    ['exportou-empresas', '', '1', 'Exportou as empresas Cida Moreira 1 linha'],
    ['exportou-links', '', '1', 'Exportou os links públicos Cida Moreira 1 linha'],
    ['exportou-mesa', 'serra', '12', 'Exportou a lista da mesa Cida Moreira Laticínios Serra Azul'],
    ['apagou-tudo', '', '391', 'Apagou os dados pessoais Cida Moreira 391 convidados'],
    [
      'apagou-tudo',
      '',
      '30+ 2',
      'Apagou os dados pessoais Cida Moreira 30 convidados, contatos de 2 empresas; parou antes do fim',
    ],
  ]
  for (const [ato, alvo, detalhe] of told) await add(ato, alvo, detalhe, NOW + 5 * 60_000)
  const html = await read()
  const text = readText(html)
  for (const [, , , sentence] of told) expect(text).toContain(`12h05 ${sentence}`)
  expect(text).toContain('Hoje, 1 de setembro')
  expect(html).toContain(`href="/painel/convidados/${credencialid}"`)
  expect(html).toContain('href="/painel/empresas/serra"')
})

test('acts are grouped by the day of the event’s clock, the newest first', async () => {
  const { add, read } = await open()
  await add('exportou-empresas', '', '1', NOW - 12 * HOUR - 60_000, CLI)
  await add('exportou-empresas', '', '2', NOW - 14 * HOUR)
  await add('exportou-empresas', '', '3', NOW - 300 * 24 * HOUR)
  const text = readText(await read())
  expect(text).toMatch(
    /Ontem, 31 de agosto 23h59 .* suporte técnico 1 linha 22h00 .* 2 linhas 5 de novembro de 2026 12h00/,
  )
})

test('a hundred acts stand on a page, and the cursor goes on where it ended', async () => {
  const { add, read } = await open()
  for (let at = 1; at <= 205; at++) await add('exportou-empresas', '', `${at + 1000}`, NOW - at)
  const seen: number[] = []
  let query: string | undefined = ''
  let pages = 0
  while (query !== undefined) {
    const html: string = await read(query)
    seen.push(...[...readText(html).matchAll(/1\.(\d{3}) linhas/g)].map(([, count]) => Number(count)))
    query = /href="(\?[^"]*depois[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
    pages++
  }
  expect(pages).toBe(3)
  expect(seen).toEqual(Array.from({ length: 205 }, (_, index) => index + 1))
})

test('the filter shows the acts of one author alone', async () => {
  const { add, read, browser } = await open()
  await add('exportou-convidados', '', '111')
  await add('exportou-convidados', '', '222', NOW, CLI)
  const ofCli = readText(await read('?quem=cli'))
  expect(ofCli).toContain('222 linhas')
  expect(ofCli).not.toContain('111 linhas')
  expect(readText(await read(`?quem=${browser.aparelhoid}`))).not.toContain('222 linhas')
})

test('what an import did to many guests is one line, and what a hand did is a line each', async () => {
  const { add, read } = await open()
  for (let n = 0; n < 30; n++) await add('cadastrou', `guest-${n}`, n % 2 === 0 ? 'serra' : '', NOW + n * 20)
  for (let n = 0; n < 2; n++) await add('cadastrou', `other-${n}`, '', NOW + 60_000 * (n + 1))
  for (let n = 0; n < 2; n++) await add('admitiu', 'guest-1', '', NOW + 200_000)
  const text = readText(await read())
  expect(text).toContain('12h00 Cadastrou 30 convidados Cida Moreira')
  expect(text.match(/Cadastrou/g)).toHaveLength(3)
  expect(text.match(/Deu entrada/g)).toHaveLength(2)
})

test('a cursor nobody wrote shows the newest acts', async () => {
  const { add, read } = await open()
  await add('exportou-convidados', '', '111')
  expect(readText(await read('?depois=ontem'))).toContain('111 linhas')
})

test('the history is no page for anybody but an organiser', async () => {
  const app = await startApp()
  expect((await app.browser().get('/painel/historico')).status).toBe(404)
  const porta = await openEquipe(app, { papel: 'porta' })
  expect((await porta.get('/painel/historico')).status).toBe(404)
})
