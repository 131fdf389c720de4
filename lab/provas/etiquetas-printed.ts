import { spawnSync } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { launch } from '../bench/browser.ts'
import { openChromium } from '../../test/browsers/start.ts'
import { startFirefox } from '../../test/browsers/firefox.ts'
import { findMiniBrowser, startWebKit } from '../../test/browsers/webkit.ts'
import { newDirectory, removeDirectory } from '../../test/support/process.ts'

/** A text on a printed page and its place, in millimetres from the page's upper left corner. */
export interface Word {
  text: string
  left: number
  top: number
  right: number
  bottom: number
}

export interface PrintedPage {
  width: number
  height: number
  words: Word[]
}

const MM = 25.4 / 72

/** The packages of the programs that read paper; one that is missing says so. */
export function missingPrograms(): string[] {
  const packages = { pdftotext: 'poppler-utils', pdftoppm: 'poppler-utils', zbarimg: 'zbar-tools' }
  const missing = Object.entries(packages).filter(([program]) => spawnSync('which', [program]).status !== 0)
  return [...new Set(missing.map(([, name]) => name))]
}

function run(program: string, args: string[], input?: Buffer): string {
  const { status, stdout, stderr } = spawnSync(program, args, { input, maxBuffer: 1 << 28 })
  // zbarimg exits with 4 when a picture has no code.
  if (status !== 0 && status !== 4) throw new Error(`${program}: ${stderr.toString()}`)
  return stdout.toString()
}

/** Reads the place of each word of a PDF. */
export function wordsOf(pdf: Buffer): PrintedPage[] {
  const html = run('pdftotext', ['-bbox', '-', '-'], pdf)
  return [...html.matchAll(/<page width="([\d.]+)" height="([\d.]+)">(.*?)<\/page>/gs)].map(
    ([, width, height, content = '']) => ({
      width: Number(width) * MM,
      height: Number(height) * MM,
      words: [
        ...content.matchAll(/<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)<\/word>/g),
      ].map(([, left, top, right, bottom, text = '']) => ({
        text: plain(text),
        left: Number(left) * MM,
        top: Number(top) * MM,
        right: Number(right) * MM,
        bottom: Number(bottom) * MM,
      })),
    }),
  )
}

const plain = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** Dots per millimetre in a picture of 300 dpi. */
const DOTS = 300 / 25.4

/**
 * Reads the QR code of each cell from a 300 dpi picture, one by one as a door does.
 * @returns the codes it could read
 */
export function codesOf(pdf: Buffer, cells: Omit<Word, 'text'>[], pages: number): string[] {
  const directory = newDirectory()
  try {
    const path = join(directory, 'sheets.pdf')
    writeFileSync(path, pdf)
    run('pdftoppm', ['-r', '300', '-gray', '-l', String(pages), path, join(directory, 'sheet')])
    const sheets = readdirSync(directory).filter((name) => name.endsWith('.pgm'))
    const cut = sheets.flatMap((name) => {
      const picture = readFileSync(join(directory, name))
      return cells.map((cell, at) => {
        const of = join(directory, `${name}-${at}.pgm`)
        writeFileSync(of, cutOut(picture, cell))
        return of
      })
    })
    const read = run('zbarimg', ['--quiet', '--raw', '-Sdisable', '-Sqrcode.enable', ...cut])
    return read.split('\n').filter((code) => code !== '')
  } finally {
    removeDirectory(directory)
  }
}

/** Cuts a part out of a grey picture: a head with its size in words, then a byte for each dot. */
function cutOut(picture: Buffer, { left, top, right, bottom }: Omit<Word, 'text'>): Buffer {
  const [head = '', wide] = /^P5\s+(\d+)\s+\d+\s+255\s/.exec(picture.toString('latin1', 0, 64)) ?? []
  const [x, y, width, height] = [left, top, right - left, bottom - top].map((mm) => Math.round(mm * DOTS))
  const rows = Array.from({ length: height ?? 0 }, (_, row) => {
    const from = head.length + ((y ?? 0) + row) * Number(wide) + (x ?? 0)
    return picture.subarray(from, from + (width ?? 0))
  })
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), ...rows])
}

/** A browser that prints, without scripts; null where its driver cannot print. */
export interface Printer {
  name: string
  print: (path: string) => Promise<Buffer>
  stop: () => Promise<void>
}

/** Opens a proxy to the server that adds the cookie, so that every request comes from a paired browser. */
export async function openAs(url: string, cookie: string): Promise<{ origin: string; server: Server }> {
  const server = createServer((request, response) => {
    const asked = fetch(`${url}${request.url ?? ''}`, { headers: { Cookie: cookie }, redirect: 'manual' })
    void asked.then(async (answer) => {
      const headers = ['content-type', 'content-security-policy', 'location'].flatMap((name) => {
        const value = answer.headers.get(name)
        return value === null ? [] : [[name, value] as const]
      })
      response.writeHead(answer.status, Object.fromEntries(headers))
      response.end(Buffer.from(await answer.arrayBuffer()))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

/** The browsers on this machine that can print, and a message for each of the others. */
export async function openPrinters(
  url: string,
  cookie: string,
): Promise<{ printers: Printer[]; told: string[]; stop: () => Promise<void> }> {
  const { origin, server } = await openAs(url, cookie)
  const printers: Printer[] = []
  const told: string[] = []

  const browser = await launch()
  const page = await openChromium(browser, false)
  const printedBy = (one: Pick<typeof page, 'open' | 'print'>) => async (path: string) => {
    await one.open(`${origin}${path}`)
    return one.print()
  }
  printers.push({ name: 'Chromium', print: printedBy(page), stop: () => browser.close() })

  if (spawnSync('which', ['firefox-esr']).status === 0) {
    const { openPage, stop } = await startFirefox(false)
    printers.push({ name: 'Firefox', print: printedBy(await openPage()), stop })
  } else told.push('Firefox is missing: firefox-esr')

  const miniBrowser = findMiniBrowser()
  const hasDriver = ['WebKitWebDriver', 'Xvfb'].every((name) => spawnSync('which', [name]).status === 0)
  if (miniBrowser && hasDriver) {
    const webkit = await startWebKit(miniBrowser)
    const print = printedBy(await webkit.openPage(false))
    const refused = await print('/').then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    if (refused === null) printers.push({ name: 'WebKit', print, stop: webkit.stop })
    else {
      told.push(refused.includes('unknown') ? 'WebKit’s driver does not print' : `WebKit: ${refused}`)
      await webkit.stop()
    }
  } else told.push('WebKit is missing: webkit2gtk-driver xvfb')

  return {
    printers,
    told,
    async stop() {
      for (const printer of printers) await printer.stop()
      server.closeAllConnections()
      server.close()
    },
  }
}
