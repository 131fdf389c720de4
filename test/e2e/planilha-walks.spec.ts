import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { writeXlsx } from 'hucre/xlsx'
import { until, type Convidado } from '../browsers/convidado.ts'
import { MISSING, startBrowser, type BrowserName } from '../browsers/start.ts'
import { nameOf, telefoneOf } from '../support/journey.ts'
import { startDemonstration } from '../support/process.ts'

// One after the other: three browsers at once would only wait for each other.
test.describe.configure({ mode: 'default', timeout: 120_000 })

type Sheets = Parameters<typeof writeXlsx>[0]['sheets']

interface Walk {
  name: string
  /** A file of the cases, or tabs. */
  sent: string | Sheets
  tipo?: 'empresas'
  /** The most touches from the file to the recording; rows that ask keep the likeliest answer. */
  touches: number
  /** How many more people, companies and places the board shows. */
  more: [convidados: number, empresas: number, convites: number]
}

const people = (first: number, count: number) =>
  Array.from({ length: count }, (_, n) => [nameOf(first + n), telefoneOf(first + n)])
const HEAD = ['Nome', 'WhatsApp']
/** Tables and companies of the sponsors' sheet. */
const TABS = [
  ...['Mesa 1', 'Mesa 2', 'Mesa 3', 'Mesa 4', 'Mesa 5', 'Mesa 6', 'Mesa 7', 'Mesa 8'],
  ...['Agro Máquinas Cerrado', 'Prefeitura Municipal'],
]

const WALKS: Walk[] = [
  {
    name: 'her sponsors, in a workbook with a row that a filter hides',
    sent: 'secretaria/e1-relacao-de-empresas-50-anos.xlsx',
    tipo: 'empresas',
    touches: 8,
    more: [0, 8, 74],
  },
  {
    name: 'ten tabs and a hidden one',
    sent: [
      ...TABS.map((name, tab) => ({ name, rows: [HEAD, ...people(3 * tab, 3)] })),
      { name: 'Orçamento', hidden: true, rows: [['Item', 'Valor']] },
    ],
    touches: 8,
    more: [30, 0, 0],
  },
  {
    name: '200 clean guests',
    sent: [{ name: 'Lista', rows: [HEAD, ...people(100, 200)] }],
    touches: 5,
    more: [200, 0, 0],
  },
  {
    name: 'a list without headings',
    sent: [{ name: 'Lista', rows: people(400, 5) }],
    touches: 5,
    more: [5, 0, 0],
  },
  { name: "Sympla's export", sent: 'sympla-participantes.csv', touches: 5, more: [1, 0, 0] },
]

const TITLE = `document.querySelector('h1').textContent`
const TOLD = `document.querySelector('h1').parentElement.textContent`
const BEYOND = `String(document.documentElement.scrollWidth - document.documentElement.clientWidth)`
const NEXT = 'button[name=ato]:is([value=abas],[value=colunas],[value=gravar])'

/** Opens a page of the board, which scrolls in no direction but down. */
async function open(organiser: Convidado, path: string): Promise<void> {
  await organiser.open(path)
  expect.soft(await organiser.ask(BEYOND), path).toBe('0')
}

/** Sends a file and touches what leads on, until it is recorded. @returns the touches */
async function walk(organiser: Convidado, path: string, tipo?: string): Promise<number> {
  await open(organiser, `/painel/planilhas${tipo === undefined ? '' : `?tipo=${tipo}`}`)
  await organiser.upload(path)
  // One opens the window with the files, one chooses.
  let touches = 2
  for (let title = ''; !title.includes('gravad'); touches += 1) {
    const before = await organiser.ask(TITLE)
    await organiser.tap(touches === 2 ? 'form[enctype] button' : NEXT, null)
    await until('the next page', async () => {
      title = await organiser.ask(TITLE)
      return ![before, 'Lendo', 'Gravando'].includes(title)
    })
    expect.soft(await organiser.ask(BEYOND), title).toBe('0')
  }
  return touches
}

/** How many people, companies and places the board shows. */
async function toldOn(organiser: Convidado): Promise<number[]> {
  const counts: number[] = []
  for (const path of ['/painel/convidados', '/painel/empresas']) {
    await open(organiser, path)
    const told = (await organiser.ask(TOLD)).matchAll(/(\d+) (?:convida|empresa|convite)/g)
    counts.push(...Array.from(told, ([, count]) => Number(count)))
  }
  return counts
}

for (const engine of ['chromium', 'firefox', 'webkit'] satisfies BrowserName[])
  for (const width of [360, 1280])
    test(`her spreadsheets, from the file to the recording in few touches, without scripts: ${engine}, ${width} pixels`, async ({
      browser,
    }) => {
      const missing = MISSING[engine]
      test.skip(missing !== null, `not installed: apt-get install ${missing ?? ''}`)
      const server = await startDemonstration()
      const started = await startBrowser(engine, false, browser)
      try {
        const organiser = await started.invite(server.origin)
        await organiser.resize(width)
        await organiser.open(server.link)
        await organiser.tap('main button', null)
        await organiser.arriveAt('/painel')
        expect(await organiser.ask('String(innerWidth)')).toBe(String(width))
        let before = await toldOn(organiser)
        for (const { name, sent, tipo, touches, more } of WALKS)
          await test.step(name, async () => {
            const isCase = typeof sent === 'string'
            const path = isCase ? `test/fixtures/planilhas/${sent}` : test.info().outputPath('lista.xlsx')
            if (!isCase) writeFileSync(path, await writeXlsx({ sheets: sent }))
            expect.soft(await walk(organiser, resolve(path), tipo), name).toBeLessThanOrEqual(touches)
            const after = await toldOn(organiser)
            const added = after.map((count, at) => count - (before[at] ?? NaN))
            expect.soft(added, name).toEqual(more)
            before = after
          })
        expect(organiser.complaints()).toEqual([])
        await organiser.leave()
      } finally {
        await started.stop()
        await server.stop()
      }
    })
