import jsQR from 'jsqr'
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { qrOf } from '../../../app/shared/links.server.ts'
import {
  credencialPicture,
  drawCredencial,
  type CredencialWording,
} from '../../../server/arte/credencial-picture.ts'
import { LOGO_OUTLINE } from '../../../server/arte/logo-outline.ts'
import { parseEvento } from '../../../server/domain/evento.ts'

const EVENTO = parseEvento(JSON.parse(readFileSync('test/support/evento.json', 'utf8')))
const LINK = 'https://convites.example/c/1800000000000-abcdefghijklmnopqrstuv'
const CONVIDADO: CredencialWording = {
  nome: 'João d’Ávila',
  telefone: '(65) •••••-5432',
  empresa: 'Fazenda Acme & Filhos',
  numero: '',
  codigo: 'K7F3-92QD',
  qr: qrOf(LINK),
  semValor: null,
}

test('the picture for the gallery is an upright PNG whose QR code an independent reader decodes', async () => {
  const png = await credencialPicture(EVENTO, CONVIDADO)
  expect(png.length).toBeLessThan(250_000)
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([1080, 1920])
  expect(jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(LINK)
})

test('an organiser’s own picture gives a band in place of scenery and ox, and the QR code is still read', async () => {
  const create = { width: 600, height: 900, channels: 3 as const, background: '#c03010' }
  const jpg = new Uint8Array(await sharp({ create }).jpeg().toBuffer())
  for (const png of [null, new Uint8Array(await sharp({ create }).png().toBuffer())]) {
    const own = { png, retrato: jpg }
    expect(drawCredencial(EVENTO, CONVIDADO, own)).not.toContain(LOGO_OUTLINE)
    const picture = await credencialPicture(EVENTO, CONVIDADO, own)
    const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    expect(jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(LINK)
    const [red = 0, green = 0, blue = 0] = data.subarray(4 * (120 * info.width + 300))
    expect(red).toBeGreaterThan(2 * Math.max(green, blue))
  }
  expect(drawCredencial(EVENTO, CONVIDADO)).toContain(LOGO_OUTLINE)
})

test.each([
  ['guest who withdrew', 'retirada'],
  ['cancelled event', 'cancelado'],
] as const)('the picture of a %s says so, and has neither QR code nor code', async (_, semValor) => {
  const withdrawn = { ...CONVIDADO, empresa: null, semValor }
  const png = await credencialPicture(EVENTO, withdrawn)
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  expect(jsQR(new Uint8ClampedArray(data), info.width, info.height)).toBeNull()
  const drawn = drawCredencial(EVENTO, withdrawn)
  expect(drawn).toBe(drawCredencial(EVENTO, { ...withdrawn, codigo: 'AAAA-AAAA', telefone: '' }))
  expect(drawn).not.toBe(drawCredencial(EVENTO, { ...withdrawn, semValor: null }))
})

test('a name or a company the fonts cannot write is left out of the picture, and the code stays', () => {
  const codeOnly = drawCredencial(EVENTO, { ...CONVIDADO, nome: '牛牛', empresa: null })
  expect(drawCredencial(EVENTO, { ...CONVIDADO, nome: 'W'.repeat(120), empresa: '🐂' }) === codeOnly).toBe(
    true,
  )
  expect(drawCredencial(EVENTO, CONVIDADO).length).toBeGreaterThan(codeOnly.length)
})

test.each(['12', 'A3', 'WWWWWWWW', 'VIP 1234'])(
  'the number %s of a table is on a ticket under the company, and the QR code is still read',
  async (numero) => {
    const wording = { ...CONVIDADO, numero }
    const { data, info } = await sharp(await credencialPicture(EVENTO, wording))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(LINK)
    expect(drawCredencial(EVENTO, wording)).not.toBe(drawCredencial(EVENTO, CONVIDADO))
  },
)

test('without a number nothing moves: nor with one the fonts cannot write, nor on a picture of no worth', () => {
  expect(drawCredencial(EVENTO, { ...CONVIDADO, numero: '🐂' })).toBe(drawCredencial(EVENTO, CONVIDADO))
  const gone = { ...CONVIDADO, semValor: 'retirada' as const }
  expect(drawCredencial(EVENTO, { ...gone, numero: '12' })).toBe(drawCredencial(EVENTO, gone))
})
