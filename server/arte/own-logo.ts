import sharp from 'sharp'
import type { Imagem } from '../domain/evento-gravado.ts'
import type { Original } from '../domain/imagem.ts'
import { isPicture, PictureError, PIXELS_MAX } from './own-picture.ts'

/** The longer side of a logo as pages show it, in pixels, its plate included. */
const SIDE = 480
const RATIO_MAX = 6
/** A logo is a few kilobytes; a drawing of a million signs is there to exhaust its reader. */
const SVG_MAX_BYTES = 1_000_000
/** Drawings may be declared in any unit, so only absurd sizes are refused. */
const DRAWN_MAX = 40_000

const [LIGHT, DARK] = ['#fdf6e3', '#17332a']

/**
 * Turns the organiser's logo into pixels on a plate it can be read on, by day and by night: `logo-480x200.png`
 * for pages and pictures, `logo.jpg` for PDF.
 * @throws PictureError when the file is no logo, refers to anything outside itself, or is too large
 */
export async function makeLogo({ nome, bytes }: Original): Promise<Imagem['arquivos']> {
  const svg = isPicture(bytes) ? null : selfContained(bytes, nome)
  const image = svg ?? bytes
  const metadata = sharp(image, { limitInputPixels: false }).metadata()
  const { width, height, pages = 1 } = await metadata.catch(() => ({ width: 0, height: 0, pages: 1 }))
  const [long, short] = [Math.max(width, height), Math.min(width, height)]
  if (short < 1 || pages > 1) throw noLogo(nome)
  if (svg === null ? width * height > PIXELS_MAX : long > DRAWN_MAX)
    throw refused(`O logo ${nome} é grande demais: salve-o com até 4.000 pixels de largura.`)
  if (long > RATIO_MAX * short) throw refused(`O logo ${nome} é comprido demais: use um mais quadrado.`)
  const density = svg === null ? 72 : Math.min(2400, Math.max(1, (72 * 2 * SIDE) / long))
  try {
    const drawn = await sharp(image, { density, limitInputPixels: PIXELS_MAX })
      .autoOrient()
      .resize({ width: 2 * SIDE, height: 2 * SIDE, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png()
      .toBuffer()
    return await onPlate(drawn)
  } catch (cause) {
    throw noLogo(nome, cause)
  }
}

const refused = (message: string, cause?: unknown) => new PictureError('logotipo', message, { cause })
const noLogo = (nome: string, cause?: unknown) =>
  refused(`O arquivo ${nome} não é um logo que dê para usar: salve-o como PNG.`, cause)

/** An opaque logo has its own ground; any other gets the one it stands out from, and air around it. */
async function onPlate(drawn: Buffer): Promise<Imagem['arquivos']> {
  const isOpaque = (await sharp(drawn).stats()).isOpaque
  const plate = isOpaque ? LIGHT : await plateFor(drawn)
  const trimmed = isOpaque ? drawn : await sharp(drawn).trim().png().toBuffer()
  const air = isOpaque ? 0 : Math.round(SIDE * 0.06)
  const made = await sharp(trimmed)
    .resize({ width: SIDE - 2 * air, height: SIDE - 2 * air, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: plate })
    .extend({ top: air, bottom: air, left: air, right: air, background: plate })
    .png({ compressionLevel: 9, palette: true, effort: 1 })
    .toBuffer({ resolveWithObject: true })
  const { width, height } = made.info
  const jpg = await sharp(made.data).toColourspace('srgb').jpeg({ quality: 88 }).toBuffer()
  return [
    { nome: `logo-${width}x${height}.png`, bytes: new Uint8Array(made.data) },
    { nome: 'logo.jpg', bytes: new Uint8Array(jpg) },
  ]
}

/** A light logo is read on the dark plate, any other on the light one. */
async function plateFor(drawn: Buffer): Promise<string> {
  const { data } = await sharp(drawn)
    .resize(64, 64, { fit: 'fill' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  let [light, seen] = [0, 0]
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4)
    light += (0.299 * red + 0.587 * green + 0.114 * blue) * alpha
    seen += alpha
  }
  if (seen === 0) throw new Error('nothing is drawn')
  return light / seen > 165 ? DARK : LIGHT
}

/** What an SVG may refer to: its own parts, and pixels within it. */
const HREF = /\bhref\s*=\s*(?!["']\s*(?:#|data:image\/(?:png|jpe?g);base64,))/i
const FOREIGN =
  /<!ENTITY|&#|<!\[CDATA|<\?xml-stylesheet|<\s*(?:[\w-]+:)?(?:script|foreignObject|include)\b|@import|\\/i
const URL_ = /url\(\s*["']?\s*(?!["'\s]|#)/i

/** The text of an SVG that refers to nothing outside itself, without its preamble. What was read is drawn. */
function selfContained(bytes: Uint8Array, nome: string): Buffer {
  const text = bytes.length > SVG_MAX_BYTES ? '' : new TextDecoder().decode(bytes)
  const svg = text
    .replace(/^\s*<\?xml\b[^>]*\?>/, '')
    .replace(/<!--[^]*?-->/g, '')
    .replace(/<!DOCTYPE[^[>]*>/i, '')
    .trim()
  if (!/^<(?:[\w-]+:)?svg\b/.test(svg)) throw noLogo(nome)
  if (/<!DOCTYPE/i.test(svg) || [HREF, FOREIGN, URL_].some((pattern) => pattern.test(svg)))
    throw refused(`O logo ${nome} usa arquivos ou textos de fora dele: salve-o como PNG e envie de novo.`)
  return Buffer.from(svg)
}
