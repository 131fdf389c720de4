import { expect, test, type Page } from '@playwright/test'
import { aGuest, urlOf } from '../support/door-server.ts'
import { keepIn } from '../support/keyboard.ts'
import { expectVerdict } from '../support/phone-browser.ts'
import { besideWindow, SMALL } from '../support/screen.ts'
import { BEGIN, openStubDoor, type StubDoor } from '../support/stub-door.ts'

// The door's own code before a server of the test's.
test.use({ serviceWorkers: 'block' })
test.describe.configure({ timeout: 120_000 })

const LONG = 'W'.repeat(60)
const VERA = aGuest('vera', { nome: LONG, mesa: LONG, finais: '4417' })
const OLGA = aGuest('olga', { nome: `${LONG.slice(1)}O`, mesa: LONG, finais: '4418' })
const INES = aGuest('ines', { nome: `${LONG.slice(1)}I`, mesa: LONG, finais: '4419' })
const LINO = aGuest('lino', { nome: `${LONG.slice(1)}L`, mesa: LONG, retirado: true })
const INSIDE = [{ id: 'olga', em: BEGIN - 60_000 }]

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

/** Reads a code and keeps what is said of it in view: the keyboard is in it. */
const reads = (guest: typeof VERA, word: string) => async (door: StubDoor) => {
  const { page } = door
  await expect(page.getByText('CONECTADO')).toBeVisible()
  await door.show(urlOf(guest))
  await expectVerdict(page, word)
  await door.show(null)
  await keepIn(page, page.locator('main'))
}

const SCREENS: Record<string, (door: StubDoor) => Promise<unknown>> = {
  'what is admitted': reads(VERA, 'ENTRAR'),
  'who is inside already': reads(OLGA, 'JÁ ENTROU'),
  'who withdrew': reads(LINO, 'CONVITE CANCELADO'),
  'the viewfinder after somebody': async (door) => {
    await reads(VERA, 'ENTRAR')(door)
    await press(door.page, 'PRÓXIMO')
    await expect(door.page.getByRole('heading', { name: 'Aponte para o QR' })).toBeVisible()
  },
  'names that fit a search': async (door) => {
    await expect(door.page.getByText('CONECTADO')).toBeVisible()
    await press(door.page, 'BUSCAR')
    await door.page.getByLabel('Nome').fill('www')
    await door.page.getByRole('radio', { name: /W{30}/i }).first().check()
  },
  'a name nobody has': async (door) => {
    await expect(door.page.getByText('CONECTADO')).toBeVisible()
    await press(door.page, 'BUSCAR')
    await door.page.getByLabel('Nome').fill('Z'.repeat(60))
    await expect(door.page.getByRole('button', { name: /^ENTROU MESMO ASSIM/ })).toBeVisible()
  },
  'a table': async (door) => {
    await reads(VERA, 'ENTRAR')(door)
    await press(door.page, 'DESTA MESA')
    await expect(door.page.getByRole('button', { name: /ADMITIR|NINGUÉM|ESCOLHA/ }).first()).toBeVisible()
  },
}

for (const [name, open] of Object.entries(SCREENS)) {
  test(`of the door, ${name}: the longest words stay within a narrow phone, and within large letters`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(await openStubDoor(page, { guests: [VERA, OLGA, INES, LINO], inside: INSIDE }))
    for (const size of SMALL) {
      const beside = await besideWindow(page, size)
      await page.screenshot({ path: `test-results/screens/porta-longo-${name}-${size.width}.png` })
      expect(beside).toEqual([])
    }
  })
}
