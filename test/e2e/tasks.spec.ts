import { expect, test, type Page } from '@playwright/test'
import { readFileSync, writeFileSync } from 'node:fs'
import type { Storage } from '../../server/domain/storage.ts'
import { aNovo } from '../contract/convite.cases.ts'
import { anAutor } from '../support/factories.ts'
import { servePainel } from '../support/painel-server.ts'
import { thumbAt, type Thumb } from '../support/thumb.ts'

// An organiser's daily tasks, with a thumb on a small phone, counted from the board's first page on.
test.describe.configure({ mode: 'default', timeout: 60_000 })

const ZELIA = 'ZÉLIA PRADO DE MORAES'
const at = servePainel(
  [...Array.from({ length: 119 }, (_, n) => `CONVIDADO NÚMERO ${n}`), ZELIA],
  async (storage) => {
    await inviteThreeDaysAgo(storage)
    await storage.mesas.pedir('e2', { pedido: 5, motivo: 'A família do diretor' }, autorAt(Date.now()))
  },
)

const autorAt = (em: number) => anAutor({ quem: 'Célia', em })

/** Ten people invited three days ago, who did not answer. */
async function inviteThreeDaysAgo({ convites, envios }: Storage): Promise<void> {
  const em = Date.now() - 3 * 24 * 3_600_000
  const novos = Array.from({ length: 10 }, (_, n) => aNovo(`Padrinho ${n}`))
  await convites.create('', novos, em, autorAt(em))
  for (const { codigo } of novos) {
    const sent = { tipo: 'pessoal' as const, para: codigo, versao: 0, numero: '' }
    await envios.take([sent], autorAt(em))
    await envios.open(sent, false, autorAt(em))
    await envios.tell(sent, 'enviado', autorAt(em))
  }
}

const MOST = { toques: 8, rolagens: 3 }

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

async function go(page: Page, thumb: Thumb, entry: string): Promise<void> {
  await thumb.tap(button(page, 'Menu'))
  await thumb.tap(page.locator('#menu').getByRole('link', { name: entry, exact: true }))
}

async function find(page: Page, thumb: Thumb): Promise<void> {
  await thumb.type(page.getByLabel('Buscar convidado'), 'zelia')
  await thumb.tap(button(page, 'Buscar'))
  await thumb.tap(link(page, ZELIA))
  await expect(page.getByRole('heading', { level: 1, name: ZELIA })).toBeVisible()
}

async function openEmpresa(page: Page, thumb: Thumb, nome: string): Promise<void> {
  await go(page, thumb, 'Empresas')
  await thumb.tap(link(page, nome))
  await thumb.tap(link(page, 'Links, convites e total'))
}

const FORTY = Array.from({ length: 40 }, (_, n) => `Prima ${n} (66) 9${9876_0000 + n}`)
const TWENTY = Array.from('ABCDEFGHIJKLMNOPQRST', (sinal, n) => `Tia ${sinal} (66) 9${9866_0000 + n}`)

