import { expect, test, type Page } from '@playwright/test'
import { NAMES, servePainel } from '../support/painel-server.ts'
import { expectFocus, tabTo } from '../support/keyboard.ts'

// Nothing here but Tab, Enter, Space and typing; each stop must be seen.

const open = servePainel(NAMES.slice(0, 40))

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Types over what stands in the focused field, and sends the form. */
async function replaceWith(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

test('a guest is found, corrected, admitted, moved and removed', async ({ page }) => {
  const [nome = ''] = NAMES
  await page.setViewportSize({ width: 1280, height: 800 })
  await open('/painel')(page)
  await tabTo(page, link(page, 'Ir para o conteúdo'))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByLabel('Buscar convidado'))
  await page.keyboard.type(nome.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/convidados\?q=/)
  await tabTo(page, link(page, 'Ir para o conteúdo'))
  await page.keyboard.press('Enter')
  await tabTo(page, link(page, nome))
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: nome })).toBeVisible()
  await tabTo(page, button(page, 'ADMITIR'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toContainText('Nada foi registrado agora')
  await tabTo(page, button(page, 'ADMITIR ANTES DO DIA'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toContainText('Feito')
  await tabTo(page, link(page, 'CORRIGIR DADOS'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/corrigir$/)
  await tabTo(page, page.getByLabel('WhatsApp'))
  await replaceWith(page, '123')
  const summary = page.getByRole('group', { name: /Nada foi gravado/ })
  await expectFocus(summary)
  await tabTo(page, summary.getByRole('link'))
  await page.keyboard.press('Enter')
  await expectFocus(page.getByLabel('WhatsApp'))
  await replaceWith(page, '65987651234')
  await expect(page.getByText('(65) 98765-1234')).toBeVisible()

  await tabTo(page, link(page, 'MUDAR DE EMPRESA'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/empresa$/)
  await tabTo(page, page.getByLabel('Empresa'))
  await page.keyboard.type('agua limpa')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/feito=mudou/)

  await tabTo(page, page.getByText('EXCLUIR CONVIDADO'))
  await page.keyboard.press('Enter')
  await tabTo(page, button(page, 'EXCLUIR'))
  await page.keyboard.press('Space')
  await expect(page.getByText('Feito: o convidado foi excluído')).toBeVisible()
})

test('a personal invitation is made, renamed and revoked, and the link of the table replaced', async ({
  page,
}) => {
  await open('/painel/empresas/e1')(page)
  await tabTo(page, link(page, 'Ir para o conteúdo'))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByText('RENOVAR O LINK DA MESA'))
  await page.keyboard.press('Enter')
  await tabTo(page, button(page, 'TROCAR O LINK'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toContainText('Feito')
  await tabTo(page, link(page, 'VER E FAZER CONVITES PESSOAIS'))
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: 'Convites pessoais' })).toBeVisible()
  await tabTo(page, page.getByLabel('Nomes, um por linha'))
  await page.keyboard.type('x'.repeat(61))
  await tabTo(page, button(page, 'FAZER CONVITES'))
  await page.keyboard.press('Enter')
  const summary = page.getByRole('group', { name: /Nada foi gravado/ })
  await expectFocus(summary)
  await tabTo(page, summary.getByRole('link'))
  await page.keyboard.press('Enter')
  await expectFocus(page.getByLabel('Nomes, um por linha'))
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Tia Lúcia')
  await tabTo(page, button(page, 'FAZER CONVITES'))
  await page.keyboard.press('Space')
  await expect(page.getByRole('status')).toContainText('Feito')

  await tabTo(page, page.getByText('MUDAR O NOME do convite de Tia Lúcia'))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByLabel('Nome', { exact: true }))
  await replaceWith(page, 'Tia Lúcia Helena')
  await expect(page.getByRole('rowheader', { name: 'Tia Lúcia Helena' })).toBeVisible()
  await tabTo(page, page.getByText('REVOGAR o convite de Tia Lúcia Helena'))
  await page.keyboard.press('Enter')
  await tabTo(page, button(page, 'REVOGAR O CONVITE'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/feito=revogado/)
})

test('on a phone the menu opens, leads on, and closes', async ({ page }) => {
  await open('/painel')(page)
  const menu = button(page, 'MENU')
  await tabTo(page, menu)
  await page.keyboard.press('Enter')
  await tabTo(page, link(page, 'Equipe'))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('navigation')).toBeHidden()
  await expectFocus(menu)
  await page.keyboard.press('Enter')
  await tabTo(page, link(page, 'Equipe'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/painel\/equipe$/)
})
