import sharp from 'sharp'
import { expect, test } from 'vitest'
import { preparePicture } from '../../../server/arte/own-picture.ts'

const SIZE = 'width="300" height="100" viewBox="0 0 300 100"'
const svg = (inner: string, attributes = SIZE) =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`
const RED = '<rect x="50" y="20" width="200" height="60" fill="#a00"/>'
const of = async (contents: string | Buffer) => {
  const made = await preparePicture({
    logo: { nome: 'marca.svg', bytes: new Uint8Array(Buffer.from(contents)) },
  })
  return made.kind === 'recusada' ? made.problema : made.arquivos
}
const pixelsOf = async (contents: string | Buffer) => {
  const made = await of(contents)
  if (typeof made === 'string') throw new Error(made)
  const [png, jpg] = made
  const { data, info } = await sharp(png?.bytes).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const from = (y * info.width + x) * info.channels
    return [...data.subarray(from, from + 3)]
  }
  return { at, info, nome: png?.nome, jpg: await sharp(jpg?.bytes).metadata() }
}
const isNear = (pixel: number[], hex: string) =>
  pixel.every((value, i) => Math.abs(value - parseInt(hex.slice(1 + 2 * i, 3 + 2 * i), 16)) < 12)

test('an SVG is drawn to pixels, trimmed, on a light plate, for pages and for PDF', async () => {
  const { at, info, nome, jpg } = await pixelsOf(svg(RED))
  expect(nome).toBe(`logo-${info.width}x${info.height}.png`)
  expect([info.width, jpg.width, jpg.format]).toEqual([480, 480, 'jpeg'])
  expect(isNear(at(2, 2), '#fdf6e3')).toBe(true)
  expect(isNear(at(240, Math.round(info.height / 2)), '#aa0000')).toBe(true)
})

test('a white logo stands on the dark plate, and an opaque one on its own ground', async () => {
  const white = await pixelsOf(svg(RED.replace('#a00', '#fff')))
  expect(isNear(white.at(2, 2), '#17332a')).toBe(true)
  const opaque = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#0000c8' } })
    .jpeg()
    .toBuffer()
  const { at, info } = await pixelsOf(opaque)
  expect([isNear(at(1, 1), '#0000c8'), info.width]).toEqual([true, 200])
})

test('what editors write is taken: a plain DOCTYPE, comments, parts of its own, pixels within', async () => {
  const pixel = (
    await sharp({ create: { width: 9, height: 9, channels: 3, background: '#0a0' } })
      .png()
      .toBuffer()
  ).toString('base64')
  const text =
    '<?xml version="1.0"?><!-- x --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">' +
    svg(
      `<defs><g id="a">${RED}</g></defs><use href="#a"/><image width="9" height="9" href="data:image/png;base64,${pixel}"/>`,
    )
  expect(await of(text)).toHaveLength(2)
})

test.each([
  ['an image elsewhere', '<image href="http://127.0.0.1:1/x.png" width="9" height="9"/>'],
  ['an image on the disk', '<image xlink:href="file:///etc/hostname" width="9" height="9"/>'],
  ['an address in entities', '<image href="&#104;ttp://x.example/" width="9" height="9"/>'],
  ['parts of another file', '<use href="other.svg#a"/>'],
  ['an SVG within', '<image href="data:image/svg+xml;base64,PHN2Zy8+" width="9" height="9"/>'],
  ['a sheet elsewhere', '<style>@import "http://x.example/a.css";</style>'],
  ['a ground elsewhere', '<rect width="9" height="9" fill="url(http://x.example/a.svg#g)"/>'],
  ['an escaped address', '<rect width="9" height="9" style="fill:\\75rl(http://x.example/a)"/>'],
  ['a script', '<script>1</script>'],
  ['a page within', '<foreignObject><p>x</p></foreignObject>'],
])('an SVG with %s is refused in a sentence', async (_, inner) => {
  expect(await of(svg(RED + inner))).toMatch(/usa arquivos ou textos de fora dele: salve-o como PNG/)
})

test('entities that multiply, sizes that exhaust, and what is no drawing are refused', async () => {
  const bomb = `<!DOCTYPE svg [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;">]>${svg('<text>&b;</text>')}`
  expect(await of(bomb)).toMatch(/não é um logo/)
  expect(await of(svg(RED, 'width="9000000" height="9000000"'))).toMatch(/grande demais|não é um logo/)
  expect(await of(svg(RED, 'width="900" height="10"'))).toMatch(/comprido demais/)
  expect(await of(svg(RED + ' '.repeat(1_000_001)))).toMatch(/não é um logo/)
  expect(await of('<html><svg/></html>')).toMatch(/não é um logo/)
  expect(await of(svg(''))).toMatch(/não é um logo/)
  expect(await of(Buffer.from('GIF89a'))).toMatch(/não é um logo/)
})
