import { expect, test } from 'vitest'
import { CLI, linhaDoHistorico } from '../../../server/domain/historico.ts'
import { NOTHING_DONE, PLANILHA_MS } from '../../../server/domain/planilha-repo.ts'
import { aCadastro, anAutor, NOW } from '../../support/factories.ts'
import { readText } from '../../support/html.ts'
import { openEquipe } from '../../support/equipe.ts'
import { registered } from '../../support/registered.ts'
import { startApp } from '../../support/remix.ts'

const PATH = '/painel/planilhas/lista'

/** An import of guests as it was recorded, with its line in the history. */
async function recorded(nomes: string[]) {
  const app = await startApp()
  const equipe = await openEquipe(app)
  const { services } = app
  const sent = {
    planilhaid: 'lista',
    enviadaem: services.now(),
    tipo: 'convidados' as const,
    arquivo: 'lista.xlsx',
  }
  const andamento = { ...sent, ...NOTHING_DONE, quem: 'run', vistaem: services.now(), entram: nomes.length }
  await services.planilhas.begin({ ...andamento, fase: 'gravando' })
  const planilha = { ...sent, bytes: new Uint8Array() }
  const ids: string[] = []
  for (const [n, nome] of nomes.entries()) {
    const cadastro = aCadastro({ nome })
    ids.push(
      await registered(services.credenciais, {
        planilha,
        cadastro,
        now: NOW + n,
        autor: anAutor(),
        recibo: null,
      }),
    )
  }
  const linha = { historicoid: 'lista.gravada', quem: CLI, em: NOW }
  await services.historico.add(linhaDoHistorico(linha, 'gravou-planilha', 'lista'))
  await services.planilhas.note('run', { ...andamento, fase: 'gravada', quem: '' })
  const page = async () => equipe.body(PATH)
  return { app, equipe, services, ids, page }
}

test('an import is taken back from its page, which then names who stayed, and from the history later on', async () => {
  const { app, equipe, services, ids, page } = await recorded(['ANA SILVA', 'BIA SOUZA', 'CAU LIMA'])
  const [ana = ''] = ids
  await services.entradas.admit({ credencialid: ana, entradaid: 'e', isAgain: false }, anAutor())
  const before = await page()
  expect(before).toContain('<summary>Desfazer esta importação</summary>')
  expect(readText(before)).toContain('3 pessoas saem da lista. Fica quem já respondeu')
  expect(await equipe.body('/painel/historico')).toContain(`<a href="${PATH}">desfazer esta importação</a>`)

  for (let n = 0; n < 2; n++) {
    const answer = await equipe.post(PATH, { ato: 'desfazer' })
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, PATH])
    const after = readText(await page())
    expect(after).toContain('2 pessoas saíram.')
    expect(after).toContain(
      '1 ficou. Fica quem já respondeu, entrou, foi corrigido ou recebeu mensagem, link ou etiqueta. ANA SILVA',
    )
  }
  expect(app.store.count('credenciais')).toBe(1)
  expect(readText(await equipe.body('/painel/historico'))).toContain(
    'Desfez uma importação: 2 saíram, 1 ficou',
  )

  await services.planilhas.forget(services.now() + PLANILHA_MS)
  expect(readText(await page())).toContain(
    '1 ficou. Fica quem já respondeu, entrou, foi corrigido ou recebeu mensagem, link ou etiqueta. ANA SILVA',
  )
  await services.credenciais.erasePersonalData(anAutor())
  expect((await equipe.get(PATH)).status).toBe(404)
  expect(await equipe.body('/painel/historico')).not.toContain(PATH)
})

test('an import that nobody can leave any more says so, and where to go', async () => {
  const { equipe, services, ids, page } = await recorded(['ANA SILVA'])
  await services.entradas.admit({ credencialid: ids[0] ?? '', entradaid: 'e', isAgain: false }, anAutor())
  const told = await equipe.text((await equipe.post(PATH, { ato: 'desfazer' })).headers.get('Location') ?? '')
  expect(told).toMatch(
    /Nada foi desfeito.*ninguém saiu\. ?1 ficou. Fica quem já respondeu, entrou, foi corrigido ou recebeu mensagem, link ou etiqueta. ANA SILVA/,
  )
  expect(told).toMatch(/Ver os convidados ?Enviar outra planilha/)
  expect(await page()).toContain('1 convidado gravado')
})

test('an import no longer kept, of which nothing was noted, is gone', async () => {
  const equipe = await openEquipe(await startApp())
  expect((await equipe.get(PATH)).status).toBe(404)
})
