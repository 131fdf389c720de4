import { test } from '@playwright/test'
import { startBrowser, MISSING, type BrowserName } from '../browsers/start.ts'
import { runTable, type Numeros } from '../browsers/table.ts'
import { startDemonstration, type Demonstration } from '../support/process.ts'

// One after the other: four people in three browsers at once would only wait for each other.
test.describe.configure({ mode: 'default', timeout: 240_000 })

/** The row of the company in `empresas listar`. */
function listarOf({ run, empresaid }: Demonstration): Numeros {
  const row = run('empresas', 'listar')
    .split('\n')
    .find((line) => line.trimEnd().endsWith(`/${empresaid}`))
  const [total = NaN, usados = NaN, reservados = NaN, pessoais = NaN, restam = NaN] =
    row?.match(/\s\d+(?=\s)/g)?.map(Number) ?? []
  return { total, usados, reservados, pessoais, restam }
}

for (const name of ['chromium', 'firefox', 'webkit'] satisfies BrowserName[]) {
  test(`a table is run with the printed links alone, without scripts, and every screen agrees with listar: ${name}`, async ({
    browser,
  }) => {
    const missing = MISSING[name]
    test.skip(missing !== null, `not installed: apt-get install ${missing ?? ''}`)
    const server = await startDemonstration()
    // WebKit's driver has one session.
    const started = []
    for (let n = 0; n < 4; n++) started.push(await startBrowser(name, false, browser))
    try {
      const people = await Promise.all(started.map(({ invite }) => invite(server.origin)))
      const [mesaBrowser, convidado, passer, organiser] = people
      if (!mesaBrowser || !convidado || !passer || !organiser) throw new Error('not started')
      await organiser.open(server.link)
      await organiser.click('button', 'ENTRAR')
      await organiser.arriveAt('/painel')
      const { mesa, empresaid } = server
      await runTable(
        { mesaBrowser, convidado, passer, organiser },
        { mesa, empresaid, listar: () => listarOf(server) },
      )
      for (const { leave } of people) await leave()
    } finally {
      for (const { stop } of started) await stop()
      await server.stop()
    }
  })
}