/** Each task, by its name in the guide's table. */
const TASKS: Record<string, (page: Page, thumb: Thumb, path: (name: string) => string) => Promise<void>> = {
  'encontrar um convidado': find,
  async 'corrigir o e-mail dele'(page, thumb) {
    await find(page, thumb)
    await thumb.tap(link(page, 'Corrigir dados'))
    await thumb.type(page.getByLabel('E-mail'), 'zelia@example.org')
    await thumb.tap(button(page, 'Gravar'))
    await expect(page.getByText('zelia@example.org')).toBeVisible()
  },
  async 'mandar a credencial de novo'(page, thumb) {
    await find(page, thumb)
    await thumb.tap(link(page, 'Enviar pelo WhatsApp'))
    await expect(page).toHaveTitle('WhatsApp')
  },
  async 'passar para outra empresa'(page, thumb) {
    await find(page, thumb)
    await thumb.tap(link(page, 'Mudar de empresa'))
    const empresa = page.getByLabel('Empresa', { exact: true })
    await thumb.tap(empresa)
    thumb.answer()
    await empresa.fill('Água Limpa')
    await thumb.tap(button(page, 'Mudar'))
    await expect(page.getByText('Água Limpa').first()).toBeVisible()
  },
  async 'nova empresa, e o link dela'(page, thumb) {
    await go(page, thumb, 'Empresas')
    await thumb.tap(link(page, 'Nova empresa'))
    await thumb.type(page.getByLabel('Nome da empresa'), 'Fazenda Nova')
    await thumb.type(page.getByLabel('Total de convites'), '10')
    await thumb.tap(button(page, 'Gravar empresa'))
    await thumb.tap(link(page, 'Enviar link pelo WhatsApp'))
    await expect(page).toHaveTitle('WhatsApp')
  },
  async 'mudar o total de uma empresa'(page, thumb) {
    await openEmpresa(page, thumb, 'Água Limpa')
    await thumb.tap(page.locator('summary', { hasText: 'Mudar o total' }))
    await thumb.type(page.getByRole('textbox', { name: 'Total de convites' }), '70')
    await thumb.tap(button(page, 'Gravar total'))
    await expect(page.getByText('Feito')).toBeVisible()
  },
  async 'importar a sua planilha'(page, thumb, path) {
    const planilha = path('convidados.csv')
    writeFileSync(planilha, 'Nome;WhatsApp\nRita Prado;65987650001\n')
    await go(page, thumb, 'Planilhas')
    await thumb.tap(page.locator('.opcao', { hasText: 'Convidados' }))
    await thumb.choose(page.locator('input[type=file]'), planilha)
    await thumb.tap(button(page, 'Enviar e conferir'))
    await thumb.tap(button(page, 'Continuar'))
    await thumb.tap(button(page, /^Gravar/))
    await expect(page.getByRole('heading', { name: '1 convite gravado' })).toBeVisible()
  },
  async 'fazer vinte convites pessoais, e chegar ao primeiro envio'(page, thumb) {
    await openEmpresa(page, thumb, 'Laticínios Serra Azul')
    await thumb.tap(link(page, 'Fazer convites pessoais'))
    await thumb.type(page.getByLabel('Nomes, um por linha'), TWENTY.join('\n'))
    await thumb.tap(button(page, 'Fazer os convites'))
    await expect(page.getByText('20 convites').first()).toBeVisible()
    await thumb.tap(button(page, 'Enviar um por vez'))
    await expect(button(page, 'Enviar')).toBeVisible()
  },
  async 'convidar quarenta pessoas'(page, thumb) {
    await go(page, thumb, 'Convidados')
    await thumb.tap(link(page, 'Convidar'))
    await thumb.type(page.getByLabel('Nomes, um por linha'), FORTY.join('\n'))
    await thumb.tap(button(page, 'Fazer os convites'))
    await expect(page.getByText('40 convites').first()).toBeVisible()
  },
  async 'lembrar quem não respondeu, e chegar ao primeiro envio'(page, thumb) {
    await go(page, thumb, 'Envios')
    await thumb.tap(page.getByRole('link', { name: /^Lembrar quem não respondeu/ }))
    await thumb.tap(button(page, 'Começar'))
    await expect(button(page, 'Enviar')).toBeVisible()
  },
  async 'ver quem não respondeu'(page, thumb) {
    await go(page, thumb, 'Convidados')
    await thumb.tap(page.getByRole('link', { name: /^Sem resposta/ }))
    await expect(page.getByRole('rowheader', { name: /^Padrinho 0/ })).toBeVisible()
  },
  async 'dizer quantas cadeiras há'(page, thumb) {
    await go(page, thumb, 'Evento')
    await thumb.tap(link(page, 'Lugares e lotação'))
    await thumb.type(page.getByLabel('Lotação'), '400')
    await thumb.tap(button(page, 'Gravar lotação'))
    await expect(page.getByText('Feito')).toBeVisible()
  },
  async 'dar mais cinco convites a uma mesa'(page, thumb) {
    await go(page, thumb, 'Empresas')
    await thumb.tap(link(page, 'Laticínios Serra Azul'))
    await thumb.tap(button(page, 'Dar 5'))
    await expect(page.getByText('Feito')).toBeVisible()
  },
  async 'imprimir a lista por nome'(page, thumb) {
    await go(page, thumb, 'Listas')
    await thumb.tap(link(page, 'Lista por nome'))
    await thumb.tap(button(page, 'Imprimir'))
    thumb.answer()
  },
  async 'lançar um nome do papel'(page, thumb) {
    await go(page, thumb, 'Listas')
    await thumb.tap(link(page, 'Lançar os nomes marcados'))
    await thumb.tap(page.locator('.opcao', { hasText: 'CONVIDADO NÚMERO 10' }).first())
    await thumb.tap(button(page, 'Lançar os marcados'))
    // The question appears only before the day.
    await thumb.tap(button(page, 'Lançar antes do dia'))
    await expect(page.getByText('1 entrada nova')).toBeVisible()
  },
  async 'convidar um voluntário da porta'(page, thumb) {
    await go(page, thumb, 'Equipe')
    await thumb.type(page.getByLabel('Nome da pessoa'), 'Neusa')
    await thumb.tap(button(page, 'Convidar'))
    await thumb.tap(link(page, 'Enviar pelo WhatsApp').first())
    await expect(page).toHaveTitle('WhatsApp')
  },
  async 'dar entrada a um convidado'(page, thumb) {
    await find(page, thumb)
    await thumb.tap(button(page, 'Dar entrada'))
    // The question appears only before the day.
    await thumb.tap(button(page, 'Dar entrada antes do dia'))
    await expect(page.getByText('Dentro desde').first()).toBeVisible()
  },
}

