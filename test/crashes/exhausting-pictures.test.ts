import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { aPicture } from '../server/arte/a-picture.ts'
import { formFieldsIn, readText } from '../support/html.ts'
import { longestCheck, sleep } from '../support/longest-check.ts'
import { pairOrganiser } from '../support/organiser.ts'
import { aFlatPng } from '../support/pictures.ts'
import { newDirectory, removeDirectory, startProcess } from '../support/process.ts'

const HREF = '/painel/evento'
const MB = 1024 * 1024

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="500" height="800"><script>alert(1)</script>
  <image href="/etc/passwd"/><!DOCTYPE a [<!ENTITY b "${'c'.repeat(1000)}">]></svg>`

const frames = async () => {
  const colours = ['#888', '#f00'].map((background) =>
    sharp({ create: { width: 300, height: 600, channels: 3, background } })
      .webp()
      .toBuffer(),
  )
  return sharp(await Promise.all(colours), { join: { animated: true } })
    .webp()
    .toBuffer()
}

/** Files made to exhaust their reader, or to reach other readers, and what the organiser reads about each. */
const EXHAUSTING: [what: string, contents: () => Buffer | Promise<Buffer>, says: RegExp][] = [
  ['a bomb of 400 million pixels', () => aFlatPng(20_000, 20_000), /de 20\.000 × 20\.000 pixels/],
  ['one that opened is half a gigabyte', () => aFlatPng(8_300, 8_300, true), /pesada demais/],
  ['a ribbon', () => aFlatPng(60_000, 10), /comprida demais/],
  ['an SVG with a script', () => Buffer.from(SVG), /não é uma imagem/],
  ['an animated one', frames, /se mexe/],
  ['nothing but zeros', () => Buffer.alloc(10 * MB), /não é uma imagem/],
  [
    'the beginning of a photo',
    () => Buffer.from('\xFF\xD8\xFF\xE0 and no more', 'latin1'),
    /não é uma imagem/,
  ],
  ['one byte more than is taken', () => Buffer.alloc(10 * MB + 1), /tem mais de 10 MB/],
]

async function start(directory: string) {
  const server = await startProcess('build/node/main.js', directory, {
    NODE_OPTIONS: '--max-old-space-size=512',
  })
  onTestFinished(async () => {
    await server.stop('SIGKILL')
  })
  return server
}

test('a server of 512 MB refuses every picture made to exhaust it, in a sentence, answers others meanwhile, and shows two photos of 8 MB once they are stored', async () => {
  const directory = newDirectory()
  onTestFinished(() => removeDirectory(directory))
  const server = await start(directory)
  const { send, follow } = await pairOrganiser(server)
  const upload = async (files: Record<string, Buffer>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(formFieldsIn(await follow(HREF), 'descricao')))
      form.set(name, value)
    for (const [name, bytes] of Object.entries(files))
      form.set(name, new File([new Uint8Array(bytes)], 'foto.png'))
    form.set('ato', 'conferir')
    const { status, location, response } = await send(HREF, form)
    return status === 303 ? follow(location) : response.text()
  }
  const idle = await longestCheck(server.url, sleep(2_000))
  for (const [what, contents, says] of EXHAUSTING) {
    const answer = upload({ retrato: await contents() })
    expect(await longestCheck(server.url, answer), what).toBeLessThan(5_000 + 10 * idle)
    expect(readText(await answer)).toMatch(says)
  }
  const tooMuch = new Uint8Array(31 * MB)
  const { status, response } = await send(
    HREF,
    new Blob([tooMuch], { type: 'multipart/form-data; boundary=a' }),
  )
  expect([status, readText(await response.text())]).toEqual([413, expect.stringContaining('grande demais')])

  const photo = async (width: number, height: number) => {
    const bytes = readFileSync(await aPicture(width, height))
    // As heavy as phones make them: what follows a picture is not part of it.
    return Buffer.concat([bytes, Buffer.alloc(Math.max(0, 8 * MB - bytes.length))])
  }
  const photos = { retrato: await photo(3_000, 4_000), paisagem: await photo(4_000, 2_500) }
  const answer = upload(photos)
  expect(await longestCheck(server.url, answer)).toBeLessThan(5_000 + 10 * idle)
  const conferir = await answer
  expect(readText(conferir)).toContain('Confira antes de gravar')
  const fields = formFieldsIn(conferir, 'com-vistas conferir')
  const gravado = await send(HREF, new URLSearchParams({ ...fields, avisar: 'nao', ato: 'gravar' }))
  expect([gravado.status, gravado.location]).toEqual([303, `${HREF}?feito=gravado`])
  const picturesOf = async (url: string) => {
    const html = await (await fetch(url)).text()
    const paths = [...new Set(html.match(/\/arte\/[0-9a-f]{16}\/(?:retrato|paisagem)-[\w.]+/g))]
    const statuses = await Promise.all(paths.map(async (path) => (await fetch(url + path)).status))
    return { paths: paths.sort(), isServed: statuses.every((one) => one === 200) }
  }
  const shown = await picturesOf(server.url)
  expect([shown.paths.length, shown.isServed]).toEqual([18, true])
  await server.stop()
  expect(await picturesOf((await start(directory)).url)).toEqual(shown)
}, 600_000)
