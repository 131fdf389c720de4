import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { removePicture, writePicture } from '../../../server/arte/own-picture.ts'
import { aFile } from '../cli/a-cli.ts'
import { aDirectory } from '../../support/temporary.ts'
import { aPicture } from './a-picture.ts'

const namesIn = (directory: string) => readdirSync(directory).sort()

test('a photograph is written in every width and format, at most 60 KB at 720 pixels, without metadata', async () => {
  const directory = join(aDirectory(), 'imagem')
  await writePicture(directory, { retrato: await aPicture(1200, 2100), paisagem: null, alt: 'Venha' })
  expect(namesIn(directory)).toEqual(
    [
      ...['480x840', '720x1260', '1080x1890'].flatMap((size) =>
        ['avif', 'webp', 'jpg'].map((extension) => `retrato-${size}.${extension}`),
      ),
      ...['previa.jpg', 'alt.txt'],
    ].sort(),
  )
  for (const name of namesIn(directory).filter((name) => name.startsWith('retrato'))) {
    const { width, height, exif, format } = await sharp(join(directory, name)).metadata()
    expect(name).toContain(`-${width}x${height}.`)
    expect({ avif: 'heif', webp: 'webp', jpg: 'jpeg' }[name.split('.')[1] ?? '']).toBe(format)
    expect(exif, name).toBeUndefined()
    const area = Math.max(1, (width / 720) ** 2)
    expect(statSync(join(directory, name)).size, name).toBeLessThanOrEqual(60_000 * area)
  }
  expect(await sharp(join(directory, 'previa.jpg')).metadata()).toMatchObject({ width: 1200, height: 630 })
  expect(statSync(join(directory, 'previa.jpg')).size).toBeLessThanOrEqual(300_000)
  expect(readFileSync(join(directory, 'alt.txt'), 'utf8')).toBe('Venha\n')
})

test('the quality is lowered until a grainy picture fits', async () => {
  const directory = aDirectory()
  await writePicture(directory, {
    retrato: await aPicture(480, 480, { grain: 0.35 }),
    paisagem: null,
    alt: null,
  })
  const { size } = statSync(join(directory, 'retrato-480x480.jpg'))
  expect(size).toBeLessThanOrEqual(60_000)
  expect(size).toBeGreaterThan(20_000)
})

test('a picture is never made wider than it is, and the one for wide screens has widths of its own', async () => {
  const directory = aDirectory()
  await writePicture(directory, {
    retrato: await aPicture(600, 800, { name: 'a.png' }),
    paisagem: await aPicture(1000, 500, { name: 'b.webp' }),
    alt: null,
  })
  expect(namesIn(directory).filter((name) => name.endsWith('.avif'))).toEqual([
    ...['paisagem-1000x500.avif', 'paisagem-960x480.avif', 'retrato-480x640.avif', 'retrato-600x800.avif'],
  ])
  expect(existsSync(join(directory, 'alt.txt'))).toBe(false)
})

test('a photograph taken with the phone on its side stands upright', async () => {
  const directory = aDirectory()
  await writePicture(directory, {
    retrato: await aPicture(800, 480, { orientation: 6 }),
    paisagem: null,
    alt: null,
  })
  expect(namesIn(directory)).toContain('retrato-480x800.avif')
})

for (const [what, make, message] of [
  ['a missing file', async () => '/nada/aqui.png', 'Não achei o arquivo /nada/aqui.png.'],
  ['a file that is no picture', async () => aFile('nome;email', 'foto.png'), 'não é uma imagem'],
  ['pure noise', () => aPicture(720, 1280, { grain: 1 }), 'detalhes demais'],
] as const) {
  test(`${what} is refused in a sentence, and the picture before it stays`, async () => {
    const directory = aDirectory()
    writeFileSync(join(directory, 'retrato-9x9.avif'), 'before')
    await expect(
      writePicture(directory, { retrato: await make(), paisagem: null, alt: null }),
    ).rejects.toThrow(message)
    expect(namesIn(directory)).toEqual(['retrato-9x9.avif'])
  })
}

test('removePicture leaves nothing, and says how much there was', () => {
  const directory = join(aDirectory(), 'imagem')
  expect(removePicture(directory)).toBe(0)
  mkdirSync(directory)
  writeFileSync(join(directory, 'alt.txt'), '')
  expect(removePicture(directory)).toBe(1)
  expect(existsSync(directory)).toBe(false)
})
