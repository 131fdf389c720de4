import { expect, type Page } from '@playwright/test'
import { UNPAIRED } from '../../server/domain/aparelho.ts'
import type { Storage } from '../../server/domain/storage.ts'
import { NAMES, servePainel } from '../support/painel-server.ts'
import { anAutor, anEntrada } from '../support/factories.ts'
import { testScreen } from '../support/screen.ts'

const HOUR = 3_600_000

/** Two phones that scanned the same guests, somebody on no list, and a phone that has not sent everything. */
async function storeEvening(
  { transfer, entradas, equipe }: Storage,
  [ana = '', lia = '', edu = '']: string[],
) {
  const now = Date.now()
  const phones = ['Porta A · Cleide', 'Porta B · Joaquim Bento de Albuquerque'].map((nome, n) => ({
    kind: 'aparelho' as const,
    aparelho: {
      ...UNPAIRED,
      aparelhoid: `porta-${n}`,
      nome,
      papel: 'porta' as const,
      codigo: null,
      codigoate: 0,
      segredo: `segredo-${n}`,
      pareadoem: now - 3 * HOUR,
      vistoem: now - 60_000,
    },
  }))
  await transfer.write(phones)
  await equipe.notePendentes('segredo-0', 0, now)
  await equipe.notePendentes('segredo-1', 14, now - 20 * 60_000)
  await equipe.revoke('porta-1', anAutor())
  // It has delivered as much as a closed phone may.
  const held = (await equipe.findPareamento('segredo-1'))?.pareamento
  if (held) await transfer.write([{ kind: 'pareamento', pareamento: { ...held, entregues: held.limite } }])
  const fact = (id: string, n: number, minutes: number, fields = {}) =>
    anEntrada(id, {
      aparelhoid: `porta-${n}`,
      lidaem: now - minutes * 60_000,
      modo: 'camera' as const,
      ...fields,
    })
  await entradas.add(
    [fact(ana, 0, 40), fact(ana, 1, 38), fact(lia, 1, 30), fact(lia, 0, 12), fact(edu, 0, 5)],
    anAutor(),
  )
  await entradas.add(
    [
      fact('', 0, 22, { modo: 'busca', anotado: 'Maria das Dores Figueiredo de Albuquerque Cavalcanti' }),
      fact('', 1, 21, { modo: 'camera', anotado: 'https://exemplo.test/outro-ingresso' }),
      fact('', 0, 20, { modo: 'codigo', anotado: 'K7F3-92QD' }),
    ],
    anAutor(),
  )
}

const at = servePainel(NAMES, storeEvening)
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

const begin = async (page: Page) => {
  await at('/painel/porta/ensaio')(page)
  const button = page.getByRole('button', { name: 'Começar o ensaio' })
  // Another test may already have begun it.
  if (await button.isVisible()) await button.click()
  await expect(page.getByRole('heading', { level: 1, name: 'ENSAIO', exact: true })).toBeVisible()
}

const beforeEnsaio = async (page: Page) => {
  await at('/painel/porta/ensaio')(page)
  const end = page.getByRole('button', { name: 'Encerrar o ensaio' })
  if (await end.isVisible()) await end.click()
  await expect(page.getByRole('button', { name: 'Começar o ensaio' })).toBeVisible()
}

/** Opens a guest's link on a phone of the team. */
const convidado = async (page: Page, nome: string) => {
  await at(`/painel/convidados?q=${encodeURIComponent(nome)}`)(page)
  await page.getByRole('link', { name: nome, exact: true }).first().click()
  await page.getByRole('link', { name: 'Abrir credencial' }).click()
  await page.waitForURL(/\/c\//)
}

/** Each picture needs a new guest, since an admitted one is inside. */
let next = 20
const admit = async (page: Page) => {
  await convidado(page, NAMES[next++] ?? '')
  // Days before the event, the page in between says so.
  await page.getByRole('link', { name: 'Dar entrada', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'NA LISTA' })).toBeVisible()
  await press(page, 'Dar entrada antes do dia')
  await expect(page.getByRole('heading', { level: 1, name: 'ENTRAR' })).toBeVisible()
}

const before = async (page: Page) => {
  await convidado(page, NAMES[19] ?? '')
  await page.goto(page.url().replace('/c/', '/porta/admitir/'))
  await expect(page.getByRole('heading', { level: 1, name: 'NA LISTA' })).toBeVisible()
}

const again = async (page: Page) => {
  await convidado(page, NAMES[0] ?? '')
  await page.getByRole('link', { name: 'Dar entrada', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'JÁ ENTROU' })).toBeVisible()
}

for (const [name, show] of Object.entries({
  'painel-porta': at('/painel/porta'),
  'painel-ensaio': begin,
  'painel-ensaio-antes': beforeEnsaio,
  'admitir-credencial': (page: Page) => convidado(page, NAMES[18] ?? ''),
  'admitir-antes': before,
  'admitir-entrar': admit,
  'admitir-ja-entrou': again,
}))
  testScreen(name, show)
