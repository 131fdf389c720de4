import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makePicture, PIXELS_MAX } from '../../../server/arte/own-picture.ts'
import { aPicture } from './a-picture.ts'

const original = (path: string) => ({ nome: basename(path), bytes: new Uint8Array(readFileSync(path)) })
const asOriginal = (text: string | Buffer, nome = 'foto.png') => ({
  nome,
  bytes: new Uint8Array(Buffer.from(text)),
})

/** The files made from pictures, by name. */
async function made(retrato: string, paisagem: string | null = null) {
  const arquivos = await makePicture({
    retrato: original(retrato),
    paisagem: paisagem === null ? null : original(paisagem),
  })
  return new Map(arquivos.map(({ nome, bytes }) => [nome, Buffer.from(bytes)]))
}

test('a photograph is made in every width and format, at most 60 KB at 720 pixels, without metadata', async () => {
  const files = await made(await aPicture(1200, 2100))
  expect([...files.keys()].sort()).toEqual(
    [
      ...['480x840', '720x1260', '1080x1890'].flatMap((size) =>
        ['avif', 'webp', 'jpg'].map((extension) => `retrato-${size}.${extension}`),
      ),
      'previa.jpg',
    ].sort(),
  )
  for (const [name, file] of [...files].filter(([name]) => name.startsWith('retrato'))) {
    const { width, height, exif, format } = await sharp(file).metadata()
    expect(name).toContain(`-${width}x${height}.`)
    expect({ avif: 'heif', webp: 'webp', jpg: 'jpeg' }[name.split('.')[1] ?? '']).toBe(format)
    expect(exif, name).toBeUndefined()
    const area = Math.max(1, (width / 720) ** 2)
    expect(file.length, name).toBeLessThanOrEqual(60_000 * area)
  }
  const previa = files.get('previa.jpg') ?? Buffer.alloc(0)
  expect(await sharp(previa).metadata()).toMatchObject({ width: 1200, height: 630 })
  expect(previa.length).toBeLessThanOrEqual(300_000)
})

test('the quality is lowered until a grainy picture fits', async () => {
  const size = (await made(await aPicture(480, 480, { grain: 0.35 }))).get('retrato-480x480.jpg')?.length
  expect(size).toBeLessThanOrEqual(60_000)
  expect(size).toBeGreaterThan(20_000)
})

test('a picture is never made wider than it is, and the one for wide screens has widths of its own', async () => {
  const files = await made(
    await aPicture(600, 800, { name: 'a.png' }),
    await aPicture(1000, 500, { name: 'b.webp' }),
  )
  expect([...files.keys()].filter((name) => name.endsWith('.avif')).sort()).toEqual([
    ...['paisagem-1000x500.avif', 'paisagem-960x480.avif', 'retrato-480x640.avif', 'retrato-600x800.avif'],
  ])
})

test('a photograph taken with the phone on its side stands upright', async () => {
  expect([...(await made(await aPicture(800, 480, { orientation: 6 }))).keys()]).toContain(
    'retrato-480x800.avif',
  )
})

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="500" height="800"><script>alert(1)</script></svg>'
const plain = (width: number, height: number, background = '#888') =>
  sharp({ create: { width, height, channels: 3, background }, limitInputPixels: false })
const animated = async () => {
  const frames = ['#888', '#f00'].map((colour) => plain(300, 600, colour).webp().toBuffer())
  return sharp(await Promise.all(frames), { join: { animated: true } })
    .webp()
    .toBuffer()
}

test.each([
  ['a file that is no picture', async () => asOriginal('nome;email'), 'O arquivo foto.png não é uma imagem'],
  ['an empty file', async () => asOriginal(''), 'não é uma imagem'],
  ['an SVG with a script', async () => asOriginal(SVG, 'convite.svg'), 'convite.svg não é uma imagem'],
  ['a PNG that is cut short', async () => asOriginal(await cutShort()), 'não é uma imagem'],
  ['one that is animated', async () => asOriginal(await animated()), 'se mexe'],
  ['a film of GIF', async () => asOriginal(await plain(30, 60).gif().toBuffer()), 'não é uma imagem'],
  ['one of too many pixels', async () => asOriginal(await bomb()), 'de 9.000 × 8.000 pixels'],
  ['a ribbon', async () => asOriginal(await plain(100, 900).png().toBuffer()), 'comprida demais'],
  ['pure noise', async () => original(await aPicture(720, 1280, { grain: 1 })), 'detalhes demais'],
] as const)('%s is refused in a sentence, at its field', async (_, make, message) => {
  const good = original(await aPicture(480, 640))
  const bad = await make()
  await expect(makePicture({ retrato: bad, paisagem: null })).rejects.toThrow(message)
  await expect(makePicture({ retrato: good, paisagem: bad })).rejects.toMatchObject({ campo: 'paisagem' })
})

async function cutShort(): Promise<Buffer> {
  const whole = await plain(500, 800).png({ compressionLevel: 0 }).toBuffer()
  return whole.subarray(0, 2_000)
}

async function bomb(): Promise<Buffer> {
  expect(9_000 * 8_000).toBeGreaterThan(PIXELS_MAX)
  return plain(9_000, 8_000).png({ compressionLevel: 9 }).toBuffer()
}
