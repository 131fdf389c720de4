import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { compact, drawScenery, type SceneryName } from '../../../server/arte/drawing.ts'

const SIZES: Record<SceneryName, [number, number]> = {
  portrait: [1080, 1920],
  landscape: [1600, 1000],
  preview: [1200, 630],
  letterhead: [1080, 1500],
  certificado: [1600, 1104],
}
const NAMES = Object.keys(SIZES) as SceneryName[]

const fileOf = (name: SceneryName) => readFileSync(`server/arte/scenery/${name}.svg`, 'utf8')
const pixelsOf = async (svg: string) => sharp(Buffer.from(svg)).resize({ width: 360 }).raw().toBuffer()

test('every file of the scenery has a name in the code', () => {
  expect(readdirSync('server/arte/scenery').sort()).toEqual(NAMES.map((name) => `${name}.svg`).sort())
})

for (const name of NAMES) {
  test(`the scenery of the ${name} has its size, no words or photographs, and names for its parts`, async () => {
    const svg = fileOf(name)
    const { width, height } = await sharp(Buffer.from(svg)).metadata()
    expect([width, height]).toEqual(SIZES[name])
    expect(svg).not.toMatch(/<(text|tspan|image|script|style)\b/)
    expect(svg.match(/\sid="[a-z]+(-[a-z]+)*"/g)?.length).toBeGreaterThan(10)
  })

  test(`a drawing on the ${name} looks like its file before anything is written`, async () => {
    const drawn = drawScenery(name)
    expect([drawn.width, drawn.height]).toEqual(SIZES[name])
    expect((await pixelsOf(drawn.toSvg())).equals(await pixelsOf(fileOf(name)))).toBe(true)
  })
}

test('the portrait can be drawn without its ornaments', async () => {
  const [whole, plain] = [drawScenery('portrait'), drawScenery('portrait', { withOrnaments: false })]
  expect((await pixelsOf(plain.toSvg())).equals(await pixelsOf(whole.toSvg()))).toBe(false)
})

test('what an editor adds when it saves a file does not reach a picture', () => {
  const saved = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
    <!-- Created with <Inkscape> -->
    <svg
       width="9"
       height="9"
       viewBox="0 0 9 9"
       version="1.1"
       id="svg1"
       sodipodi:docname="portrait.svg"
       fill="none"
       xmlns:xlink="http://www.w3.org/1999/xlink"
       xmlns="http://www.w3.org/2000/svg">
      <sodipodi:namedview
         id="namedview1"
         pagecolor="#ffffff"><inkscape:grid id="grid1" /></sodipodi:namedview>
      <metadata><rdf:RDF /></metadata>
      <g
         inkscape:groupmode="layer"
         id="layer1"
         inkscape:label="hills">
        <use
           xlink:href="#hill"
           id="use1" />
      </g>
    </svg>
    `
  expect(compact(saved)).toBe('<g fill="none"><g><use href="#s0"/></g></g>')
})

test('ids in use become short ones, and the others go', () => {
  expect(
    compact(
      '<svg><clipPath id="edge"/><path id="hill"/><use id="copy" href="#hill" clip-path="url(#edge)"/></svg>',
    ),
  ).toBe('<g><clipPath id="s1"/><path id="s0"/><use href="#s0" clip-path="url(#s1)"/></g>')
})
