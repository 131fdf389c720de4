import { expect, test, type Page } from '@playwright/test'
import { NAMES, servePainel } from '../support/painel-server.ts'
import { readPdf } from '../support/pdf.ts'
import { testScreen } from '../support/screen.ts'

const at = servePainel(NAMES)
const open = (path: string) => at(`/painel${path}`)

/** The text of each page of an A4 print. */
async function printed(page: Page): Promise<string[]> {
  return readPdf(await page.pdf({ preferCSSPageSize: true }))
}

test('by name, every guest is printed once in the order of the alphabet, with the header and n of m on each page', async ({
  page,
}) => {
  await open('/listas/nomes')(page)
  const pages = await printed(page)
  expect(pages.length).toBeGreaterThan(3)
  for (const [index, one] of pages.entries()) {
    expect(one).toContain(`página ${index + 1} de ${pages.length}`)
    expect(one).toMatch(/Lista por nome · gerada às \d+h\d\d de \d+\/\d+\/\d{4} Nome Empresa Código/)
    expect(one).not.toContain('Menu')
    expect(one).not.toContain('Para imprimir')
  }
  const text = pages.join(' ')
  const places = [...NAMES].sort(new Intl.Collator('pt-BR').compare).map((name) => text.indexOf(`${name} `))
  expect(places).not.toContain(-1)
  expect(places).toEqual([...places].sort((a, b) => a - b))
  expect(text.match(/[2-9CDFGHJKMNPQRTVWXY]{4}-[2-9CDFGHJKMNPQRTVWXY]{4}/g)).toHaveLength(NAMES.length)
})

test('by table, the company stands over its guests on every page they take', async ({ page }) => {
  await open('/listas/mesas')(page)
  const pages = await printed(page)
  for (const [index, text] of pages.entries()) {
    expect(text).toContain(`página ${index + 1} de ${pages.length}`)
    expect(text).toMatch(/40 de 60 convites · Estacionamento: 2 vagas · gerada às \d+h\d\d/)
  }
  const headers = pages.join(' ').match(/AGROPECUÁRIA BOA SORTE|ÁGUA LIMPA|LATICÍNIOS SERRA AZUL/g) ?? []
  expect(headers.length).toBeGreaterThanOrEqual(pages.length)
  expect([...new Set(headers)]).toEqual(['AGROPECUÁRIA BOA SORTE', 'ÁGUA LIMPA', 'LATICÍNIOS SERRA AZUL'])
})

test('names ticked on paper are entered with the keyboard alone', async ({ page }) => {
  await open('/listas/entradas?q=zilda')(page)
  const names = page.getByRole('checkbox', { name: /ZILDA/, disabled: false })
  const before = await names.count()
  await names.first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  // The second button appears only before the day.
  for (const name of ['Lançar os marcados', 'Lançar antes do dia']) {
    await page.getByRole('button', { name }).focus()
    await page.keyboard.press('Enter')
  }
  await expect(page.getByRole('status')).toHaveText('Feito: 2 entradas novas.')
  await expect(names).toHaveCount(before - 2)
})

const refusedTotal = async (page: Page) => {
  await open('/empresas/e0')(page)
  await page.getByText('Mudar o total').click()
  await page.getByLabel('Total de convites').fill('1')
  await page.getByRole('button', { name: 'Gravar total' }).click()
  await expect(page.getByRole('group', { name: 'O total não mudou' })).toBeFocused()
}

const refusedDados = async (page: Page) => {
  await open('/empresas/e0/dados')(page)
  await page.getByLabel('Nome da empresa').fill(' ')
  await page.getByLabel('WhatsApp do responsável').fill('123')
  await page.getByRole('button', { name: 'Gravar dados' }).click()
  await expect(page.getByRole('group', { name: /Nada foi gravado/ })).toBeFocused()
}

const refusedEmpresa = async (page: Page) => {
  await open('/empresas/nova')(page)
  await page.getByLabel('Nome da empresa').fill('Água Limpa')
  await page.getByLabel('Total de convites').fill('5')
  await page.getByRole('button', { name: 'Gravar empresa' }).click()
  await expect(page.getByRole('group', { name: /Nada foi gravado/ })).toBeFocused()
}

const refusedExpurgo = async (page: Page) => {
  await open('/expurgo')(page)
  await page.getByLabel(/digite APAGAR/).fill('não')
  await page.getByRole('button', { name: 'Apagar os dados' }).click()
  await expect(page.getByRole('group', { name: 'Nada foi apagado' })).toBeFocused()
}

const conferirEvento = (fields: Record<string, string>, heading: string) => async (page: Page) => {
  await open('/evento')(page)
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value)
  await page.getByRole('button', { name: 'Conferir' }).click()
  await expect(page.getByRole('heading', { name: heading })).toBeVisible()
}

const cancelEvento = async (page: Page) => {
  await open('/evento')(page)
  await page.getByRole('button', { name: 'Cancelar o evento' }).click()
  await expect(page.getByRole('checkbox', { name: /É isto mesmo/ })).toBeVisible()
}

for (const [name, show] of Object.entries({
  'painel-evento': open('/evento'),
  'painel-evento-erro': conferirEvento({ Título: '' }, 'Corrija antes de conferir'),
  'painel-evento-conferir': conferirEvento({ Local: 'Tatersal do Parque' }, 'Confira antes de gravar'),
  'painel-evento-cancelar': cancelEvento,
  'painel-evento-gravado': open('/evento?feito=avisar'),
  'painel-empresa': open('/empresas/e1'),
  'painel-empresa-erro': refusedTotal,
  'painel-empresa-dados': open('/empresas/e1/dados'),
  'painel-empresa-dados-erro': refusedDados,
  'painel-empresa-nova': open('/empresas/nova'),
  'painel-empresa-nova-erro': refusedEmpresa,
  'painel-rajadas': open('/rajadas'),
  'painel-listas': open('/listas'),
  'painel-lista-nomes': open('/listas/nomes'),
  'painel-lista-mesas': open('/listas/mesas'),
  'painel-etiquetas': open('/listas/etiquetas?inicio=4'),
  'painel-etiquetas-erro': open('/listas/etiquetas?papel=outro'),
  'painel-entradas': open('/listas/entradas?q=zilda'),
  'painel-certificados': open('/listas/certificados'),
  'painel-historico': open('/historico'),
  'painel-expurgo': refusedExpurgo,
}))
  testScreen(name, show)
