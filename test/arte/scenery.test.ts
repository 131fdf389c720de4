import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { compact, drawScenery, type SceneryName } from '../../server/arte/scenery.ts'

const SIZES: Record<SceneryName, [number, number]> = {
  portrait: [1080, 1920],
  landscape: [1600, 1000],
  preview: [1200, 630],
  letterhead: [1080, 1500],
}
const NAMES = Object.keys(SIZES) as SceneryName[]

const fileOf = (name: SceneryName) => readFileSync(`server/arte/scenery/${name}.svg`, 'utf8')
const pixelsOf = async (svg: string) => sharp(Buffer.from(svg)).resize({ width: 360 }).raw().toBuffer()

test('every file of the scenery has a name in the code', () => {
  expect(readdirSync('server/arte/scenery').sort()).toEqual(NAMES.map((name) => `${name}.svg`).sort())
})

for (const name of NAMES) {
  test(`the scenery of the ${name} has its size, no words or photographs, and a name on each part`, async () => {
    const svg = fileOf(name)
    const { width, height } = await sharp(Buffer.from(svg)).metadata()
    expect([width, height]).toEqual(SIZES[name])
    expect(svg).not.toMatch(/<text|<tspan|font-family|<image|<script|<style/)
    const parts = svg.match(/^ {2}<(?!\/|defs>).*/gm) ?? []
    expect(parts.length).toBeGreaterThan(8)
    for (const part of parts) expect(part).toMatch(/^ {2}<\w+ id="[a-z-]+"/)
  })

  test(`a drawing on the ${name} looks like its file before anything is written`, async () => {
    const drawn = drawScenery(name)
    expect([drawn.width, drawn.height]).toEqual(SIZES[name])
    expect((await pixelsOf(drawn.toSvg())).equals(await pixelsOf(fileOf(name)))).toBe(true)
  })
}

test('what an editor adds when it saves a file does not reach a picture', () => {
  const svg = fileOf('portrait')
  const saved =
    `<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<!-- Created with <Inkscape> -->\n${svg}`
      .replace(
        '<svg ',
        '<svg\n   version="1.1"\n   id="svg1"\n   sodipodi:docname="portrait.svg"\n   xmlns:xlink="http://www.w3.org/1999/xlink" ',
      )
      .replace(
        '<defs>',
        '<sodipodi:namedview\n     id="namedview1"\n     pagecolor="#ffffff"><inkscape:grid id="grid1" /></sodipodi:namedview>\n  <metadata><rdf:RDF /></metadata><defs\n     id="defs1">',
      )
      .replaceAll('<g id=', '<g\n     inkscape:groupmode="layer"\n     inkscape:label="A layer"\n     id=')
      .replaceAll(' href=', '\n       xlink:href=')
      .replaceAll('/>', ' />')
  expect(compact(saved)).toBe(compact(svg))
})

test('attributes of the root that apply to all parts are kept', () => {
  expect(compact('<svg width="9" height="9" viewBox="0 0 9 9" fill="none"><path d="M0 0h9"/></svg>\n')).toBe(
    '<g fill="none"><path d="M0 0h9"/></g>',
  )
})

test('ids in use become short ones, and the others go', () => {
  expect(
    compact(
      '<svg><clipPath id="edge"/><path id="hill"/><use id="copy" href="#hill" clip-path="url(#edge)"/></svg>',
    ),
  ).toBe('<g><clipPath id="s1"/><path id="s0"/><use href="#s0" clip-path="url(#s1)"/></g>')
})

test('the portrait can be drawn without its ornaments', async () => {
  const inkAt = async (svg: string) => {
    const spot = { left: 500, top: 1800, width: 1, height: 1 }
    return [...(await sharp(Buffer.from(svg)).extract(spot).removeAlpha().raw().toBuffer())]
  }
  expect(await inkAt(drawScenery('portrait').toSvg())).toEqual([0xeb, 0xc1, 0x67])
  expect(await inkAt(drawScenery('portrait', { withOrnaments: false }).toSvg())).toEqual([0x17, 0x33, 0x2a])
})
