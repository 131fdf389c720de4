import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { entradasIn, type Entrada } from '../../server/domain/entrada.ts'
import { DatabaseSync } from '../../server/repos/sqlite/binding.ts'
import { convidado, openJar, nameOf } from './journey.ts'
import { newDirectory, removeDirectory, startProcess, type ServerProcess } from './process.ts'
import { openPhoneBrowser, sayToday, type PhoneBrowser } from './phone-browser.ts'

/** A company of the demonstration, with 50 invitations. */
const EMPRESA = 'cooperativa-vale-dourado'
export const MESA = 'Cooperativa Vale Dourado'

/** A guest as the door sees them. */
export interface PortaConvidado {
  nome: string
  credencialid: string
  /** The path of the credencial. */
  path: string
  /** The text in the QR. */
  url: string
}

export type Evening = Awaited<ReturnType<typeof startEvening>>

/**
 * The built server with guests, an organiser at the board, and phones to pair; the server stops and starts
 * again.
 * @param browser the organiser's @param count how many guests of {@link MESA}
 */
export async function startEvening(browser: Browser, count: number) {
  const directory = newDirectory()
  let server: ServerProcess = await startProcess('build/node/main.js', directory)
  const { url, port } = server
  const convidados: PortaConvidado[] = []
  for (let n = 0; n < count; n++) convidados.push(await register(url, n))
  const painel = await (await browser.newContext()).newPage()
  await painel.goto(url + (/\/equipe\/\S+/.exec(server.printed())?.[0] ?? ''))
  await painel.getByRole('button', { name: 'Entrar' }).click()
  await painel.waitForURL(`${url}/painel`)
  const phones: PhoneBrowser[] = []
  /** Pairs any browser for the door, and says there that the event is today. */
  const pair = async (page: Page, name: string) => {
    await page.goto(url + invitation(directory, name))
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.waitForURL(`${url}/porta`)
    await sayToday(page)
  }
  const pressOfEnsaio = async (name: string) => {
    await painel.goto(`${url}/painel/porta/ensaio`)
    await painel.getByRole('button', { name }).click()
  }
  return {
    pair,
    url,
    convidados,
    painel,
    /** Opens the board at this path. @returns the page's text */
    async read(path: string) {
      await painel.goto(url + path)
      return painel.locator('body').innerText()
    },
    /** Opens a phone and pairs it for the door. */
    async phone(name: string) {
      const phone = await openPhoneBrowser(directory, name)
      phones.push(phone)
      await pair(phone.page(), name)
      // Closed properly once, since Chromium writes cookies to disk only every half minute.
      await phone.close()
      await phone.open()
      await phone.page().goto(`${url}/porta`)
      return phone
    },
    /** The guest presses Não vou poder ir. */
    async withdraw({ path }: PortaConvidado) {
      await openJar(url).post(`${path}/presenca`, { ato: 'desistir' })
    },
    /** The organiser presses Trocar o link. */
    async renewLink({ credencialid }: PortaConvidado) {
      await painel.goto(`${url}/painel/convidados/${credencialid}`)
      await painel.getByText('Novo link', { exact: true }).click()
      await painel.getByRole('button', { name: 'Trocar o link' }).click()
      await painel.waitForURL(/feito=renovado/)
    },
    /** The organiser revokes a phone. */
    async revoke(name: string) {
      await painel.goto(`${url}/painel/equipe`)
      const row = painel.getByRole('row').filter({ hasText: name })
      await row.locator('summary').click()
      await row.getByRole('button', { name: /^Tirar/ }).click()
      await painel.waitForURL(/feito=revogou/)
    },
    /** The organiser begins a rehearsal. @returns its id */
    async rehearse() {
      await pressOfEnsaio('Começar o ensaio')
      await painel.getByRole('button', { name: 'Encerrar o ensaio' }).waitFor()
      const sql = "SELECT historicoid FROM historico WHERE ato = 'comecou-ensaio' ORDER BY em DESC LIMIT 1"
      const [begun] = rowsIn<{ historicoid: string }>(directory, sql)
      return begun?.historicoid ?? ''
    },
    async endRehearsal() {
      await pressOfEnsaio('Encerrar o ensaio')
      await painel.getByRole('button', { name: 'Começar o ensaio' }).waitFor()
    },
    /** The admissions as stored. */
    stored: () => rowsIn<Entrada>(directory, 'SELECT * FROM entrada'),
    async stopServer() {
      await server.stop()
    },
    async startServer() {
      server = await startProcess('build/node/main.js', directory, { PORT: String(port) })
    },
    async end() {
      for (const phone of phones) await phone.close()
      await painel.context().close()
      await server.stop()
      removeDirectory(directory)
    },
  }
}

async function register(url: string, n: number): Promise<PortaConvidado> {
  const jar = openJar(url)
  await jar.post(`/${EMPRESA}`)
  await jar.post('/cadastro', convidado(n, EMPRESA))
  const path = /\/c\/[^"]+/.exec((await jar.get('/')).html)?.[0]
  if (path === undefined) throw new Error(`${nameOf(n)} is not registered`)
  // The signature is 22 characters.
  return { nome: nameOf(n), path, url: url + path, credencialid: path.slice('/c/'.length, -22) }
}

/** The path of an invitation to the team, as the command prints it. */
function invitation(directory: string, nome: string): string {
  const env = { ...process.env, SQLITE_PATH: join(directory, 'convites.db') }
  const args = ['build/node/cli/main.js', 'equipe', 'convidar', nome, '--papel', 'porta']
  const { stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
  const path = /\/equipe\/\S+/.exec(stdout)?.[0]
  if (path === undefined) throw new Error(`no invitation: ${stdout}${stderr}`)
  return path
}

function rowsIn<Row>(directory: string, sql: string): Row[] {
  const database = new DatabaseSync(join(directory, 'convites.db'), { readOnly: true })
  try {
    return database.prepare(sql).all() as unknown as Row[]
  } finally {
    database.close()
  }
}

/** The first admission of each guest who is inside, by the server's facts. */
export function firstsIn(entradas: Entrada[]): Map<string, string> {
  const firsts = new Map<string, string>()
  for (const credencialid of new Set(entradas.map((entrada) => entrada.credencialid))) {
    const [first] = entradasIn(entradas.filter((entrada) => entrada.credencialid === credencialid))
    if (first) firsts.set(credencialid, first.entradaid)
  }
  return firsts
}
