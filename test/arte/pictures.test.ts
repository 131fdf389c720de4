import jsQR from 'jsqr'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { qrOf } from '../../app/qr.server.ts'
import { drawAll } from '../../server/arte/draw-all.ts'
import { drawKeepsake, keepsakePicture } from '../../server/arte/keepsake.ts'
import { parseEvento } from '../../server/domain/evento.ts'

const EVENTO = parseEvento(JSON.parse(readFileSync('evento.json', 'utf8')))
const LINK = 'https://convites.example/c/1800000000000-abcdefghijklmnopqrstuv'
const GUEST = { nome: 'João d’Ávila', empresa: 'Fazenda Acme & Filhos', codigo: 'K7F3-92QD', qr: qrOf(LINK) }

const root = mkdtempSync(join(tmpdir(), 'convites-arte-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('the picture for the gallery is an upright PNG whose QR code an independent reader decodes', async () => {
  const png = await keepsakePicture(EVENTO, GUEST)
  expect(png.length).toBeLessThan(250_000)
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([1080, 1920])
  expect(jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(LINK)
})

test('a name or a company the fonts cannot write is left out of the picture, and the code stays', () => {
  const codeOnly = drawKeepsake(EVENTO, { ...GUEST, nome: '牛牛', empresa: null })
  expect(drawKeepsake(EVENTO, { ...GUEST, nome: 'W'.repeat(120), empresa: '🐂' }) === codeOnly).toBe(true)
  expect(drawKeepsake(EVENTO, GUEST).length).toBeGreaterThan(codeOnly.length)
})

test('another event draws every picture anew, and the same event again writes nothing', async () => {
  for (const folder of ['app/arte', 'public']) {
    mkdirSync(join(root, folder), { recursive: true })
    cpSync(folder, join(root, folder), { recursive: true })
  }
  writeFileSync(join(root, 'evento.json'), JSON.stringify({ ...EVENTO, titulo: 'Noite dos criadores' }))
  const retrato = join(root, 'app/arte/convite-retrato.svg')
  const before = readFileSync(retrato, 'utf8')
  const pictures = await drawAll(root, 'evento.json')
  expect(readFileSync(retrato, 'utf8') === before).toBe(false)

  const past = new Date('2020-01-01')
  for (const { path } of pictures) utimesSync(join(root, path), past, past)
  await drawAll(root, 'evento.json')
  for (const { path } of pictures) expect(statSync(join(root, path)).mtime, path).toEqual(past)
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

test('an event nobody can draw is refused, and nothing is written', async () => {
  writeFileSync(join(root, 'evento.json'), JSON.stringify({ ...EVENTO, titulo: 'Festa 牛' }))
  const retrato = join(root, 'app/arte/convite-retrato.svg')
  const before = readFileSync(retrato, 'utf8')
  await expect(drawAll(root, 'evento.json')).rejects.toThrow('“牛” in ““Festa 牛””')
  expect(readFileSync(retrato, 'utf8') === before).toBe(true)
})
