import { expect, type Page } from '@playwright/test'
import { NAMES, servePainel } from '../support/painel-server.ts'
import { aCadastro, aRegister } from '../support/factories.ts'
import { testScreen, type Open } from '../support/screen.ts'

const at = servePainel([...NAMES.slice(0, 119), 'ZÉLIA PRADO DE MORAES'], ({ credenciais }) =>
  credenciais.register(
    aRegister({
      cadastro: aCadastro({
        nome: 'PRADO MORAES ZÉLIA',
        telefone: '65910000119',
        email: 'zelia@example.org',
      }),
    }),
  ),
)
const open = (path: string) => at(`/painel${path}`)

const PLANILHA = [
  'nome,telefone,email,empresaid,empresa',
  'Rita Prado,65987650001,,e0,',
  'Ivo,123,,e9,',
  // Every company of the board is an answer.
  'Ana Sá,65987650009,,,Fazenda Nova',
].join('\n')

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click()

/** Lets the form send what a browser would refuse by itself. */
const leaveChecksToServer = (page: Page) =>
  page
    .locator('form')
    .last()
    .evaluate((form: HTMLFormElement) => (form.noValidate = true))

const openAll = async (page: Page) => {
  for (const details of await page.locator('main details').all())
    await details.evaluate((element: HTMLDetailsElement) => (element.open = true))
}

/** A guest's page with all its acts opened. */
const convidado = async (page: Page) => {
  await open('/convidados?q=zelia')(page)
  await follow(page, 'ZÉLIA PRADO DE MORAES')
  await expect(page.getByRole('heading', { level: 1, name: 'ZÉLIA PRADO DE MORAES' })).toBeVisible()
  await openAll(page)
}

/** New invitations of a company: a long label without a space, a revoked one, all acts opened. */
const convites = async (page: Page) => {
  await open('/convidados/convidar?empresa=e2')(page)
  await page.getByLabel('Nomes, um por linha').fill(`Tia Lúcia\n${'M'.repeat(60)}\nCompadre Zé Bento`)
  await press(page, 'Fazer os convites')
  await page.getByText('Cancelar o convite de Compadre Zé Bento').click()
  const row = page.getByRole('row', { name: /Compadre Zé Bento/ })
  await row.getByRole('button', { name: 'Cancelar o convite' }).click()
  await expect(page.getByRole('status')).toContainText('Feito')
  await expect(row.getByText('Cancelado', { exact: true })).toBeVisible()
  await openAll(page)
}

const refusedConvites = async (page: Page) => {
  await open('/convidados/convidar?empresa=e2')(page)
  await page.getByLabel('Nomes, um por linha').fill('x'.repeat(61))
  await press(page, 'Fazer os convites')
  await expect(page.getByRole('group', { name: /Nada foi gravado/ })).toBeFocused()
}

/** A company's page: its public link, the link of its holder's panel, all acts opened. */
const empresa = async (page: Page) => {
  await open('/empresas/e2')(page)
  await expect(page.getByRole('heading', { name: 'Painel da mesa' })).toBeVisible()
  await openAll(page)
}

const from =
  (link: string): Open =>
  async (page) => {
    await convidado(page)
    await follow(page, link)
    await expect(page.getByRole('link', { name: 'Voltar sem gravar' })).toBeVisible()
  }

const refusedConvidado = async (page: Page) => {
  await open('/convidados/novo')(page)
  await leaveChecksToServer(page)
  await page.getByLabel('WhatsApp').fill('123')
  await press(page, 'Cadastrar')
  await expect(page.getByRole('group', { name: /Nada foi gravado/ })).toBeFocused()
}

const unreadPlanilha = async (page: Page) => {
  await open('/planilhas')(page)
  await leaveChecksToServer(page)
  await press(page, 'Enviar e conferir')
  await expect(page.getByRole('group', { name: 'A planilha não foi lida' })).toBeFocused()
}

const preview = async (page: Page) => {
  await open('/planilhas')(page)
  await page.getByRole('radio', { name: /Convidados/ }).check()
  await page
    .getByLabel('Planilha', { exact: true })
    .setInputFiles({ name: 'convidados.csv', mimeType: 'text/csv', buffer: Buffer.from(PLANILHA) })
  await press(page, 'Enviar e conferir')
  await expect(page.getByRole('heading', { level: 1, name: 'O que é cada coluna?' })).toBeVisible()
}

const checked = async (page: Page) => {
  await preview(page)
  await press(page, 'Continuar')
  await expect(page.getByRole('heading', { level: 1, name: 'Confira antes de gravar' })).toBeVisible()
}

/** A workbook of two tabs, with a row that a filter hides. */
const tabs = async (page: Page) => {
  await open('/planilhas')(page)
  await page.getByRole('radio', { name: /Empresas/ }).check()
  await page
    .getByLabel('Planilha', { exact: true })
    .setInputFiles('test/fixtures/planilhas/secretaria/e1-relacao-de-empresas-50-anos.xlsx')
  await press(page, 'Enviar e conferir')
  await expect(page.getByRole('heading', { level: 1, name: 'Onde está a lista?' })).toBeVisible()
}

/** A guest registered again in another spelling: the form names the existing one. */
const repetido = async (page: Page) => {
  await open('/convidados/novo')(page)
  await page.getByLabel('Nome completo').fill('Moraes Zelia Prado')
  await page.getByLabel('WhatsApp').fill('65910000119')
  await press(page, 'Cadastrar')
  await expect(page.getByText('É A MESMA PESSOA?')).toBeVisible()
}

/** A guest stored again in another spelling, with an e-mail. */
const repeated = async (page: Page) => {
  await open('/repetidos')(page)
  await expect(page.getByRole('button', { name: /Juntar/ }).first()).toBeVisible()
}

const invited = async (page: Page) => {
  await open('/equipe')(page)
  await page.getByLabel('Nome').fill('Dona Lurdes')
  await press(page, 'Convidar')
  await expect(page.getByText('Dona Lurdes').first()).toBeVisible()
}

for (const [name, show] of Object.entries({
  painel: open(''),
  'painel-empresas': open('/empresas'),
  'painel-empresas-nenhuma': open('/empresas?mostrar=link-fechado'),
  'painel-convidados': open('/convidados'),
  'painel-convidados-parte': open('/convidados?mostrar=faltam&letra=A'),
  'painel-convidados-busca': open('/convidados?q=avila+zilda'),
  'painel-convidados-parecidos': open('/convidados?q=zilda+avyla'),
  'painel-convidados-nada': open('/convidados?q=ninguem'),
  'painel-convidado': convidado,
  'painel-corrigir': from('Corrigir dados'),
  'painel-mudar': from('Mudar de empresa'),
  'painel-empresa': empresa,
  'painel-convites': convites,
  'painel-convites-erro': refusedConvites,
  'painel-convites-vazio': open('/convidados/convidar?empresa=e1'),
  'painel-novo-erro': refusedConvidado,
  'painel-novo-gemeo': repetido,
  'painel-repetidos': repeated,
  'painel-planilhas': open('/planilhas'),
  'painel-planilhas-erro': unreadPlanilha,
  'painel-planilha-abas': tabs,
  'painel-planilha-colunas': preview,
  'painel-conferir': checked,
  'painel-equipe': invited,
  'painel-sair': open('/sair'),
  'painel-ajuda': open('/ajuda'),
  'painel-404': open('/nada'),
  'equipe-sem-convite': at('/equipe'),
  'equipe-codigo-usado': at('/equipe/2345-6789'),
}))
  testScreen(name, show)
