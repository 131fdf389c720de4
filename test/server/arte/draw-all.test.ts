import { cpSync, readFileSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawAll } from '../../../server/arte/draw-all.ts'
import { parseEvento } from '../../../server/domain/evento.ts'
import { aDirectory } from '../../support/temporary.ts'

const EVENTO = parseEvento(JSON.parse(readFileSync('test/support/evento.json', 'utf8')))
const OF_THE_EVENT = [
  ...['app/arte/convite-retrato.svg', 'app/arte/convite-paisagem.svg', 'app/arte/previa.png'],
  ...['app/arte/encerrado-retrato.svg', 'app/arte/encerrado-paisagem.svg'],
]
const OF_ANY_EVENT = [
  ...['app/arte/campo.svg', 'public/favicon.svg', 'public/favicon.ico', 'public/apple-touch-icon.png'],
]

/** Copies the pictures of this project into a new directory. @returns the directory */
function aPlace(): string {
  const root = aDirectory()
  for (const folder of ['app/arte', 'public']) cpSync(folder, join(root, folder), { recursive: true })
  return root
}

/** The pictures in a directory that differ from those of this project. */
const changedIn = (root: string) =>
  [...OF_THE_EVENT, ...OF_ANY_EVENT].filter(
    (path) => !readFileSync(join(root, path)).equals(readFileSync(path)),
  )

test('another event draws only the pictures that show it again', async () => {
  const root = aPlace()
  const drawn = await drawAll(root, { ...EVENTO, ocasiao: 'Leilão de inverno' })
  expect(drawn.map(({ path }) => path).sort()).toEqual([...OF_THE_EVENT, ...OF_ANY_EVENT].sort())
  expect(changedIn(root)).toEqual(OF_THE_EVENT)
})

test('the same event again writes nothing', async () => {
  const root = aPlace()
  await drawAll(root, EVENTO)
  const past = new Date('2020-01-01')
  const paths = [...OF_THE_EVENT, ...OF_ANY_EVENT].map((path) => join(root, path))
  for (const path of paths) utimesSync(path, past, past)
  await drawAll(root, EVENTO)
  for (const path of paths) expect(statSync(path).mtime, path).toEqual(past)
})

test('an event with a character no font has is refused, and nothing is written', async () => {
  const root = aPlace()
  const undrawable = { ...EVENTO, ocasiao: 'Leilão de inverno', titulo: 'Festa 牛' }
  await expect(drawAll(root, undrawable)).rejects.toThrow('“牛” in ““Festa 牛””')
  expect(changedIn(root)).toEqual([])
})

test('the link preview is 1200 × 630 and at most 300 KB, and the icons are pictures of their sizes', async () => {
  const sizeOf = async (path: string) => {
    const { width, height } = await sharp(path).metadata()
    return [width, height]
  }
  expect(await sizeOf('app/arte/previa.png')).toEqual([1200, 630])
  expect(statSync('app/arte/previa.png').size).toBeLessThanOrEqual(300_000)
  expect(await sizeOf('public/apple-touch-icon.png')).toEqual([180, 180])
  const ico = readFileSync('public/favicon.ico')
  const { width } = await sharp(ico.subarray(ico.readUInt32LE(18))).metadata()
  expect(width).toBe(32)
})
