import { expect, test } from '@playwright/test'
import { join } from 'node:path'
import { MISSING, startBrowser, type BrowserName } from '../browsers/start.ts'
import { openSqlite } from '../../server/repos/sqlite/index.ts'
import { storeConvidados } from '../support/many-convidados.ts'
import { newDirectory, removeDirectory, startProcess } from '../support/process.ts'

// One after the other: three browsers at once would only wait for each other.
test.describe.configure({ mode: 'default', timeout: 180_000 })

const NAMES = ['ANA LIMA', 'BIA LIMA', 'CAIO LIMA', 'DAVI LIMA']
const TICKED = '#lista [type=checkbox]:checked'

/** A server with these guests, and the link that opens its board. */
async function start() {
  const directory = newDirectory()
  const storage = await openSqlite(join(directory, 'convites.db'))
  await storeConvidados(storage, NAMES, () => null)
  await storage.close()
  const server = await startProcess('build/node/main.js', directory)
  const link = new URL(/http\S+\/equipe\/\S+/.exec(server.printed())?.[0] ?? '')
  return { server, directory, link }
}

// No page of the board may be cached, and no engine restores a form of such a page on reload: our script does
// it.
for (const name of ['chromium', 'firefox', 'webkit'] satisfies BrowserName[])
  for (const isScripted of [true, false]) {
    test(`what was ticked from paper is ${isScripted ? 'there' : 'not there'} once the page is loaded again, and nobody else is: ${name} ${isScripted ? 'with' : 'without'} scripts`, async ({
      browser,
    }) => {
      const missing = MISSING[name]
      test.skip(missing !== null, `not installed: apt-get install ${missing ?? ''}`)
      const { server, directory, link } = await start()
      const started = await startBrowser(name, isScripted, browser)
      try {
        const organiser = await started.invite(link.origin)
        await organiser.open(link.pathname)
        await organiser.click('button', 'Entrar')
        await organiser.arriveAt('/painel')
        await organiser.open('/painel/listas/entradas')
        await organiser.tap('.opcao', 'BIA LIMA')
        await organiser.tap('.opcao', 'DAVI LIMA')
        expect(await organiser.count(TICKED)).toBe(2)
        await organiser.reload()
        await organiser.read('LANÇAR ENTRADAS')
        await expect.poll(() => organiser.count(TICKED)).toBe(isScripted ? 2 : 0)
        if (!isScripted) {
          await organiser.tap('.opcao', 'BIA LIMA')
          await organiser.tap('.opcao', 'DAVI LIMA')
        }
        await organiser.click('button', 'Lançar os marcados')
        await organiser.click('button', 'Lançar antes do dia')
        await organiser.read('2 entradas novas')
        const text = await organiser.text()
        for (const nome of ['BIA LIMA', 'DAVI LIMA']) expect(text).toMatch(new RegExp(`${nome}\\s+Dentro`))
        for (const nome of ['ANA LIMA', 'CAIO LIMA'])
          expect(text).not.toMatch(new RegExp(`${nome}\\s+Dentro`))
        // Only guests who are inside stay ticked.
        await organiser.reload()
        await organiser.read('LANÇAR ENTRADAS')
        expect(await organiser.count(TICKED)).toBe(2)
        expect(await organiser.count(`${TICKED}:disabled`)).toBe(2)
        expect(organiser.complaints()).toEqual([])
        await organiser.leave()
      } finally {
        await started.stop()
        await server.stop()
        removeDirectory(directory)
      }
    })
  }
