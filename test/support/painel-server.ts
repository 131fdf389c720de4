import { test, type Cookie, type Page } from '@playwright/test'
import { join } from 'node:path'
import { parseEmpresa } from '../../server/domain/empresa.ts'
import type { Storage } from '../../server/domain/storage.ts'
import { openSqlite } from '../../server/repos/sqlite/index.ts'
import { anEmpresa } from './factories.ts'
import { newDirectory, removeDirectory, startProcess, type ServerProcess } from './process.ts'
import { storeConvidados } from './many-convidados.ts'
import type { Open } from './screen.ts'

const EMPRESAS = ['Agropecuária Boa Sorte', 'Água Limpa', 'Laticínios Serra Azul']

/** The guests of a test file, forty for each company: accents, an apostrophe, particles. */
export const NAMES = Array.from({ length: 120 }, (_, index) => {
  const nome = ['ÁLVARO', 'ANA LÚCIA', 'BEATRIZ', 'ÉDSON', 'ZILDA'][index % 5] ?? ''
  return `${nome} ${['SILVA', 'D’ÁVILA', 'DE LIMA'][index % 3] ?? ''} ${String.fromCharCode(65 + (index % 26))}${index}`
})

/**
 * The built server with companies e0 to e2 and these guests, forty a company, for all tests of a file. Each
 * page of the browser belongs to an organiser.
 * @param more is stored before the server starts; `ids` are the guests'
 * @returns opens an address of the server
 */
export function servePainel(
  names: string[],
  more: (storage: Storage, ids: string[]) => Promise<unknown> = async () => {},
): (path: string) => Open {
  let server: ServerProcess
  let cookies: Cookie[]

  test.beforeAll(async ({ browser }) => {
    const directory = newDirectory()
    const storage = await openSqlite(join(directory, 'convites.db'))
    await storage.transfer.write(
      EMPRESAS.map((nome, index) => {
        const empresaid = `e${index}`
        const stored = anEmpresa({ empresaid, nome, icredencial: 60, licredencial: 40 })
        return { kind: 'empresa', empresa: parseEmpresa(empresaid, stored) }
      }),
    )
    const ids = await storeConvidados(storage, names, (index) => `e${Math.floor(index / 40)}`)
    await more(storage, ids)
    await storage.close()
    server = await startProcess('build/node/main.js', directory)
    const page = await browser.newPage()
    await page.goto(/http\S+\/equipe\/\S+/.exec(server.printed())?.[0] ?? '')
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.waitForURL('**/painel')
    cookies = await page.context().cookies()
    await page.close()
  })

  test.beforeEach(async ({ context }) => {
    await context.addCookies(cookies)
  })

  test.afterAll(async () => {
    await server.stop()
    removeDirectory(server.directory)
  })

  return (path) => (page: Page) => page.goto(`${server.url}${path}`)
}