/** What the guide says each task costs. */
const TOLD = new Map(
  readFileSync('docs/guia-do-organizador.md', 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, tarefa = '', toques, rolagens = '0'] =
        /^\| (.+?) +\| (\d+) toques(?:, (\d+) rola\w+)? +\|$/.exec(line) ?? []
      return toques === undefined ? [] : [[tarefa, { toques: +toques, rolagens: +rolagens }]]
    }),
)

test.beforeEach(async ({ page }) => {
  // No test leaves this computer.
  const WHATSAPP = '<!doctype html><title>WhatsApp</title>'
  await page
    .context()
    .route('https://wa.me/**', (route) => route.fulfill({ contentType: 'text/html', body: WHATSAPP }))
  await page.addInitScript(() => void (window.print = () => {}))
})

for (const [tarefa, run] of Object.entries(TASKS))
  test(`${tarefa}: as many touches and scrolls as the guide tells, at most eight and three`, async ({
    page,
  }, testInfo) => {
    await at('/painel')(page)
    const thumb = thumbAt(page)
    await run(page, thumb, (name) => testInfo.outputPath(name))
    const { toques, rolagens } = thumb.effort
    expect(toques).toBeLessThanOrEqual(MOST.toques)
    expect(rolagens).toBeLessThanOrEqual(MOST.rolagens)
    expect(thumb.effort).toEqual(TOLD.get(tarefa))
  })

/** Each queue, and the button that begins it. */
const QUEUES = {
  lembrete: /^(Começar|Continuar)$/,
  relance: /^(Começar|Continuar)$/,
  pessoal: /^Enviar um por vez$/,
}

for (const [fila, begin] of Object.entries(QUEUES))
  test(`sending takes at most two touches a person on our pages: ${fila}`, async ({ page }) => {
    const isPessoal = fila === 'pessoal'
    await at(isPessoal ? '/painel/convidados/convidar?empresa=e0' : `/painel/envios?fila=${fila}`)(page)
    const thumb = thumbAt(page)
    if (isPessoal) {
      const names = ['Tia Lúcia', 'Zé Bento', 'Diretor comercial'].map(
        (nome, n) => `${nome} (66) 99855-000${n}`,
      )
      await thumb.type(page.getByLabel('Nomes, um por linha'), names.join('\n'))
      await thumb.tap(button(page, 'Fazer os convites'))
    }
    await thumb.tap(button(page, begin))
    const begun = thumb.effort.toques
    for (let sent = 0; sent < 3; sent++) {
      await thumb.tap(page.getByRole('button', { name: 'Enviar', exact: true }))
      // One tab for all messages, beside the card, which stays.
      await expect.poll(async () => page.context().pages()[1]?.title()).toBe('WhatsApp')
      expect(page.context().pages()).toHaveLength(2)
      await thumb.tap(button(page, 'Foi, próximo'))
    }
    expect(thumb.effort.toques).toBe(begun + 6)
    if (!isPessoal) expect(thumb.effort.rolagens).toBe(0)
  })
