import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { certify, overSince } from '../browsers/certificado.ts'
import type { Convidado } from '../browsers/convidado.ts'
import { RESPONSAVEIS, sendMessages } from '../browsers/envios.ts'
import { holdEvent } from '../browsers/evento.ts'
import { runEvent } from '../browsers/organiser.ts'
import { MISSING, startBrowser, type BrowserName } from '../browsers/start.ts'
import { runTable, type Numeros } from '../browsers/table.ts'
import { production } from '../support/environment.ts'
import {
  freePort,
  newDirectory,
  removeDirectory,
  startDemonstration,
  startProcess,
  type Demonstration,
} from '../support/process.ts'

// One after the other: several people in three browsers at once would only wait for each other.
test.describe.configure({ mode: 'default', timeout: 300_000 })

type Server = Pick<Demonstration, 'origin' | 'link' | 'stop'>

/**
 * The built server in production. `describe` writes the event into the directory, which is empty without it.
 */
const inProduction = (describe: (directory: string) => string) => async () => {
  const directory = newDirectory()
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const server = await startProcess('build/node/main.js', directory, {
    ...production,
    PUBLIC_ORIGIN: origin,
    TRUST_PROXY_HOPS: '0',
    EVENTO: describe(directory),
    PORT: String(port),
    HOST: '127.0.0.1',
  })
  const link = /\S+(\/equipe\/\S+)/
  await expect.poll(server.printed).toMatch(link)
  return {
    origin,
    link: link.exec(server.printed())?.[1] ?? '',
    printed: server.printed,
    async stop() {
      await server.stop()
      removeDirectory(directory)
    },
  }
}

/** What people do with only the links that a server printed, without scripts, in each browser. */
function inEachBrowser<S extends Server>(
  name: string,
  count: number,
  start: () => Promise<S>,
  go: (people: [Convidado, Convidado, Convidado, Convidado], server: S, csv: string) => Promise<void>,
): void {
  for (const browserName of ['chromium', 'firefox', 'webkit'] satisfies BrowserName[]) {
    test(`${name}: ${browserName}`, async ({ browser }, testInfo) => {
      const missing = MISSING[browserName]
      test.skip(missing !== null, `not installed: apt-get install ${missing ?? ''}`)
      const server = await start()
      // WebKit's driver has one session.
      const started = []
      for (let n = 0; n < count; n++) started.push(await startBrowser(browserName, false, browser))
      try {
        const people = await Promise.all(started.map(({ invite }) => invite(server.origin)))
        await go(people as Parameters<typeof go>[0], server, testInfo.outputPath('empresas.csv'))
        for (const { leave } of people) await leave()
      } finally {
        for (const { stop } of started) await stop()
        await server.stop()
      }
    })
  }
}

/** Expects no complaints from these people's browsers. */
const expectNoComplaints = (...people: Convidado[]) =>
  expect(people.flatMap(({ complaints }) => complaints())).toEqual([])

inEachBrowser(
  'an event is run with the printed link alone, without scripts',
  2,
  startDemonstration,
  async ([organiser, convidado], { link }, planilha) => {
    writeFileSync(planilha, 'empresaid,nome,icredencial\nfazenda-nova,Fazenda Nova,3\n')
    await runEvent(organiser, convidado, { link, planilha })
    expectNoComplaints(organiser, convidado)
  },
)

inEachBrowser(
  'messages are sent one after the other, WhatsApp opened for each, without scripts',
  1,
  startDemonstration,
  async ([organiser], { link }, planilha) => {
    writeFileSync(planilha, RESPONSAVEIS)
    await sendMessages(organiser, { link, planilha })
    // Numbers are masked: only WhatsApp gets the whole one.
    expect(await organiser.text()).not.toMatch(/99876/)
    expectNoComplaints(organiser)
  },
)

/** The company's row in `empresas listar`. */
function listarOf({ run, empresaid }: Demonstration): Numeros {
  const row = run('empresas', 'listar')
    .split('\n')
    .find((line) => line.trimEnd().endsWith(`/${empresaid}`))
  const [total = NaN, usados = NaN, reservados = NaN, pessoais = NaN, restam = NaN] =
    row?.match(/\s\d+(?=\s)/g)?.map(Number) ?? []
  return { total, usados, reservados, pessoais, restam }
}

inEachBrowser(
  'a table is run with the printed links alone, without scripts, and every screen agrees with listar',
  4,
  startDemonstration,
  async ([mesaBrowser, convidado, passer, organiser], server) => {
    const { mesa, empresaid } = server
    await organiser.open(server.link)
    await organiser.click('button', 'Entrar')
    await organiser.arriveAt('/painel')
    const people = { mesaBrowser, convidado, passer, organiser }
    await runTable(people, { mesa, empresaid, listar: () => listarOf(server) })
  },
)

inEachBrowser(
  'an event is described, moved, told, erased and followed by another with the printed link alone, without scripts',
  2,
  inProduction(() => ''),
  async ([organiser, convidado], { link }) => {
    await holdEvent(organiser, convidado, link)
    expectNoComplaints(organiser, convidado)
  },
)

inEachBrowser(
  'who was inside takes a certificate along, and anybody verifies it, after the erasure too, without scripts',
  2,
  inProduction((directory) => {
    const evento = join(directory, 'evento.json')
    writeFileSync(evento, JSON.stringify(overSince(Date.now())))
    return evento
  }),
  async ([organiser, convidado], { origin, link, printed }) => {
    const { path, erase } = await certify(organiser, convidado, link)
    const pdf = await fetch(`${origin}${path}.pdf`)
    const bytes = Buffer.from(await pdf.arrayBuffer())
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(bytes.length).toBeLessThan(200_000)
    await erase()
    expect((await fetch(`${origin}${path}.pdf`, { redirect: 'manual' })).status).toBe(302)
    expectNoComplaints(organiser, convidado)
    expect(printed()).not.toMatch(/maria|davila/i)
  },
)
