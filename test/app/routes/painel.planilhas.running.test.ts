import { expect, onTestFinished, test } from 'vitest'
import { NOTHING_DONE, STOPPED_MS, type Andamento } from '../../../server/domain/planilha-repo.ts'
import { readText } from '../../support/html.ts'
import { CONVIDADOS, digestIn, followed, kept, opened, withEquipe } from '../../support/planilha.ts'
import type { TestApp } from '../../support/remix.ts'

const REFRESH = 'http-equiv="refresh" content="0; url=?espera"'

/** A spreadsheet of this many guests, with no company. */
function rowsOf(count: number): string {
  const letters = (n: number) =>
    String(n)
      .padStart(3, '0')
      .replace(/\d/g, (digit) => 'ABCDEFGHIJ'[Number(digit)] ?? '')
  const rows = Array.from(
    { length: count },
    (_, n) => `Pessoa ${letters(n)};119876${String(n).padStart(5, '0')}`,
  )
  return `nome;telefone\n${rows.join('\n')}\n`
}

/** Registrations that wait, after this many, until the test lets them go. */
function held({ services }: TestApp, after: number) {
  const register = services.credenciais.register.bind(services.credenciais)
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => (letGo = resolve))
  let begun = 0
  services.credenciais.register = async (request) => {
    if (begun++ >= after) await gate
    return register(request)
  }
  onTestFinished(() => letGo())
  return () => letGo()
}

const planilhaidIn = (path: string) => path.split('/')[3] ?? ''

/** Stores the progress of an upload as another process would. */
async function told(app: TestApp, fields: Partial<Andamento>) {
  const { services } = app
  const andamento: Andamento = {
    planilhaid: 'longe',
    enviadaem: services.now(),
    tipo: 'convidados',
    arquivo: 'lista.xlsx',
    fase: 'gravando',
    quem: 'outro',
    vistaem: services.now(),
    ...NOTHING_DONE,
    ...fields,
  }
  await services.planilhas.begin(andamento)
  return `/painel/planilhas/${andamento.planilhaid}`
}

test('a recording that takes longer goes on after its answer, and its page says how far it is, then what it did', async () => {
  const { app, equipe } = await withEquipe()
  const letGo = held(app, 60)
  const { path, record, html } = await kept(app, equipe, 'convidados', rowsOf(100))
  const answer = await record()
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, path])
  await expect.poll(html).toContain('0 de 100 linhas')
  const page = await html()
  expect(page).toContain(REFRESH)
  expect(page).toContain('<title>Gravando: 0 de 100 linhas · Painel</title>')
  expect(page).not.toContain('Gravar')

  const again = [record(), record(), equipe.post(path, { efeito: 'outro' })]
  for (const { status, headers } of await Promise.all(again))
    expect([status, headers.get('Location')]).toEqual([303, path])
  const follows = equipe.get(`${path}?espera`)
  letGo()
  expect(await (await follows).text()).toContain('100 convidados gravados')
  expect(readText(await html())).toContain('100 convidados gravados')
  expect(await html()).not.toContain(REFRESH)
  expect([app.store.count('credenciais'), app.store.count('historico')]).toEqual([100, 101])
  expect((await record()).status).toBe(303)
  expect(app.store.count('historico')).toBe(101)
})

test('a process that stops ends a recording after a few rows, and the page offers to go on with what is left', async () => {
  const { app, equipe } = await withEquipe()
  const letGo = held(app, 25)
  const { path, record, html } = await kept(app, equipe, 'convidados', rowsOf(250))
  const recording = record()
  await expect.poll(() => app.store.count('credenciais')).toBe(25)
  const stopping = app.services.tasks.stop()
  letGo()
  await Promise.all([stopping, recording])
  const stored = app.store.count('credenciais')
  expect(stored).toBeLessThan(250)
  const page = await html()
  expect(readText(page)).toContain(`a gravação parou: gravamos ${stored} de 250 linhas`)
  expect(page).toMatch(/<button[^>]*>Continuar<\/button>/)

  // As another process does.
  const { createTasks } = await import('../../../server/use-cases/andamento.ts')
  app.services.tasks = createTasks(app.services.log)
  await equipe.post(path, { efeito: digestIn(page) })
  expect(readText(await html())).toContain('250 convidados gravados')
  expect([app.store.count('credenciais'), app.store.count('historico')]).toEqual([250, 251])
})

test('what another process records is told, and after fifteen seconds of silence that it stopped', async () => {
  const { app, equipe } = await withEquipe()
  const { path, html, record } = await kept(app, equipe, 'convidados', CONVIDADOS)
  const efeito = digestIn(await html())
  await told(app, { planilhaid: planilhaidIn(path), feitas: 1, total: 3, entram: 3 })
  const page = await html()
  expect(page).toContain(REFRESH)
  expect(readText(page)).toMatch(/1 de 3 linhas ?A planilha está sendo gravada/)
  expect((await record(efeito)).headers.get('Location')).toBe(path)
  expect(app.store.count('credenciais')).toBe(0)
  app.advance(STOPPED_MS)
  const stopped = await html()
  expect(stopped).not.toContain(REFRESH)
  expect(readText(stopped)).toContain('a gravação parou: gravamos 1 de 3 linhas')
  expect((await record(digestIn(stopped))).status).toBe(303)
  expect(app.store.count('credenciais')).toBe(3)
})

test('a spreadsheet that is being read says how far it is, and one whose reading stopped is to be sent again', async () => {
  const { app, equipe } = await withEquipe()
  const path = await told(app, { fase: 'lendo' })
  expect(await equipe.text(path)).toContain('Abrindo o arquivo')
  await app.services.planilhas.note('outro', {
    ...(await app.services.planilhas.findAndamento('longe')),
    feitas: 7_500,
    total: 19_900,
  } as Andamento)
  const page = await equipe.body(path)
  expect(page).toContain(REFRESH)
  expect(page).toContain('<title>Lendo: 7.500 de 19.900 linhas · Painel</title>')
  app.advance(STOPPED_MS)
  const stopped = await equipe.get(path)
  expect(await stopped.text()).toContain('A leitura parou antes do fim, e nada foi gravado')
})

test('a file that is refused after the answer is refused at its field, in the same words', async () => {
  const { app, equipe } = await withEquipe()
  const problema = 'Falta a coluna WhatsApp: dê esse nome à coluna certa e envie de novo.'
  const page = await equipe.get(await told(app, { fase: 'recusada', quem: '', problema }))
  const html = await page.text()
  expect([page.status, html]).toEqual([422, expect.stringContaining(`id="arquivo-falha"`)])
  expect(readText(html)).toContain(problema)
  expect(/<input[^>]*value="convidados"[^>]*>/.exec(html)?.[0]).toContain('checked')
  expect(html).toContain('<title>Erro: Planilhas · Painel</title>')
})

test('an upload that was read waits to be checked', async () => {
  const { app, equipe } = await withEquipe()
  const { path } = await opened(equipe, 'convidados', CONVIDADOS)
  expect(await (await followed(equipe, path)).text()).toContain('O que é cada coluna?')
  expect(app.store.all('andamentos')).toMatchObject([{ fase: 'lida', quem: '', feitas: 0, total: 0 }])
})
