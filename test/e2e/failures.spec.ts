import { expect, test, type Page } from '@playwright/test'
import { join } from 'node:path'
import { Database } from '../../server/repos/sqlite/database.ts'
import { errorPage, type ErrorStatus } from '../../server/http/error-page.ts'
import { OWN_POLICY } from '../../server/http/security-headers.ts'
import { newDirectory, removeDirectory, startProcess, type ServerProcess } from '../support/process.ts'
import { testScreen, type Open } from '../support/screen.ts'

// A server whose storage refuses to write, with a company whose counter is not a number; and a server on the
// same data that accepts one post a minute.
let broken: ServerProcess
let strict: ServerProcess

test.beforeAll(async () => {
  const directory = newDirectory()
  broken = await startProcess('build/node/main.js', directory, { POSTS_PER_MINUTE: '1000' })
  strict = await startProcess('build/node/main.js', directory, { POSTS_PER_MINUTE: '1' })
  const db = new Database(join(directory, 'convites.db'))
  const insert = db.prepare(
    `INSERT INTO empresa (empresaid, nome, icredencial, licredencial) VALUES (?, ?, ?, 0)`,
  )
  insert.run('rede-cheia', 'Fazenda Lagoa Funda', 50)
  insert.run('rede-veloz', 'Fazenda Rio Claro', 50)
  insert.run('sem-disco', 'Fazenda Boa Vista', 50)
  insert.run('defeito', 'Fazenda Pedra Rachada', 'muitos')
  db.exec(`
    CREATE TRIGGER sem_disco BEFORE INSERT ON reserva WHEN NEW.empresaid = 'sem-disco'
      BEGIN SELECT RAISE(ABORT, 'disk full'); END;
    CREATE TRIGGER sem_disco_nenhum BEFORE INSERT ON credencial BEGIN SELECT RAISE(ABORT, 'disk full'); END`)
  db.close()
})

test.afterAll(async () => {
  await Promise.all([broken.stop(), strict.stop()])
  removeDirectory(broken.directory)
})

const confirmar = async (page: Page) => {
  await page.getByLabel('NOME COMPLETO').fill('Maria Aparecida')
  await page.getByLabel('WHATSAPP').fill('11987654321')
  await page.getByRole('button', { name: 'CONFIRMAR' }).click()
}

const tomarBilhete = async (page: Page, empresaid: string) => {
  await page.goto(`${broken.url}/${empresaid}`)
  await page.getByRole('button', { name: /VOCÊ TEM/ }).click()
}

/** A form the server refuses to read; `spoil` decides what is wrong with it. */
const spoilt = (spoil: (form: HTMLFormElement) => void) => async (page: Page) => {
  await page.goto('/cadastro')
  await page.locator('form').evaluate(spoil)
  await page.waitForURL('/cadastro')
}

/** Opens it, and checks the page's title. */
const titled =
  (title: string, open: Open): Open =>
  async (page) => {
    await open(page)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  }

testScreen(
  'aguarde-reservas',
  titled('AGUARDE UM POUCO', async (page) => {
    // Other browsers behind the same address hold as much as they may.
    for (let held = 0; held < 10; held++) {
      await fetch(`${broken.url}/rede-cheia`, {
        method: 'POST',
        body: new URLSearchParams(),
        redirect: 'manual',
      })
    }
    await tomarBilhete(page, 'rede-cheia')
    await expect(page.getByRole('link', { name: 'Abrir o cadastro' })).toHaveAttribute(
      'href',
      '/cadastro?empresaid=rede-cheia',
    )
  }),
)

/** Other browsers behind this address have just taken all they may of a company, and hold none of it. */
const atPace = async (empresaid: string) => {
  for (let taken = 0; taken < 10; taken++) {
    await fetch(`${broken.url}/${empresaid}`, {
      method: 'POST',
      body: new URLSearchParams(),
      redirect: 'manual',
    })
  }
  const db = new Database(join(broken.directory, 'convites.db'))
  db.exec(`UPDATE reserva SET estado = 'liberada' WHERE empresaid = '${empresaid}'`)
  db.close()
}
testScreen(
  'aguarde-ritmo',
  titled('AGUARDE UM MOMENTO', async (page) => {
    await atPace('rede-veloz')
    await tomarBilhete(page, 'rede-veloz')
    await expect(page.getByRole('link', { name: 'Tentar de novo' })).toHaveAttribute('href', '/rede-veloz')
  }),
)
testScreen(
  'cadastro-ritmo',
  titled('CADASTRO', async (page) => {
    await page.goto(`${broken.url}/cadastro`)
    await page
      .locator('form')
      .evaluate((form) =>
        form.insertAdjacentHTML('afterbegin', '<input type="hidden" name="empresaid" value="rede-veloz">'),
      )
    await atPace('rede-veloz')
    await confirmar(page)
    await expect(page.getByRole('group', { name: 'Cadastro não salvo' })).toContainText('Aguarde um momento')
    await expect(page.getByLabel('NOME COMPLETO')).toHaveValue('MARIA APARECIDA')
  }),
)
testScreen(
  '503-empresa',
  titled('VOLTAMOS JÁ', (page) => tomarBilhete(page, 'sem-disco')),
)
testScreen(
  '500-empresa',
  titled('CONVITES INDISPONÍVEIS', (page) => page.goto(`${broken.url}/defeito`)),
)
testScreen(
  'cadastro-nao-salvo',
  titled('CADASTRO', async (page) => {
    await page.goto(`${broken.url}/cadastro`)
    await confirmar(page)
    await expect(page.getByRole('group', { name: 'Cadastro não salvo' })).toBeFocused()
  }),
)

// Pages that the server in front answers by itself.
testScreen(
  '403',
  titled('Envio recusado', async (page) => {
    const { origin } = new URL(broken.url)
    await page.goto('about:blank')
    await page.setContent(
      `<form method="post" action="${origin}/cadastro"><button>Ganhe um prêmio</button></form>`,
    )
    await page.getByRole('button').click()
    await page.waitForURL(`${origin}/cadastro`)
  }),
)
testScreen(
  '413',
  titled(
    'Envio grande demais',
    spoilt((form) => {
      const nome = form.elements.namedItem('nome')
      if (nome instanceof HTMLInputElement) nome.value = 'A'.repeat(20_000)
      form.submit()
    }),
  ),
)
testScreen(
  '415',
  titled(
    'Formato não aceito',
    spoilt((form) => {
      form.enctype = 'text/plain'
      form.submit()
    }),
  ),
)
testScreen(
  '400',
  titled('Pedido não entendido', (page) => page.goto('/%E0%A4%A')),
)
testScreen(
  '429',
  titled('Muitos pedidos ao mesmo tempo', async (page) => {
    await fetch(`${strict.url}/cadastro`, { method: 'POST', body: new URLSearchParams() })
    await page.goto(`${strict.url}/cadastro`)
    await confirmar(page)
  }),
)

// A browser cannot cause these at will: it gets the page as the server creates it.
const made: [ErrorStatus, string][] = [
  [405, 'Pedido não aceito'],
  [408, 'A conexão demorou demais'],
  [431, 'Pedido grande demais'],
  [500, 'Algo deu errado aqui'],
  [503, 'Muita gente ao mesmo tempo'],
]
for (const [status, title] of made) {
  testScreen(
    String(status),
    titled(title, async (page) => {
      const { body } = errorPage(status)
      const headers = { 'content-type': 'text/html', 'content-security-policy': OWN_POLICY }
      await page.route('/pagina-de-erro', (route) => route.fulfill({ status, headers, body }))
      await page.goto('/pagina-de-erro')
    }),
  )
}
