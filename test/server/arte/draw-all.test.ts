import { cpSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { DRAWN } from '../../../server/arte/arte.ts'
import { drawArte, drawBuilt } from '../../../server/arte/draw-all.ts'
import { parseEvento } from '../../../server/domain/evento.ts'
import { aDirectory } from '../../support/temporary.ts'

const EVENTO = parseEvento(JSON.parse(readFileSync('test/support/evento.json', 'utf8')))
const BUILT = [
  'app/arte/campo.svg',
  'public/favicon.svg',
  'public/favicon.ico',
  'public/apple-touch-icon.png',
]

/** Copies this project's pictures into a new directory. @returns the directory */
function aPlace(): string {
  const root = aDirectory()
  for (const folder of ['app/arte', 'public']) cpSync(folder, join(root, folder), { recursive: true })
  return root
}

test('another event draws every picture that shows it anew, the same one the same bytes', async () => {
  const [first, same, other] = await Promise.all(
    [EVENTO, EVENTO, { ...EVENTO, ocasiao: 'Leilão de inverno' }].map((evento) => drawArte(evento)),
  )
  expect([...(first?.keys() ?? [])].filter((name) => !/\.(br|gz)$/.test(name))).toEqual(DRAWN)
  for (const name of DRAWN) {
    const contents = first?.get(name) ?? Buffer.alloc(0)
    expect(same?.get(name)?.equals(contents), name).toBe(true)
    expect(other?.get(name)?.equals(contents), name).toBe(false)
  }
})

test('each drawing comes compressed, too', async () => {
  const files = await drawArte(EVENTO)
  const fileOf = (name: string) => files.get(name) ?? Buffer.alloc(0)
  for (const name of DRAWN.filter((name) => name.endsWith('.svg'))) {
    expect(brotliDecompressSync(fileOf(`${name}.br`)).equals(fileOf(name)), name).toBe(true)
    expect(gunzipSync(fileOf(`${name}.gz`)).equals(fileOf(name)), name).toBe(true)
  }
})

test('an event with a character no font has is refused', async () => {
  const undrawable = { ...EVENTO, ocasiao: 'Leilão de inverno', titulo: 'Festa 牛' }
  await expect(drawArte(undrawable)).rejects.toThrow('“牛” in ““Festa 牛””')
})

test('what is built tells no event, and is not written again while it is the same', async () => {
  const root = aPlace()
  const past = new Date('2020-01-01')
  const paths = BUILT.map((path) => join(root, path))
  for (const path of paths) utimesSync(path, past, past)
  await drawBuilt(root)
  for (const path of paths) expect(statSync(path).mtime, path).toEqual(past)
  writeFileSync(join(root, 'public/favicon.svg'), '')
  await drawBuilt(root)
  expect(readFileSync(join(root, 'public/favicon.svg'))).toEqual(readFileSync('public/favicon.svg'))
})

test('the link preview is 1200 × 630 and at most 300 KB, and the icons are pictures of their sizes', async () => {
  const sizeOf = async (picture: string | Buffer) => {
    const { width, height } = await sharp(picture).metadata()
    return [width, height]
  }
  const previa = (await drawArte(EVENTO)).get('previa.png') ?? Buffer.alloc(0)
  expect(await sizeOf(previa)).toEqual([1200, 630])
  expect(previa.length).toBeLessThanOrEqual(300_000)
  expect(await sizeOf('public/apple-touch-icon.png')).toEqual([180, 180])
  const ico = readFileSync('public/favicon.ico')
  const { width } = await sharp(ico.subarray(ico.readUInt32LE(18))).metadata()
  expect(width).toBe(32)
})
