import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { fontOf } from '../../../server/arte/fonts.ts'
import { drawIcon } from '../../../server/arte/draw-all.ts'
import type { LogoPng } from '../../../server/arte/drawing.ts'
import { LOGO_OUTLINE } from '../../../server/arte/logo-outline.ts'
import { drawLandscape, drawPortrait, drawPreview } from '../../../server/arte/invitation.ts'
import { drawScenery } from '../../../server/arte/drawing.ts'
import { wordingOf } from '../../../server/arte/wording.ts'
import { parseEvento, type Evento } from '../../../server/domain/evento.ts'

const EVENTO = parseEvento(JSON.parse(readFileSync('test/support/evento.json', 'utf8')))
const LONG: Evento = {
  ...EVENTO,
  anfitriao: 'Associação dos Produtores e Criadores de Gado Zebu do Triângulo Mineiro e Alto Paranaíba',
  ocasiao: 'Cerimônia de encerramento e confraternização dos 125 anos',
  titulo: 'Sustentabilidade, sucessão familiar e o futuro do cooperativismo agropecuário',
  inicio: '2028-02-29T08:00:00-03:00',
  fim: '2028-02-29T12:00:00-03:00',
  local: 'Centro de Convenções e Eventos Governador José Sarney Filho',
  cidade: 'São José do Vale do Rio Preto do Norte',
}
const PLAIN: Evento = {
  ...EVENTO,
  anfitriao: 'Agroíndia',
  ocasiao: 'Leilão de inverno',
  titulo: 'Noite dos criadores',
}

const DRAWINGS = {
  portrait: (evento: Evento, png: LogoPng = null) => drawPortrait(evento, { png }),
  landscape: (evento: Evento, png: LogoPng = null) => drawLandscape(evento, { png }),
  preview: drawPreview,
}
const SIZES = { portrait: [1080, 1920], landscape: [1600, 1000], preview: [1200, 630] } as const

for (const [name, draw] of Object.entries(DRAWINGS)) {
  test(`the ${name} of this event weighs at most 12 KB over brotli, its text as outlines`, () => {
    const svg = draw(EVENTO)
    expect(brotliCompressSync(svg).length).toBeLessThanOrEqual(12 * 1024)
    expect(svg).not.toMatch(/<text|font-family|NaN|undefined|Infinity/)
  })

  test(`the ${name} of an event with longer names, and of one without years, is drawn whole and in its frame`, () => {
    const [width, height] = SIZES[name as keyof typeof SIZES]
    for (const evento of [EVENTO, LONG, PLAIN]) {
      const svg = draw(evento)
      expect(svg).not.toMatch(/NaN|undefined|Infinity/)
      for (const { left, right, baseline } of linesOf(svg)) {
        expect(left, evento.titulo).toBeGreaterThanOrEqual(width * 0.05)
        expect(right, evento.titulo).toBeLessThanOrEqual(width * 0.95)
        expect(baseline).toBeLessThan(height)
      }
    }
  })

  test(`the ${name} shows the organiser's logo in place of the ox`, () => {
    const svg = draw(EVENTO, new Uint8Array([1, 2, 3]))
    expect(svg).toContain('href="data:image/png;base64,AQID"')
    expect(svg).not.toContain(LOGO_OUTLINE)
    expect(draw(EVENTO)).toContain(LOGO_OUTLINE)
  })

  test(`the ${name} changes with every word of the event it shows`, () => {
    const drawn = draw(EVENTO)
    const shown: Partial<Evento>[] = [
      { anfitriao: 'Sindicato Rural de Uberaba' },
      { ocasiao: 'Palestra comemorativa dos 81 anos' },
      { inicio: '2027-09-17T18:00:00-03:00' },
      ...(name === 'preview' ? [] : [{ titulo: 'O boi' }, { local: 'Parque' }, { cidade: 'Uberaba' }]),
    ]
    for (const change of shown)
      expect(draw({ ...EVENTO, ...change }) === drawn, Object.keys(change)[0]).toBe(false)
  })
}

test('the portrait keeps its text away from the sides, which taller phones cut off', () => {
  for (const evento of [EVENTO, LONG, PLAIN]) {
    const lines = linesOf(drawPortrait(evento))
    expect(lines.length).toBeGreaterThan(0)
    for (const { left, right } of lines) {
      expect(left).toBeGreaterThanOrEqual(88)
      expect(right).toBeLessThanOrEqual(1080 - 88)
    }
  }
})

test('the years an occasion celebrates are set apart; an occasion without any stays whole', () => {
  expect(wordingOf(EVENTO)).toMatchObject({
    anfitriao: { nome: 'SOCIEDADE RURAL', de: 'do Vale Dourado' },
    ocasiao: 'PALESTRA COMEMORATIVA',
    aniversario: { anos: '80', desde: '1947', ate: '2027' },
    hora: '19H30',
  })
  expect(wordingOf(PLAIN)).toMatchObject({
    anfitriao: { nome: 'AGROÍNDIA', de: null },
    ocasiao: 'LEILÃO DE INVERNO',
    aniversario: null,
  })
})

test('a long host is broken where its two parts are most alike in width', () => {
  expect(wordingOf(LONG).anfitriao).toEqual({
    nome: 'ASSOCIAÇÃO DOS PRODUTORES E CRIADORES',
    de: 'de Gado Zebu do Triângulo Mineiro e Alto Paranaíba',
  })
})

test('the drawings in app/arte and public are those of the scenery', () => {
  for (const [path, svg] of Object.entries({
    'app/arte/campo.svg': drawScenery('letterhead').toSvg(),
    'public/favicon.svg': drawIcon({ isRounded: true }),
  }))
    expect(readFileSync(path, 'utf8') === svg, path).toBe(true)
})

/** The advance of each letter, by the id of its outline. */
const ADVANCES = new Map(
  (['capitals', 'italics', 'numerals'] as const).flatMap((font) =>
    fontOf(font)
      .lettersOf(Array.from({ length: 0x2100 }, (_, code) => String.fromCharCode(code)).join(''))
      .flatMap((letter) => (letter ? [[letter.id, letter.advance] as const] : [])),
  ),
)

const USE = /<use href="#(\w+)"(?: x="(\d+)")?/g

/** The place of each line of text: its letters are placed in units of the group that scales them. */
function linesOf(svg: string) {
  const groups = svg.matchAll(
    /<g fill="#\w+" transform="matrix\(([\d.]+) 0 0 [\d.]+ ([\d.-]+) ([\d.-]+)\)">((?:<use[^>]*>)+)<\/g>/g,
  )
  const lines = Array.from(groups, ([, scale, left, baseline, uses = '']) => {
    const ends = Array.from(
      uses.matchAll(USE),
      ([, id = '', x = '0']) => Number(x) + (ADVANCES.get(id) ?? NaN),
    )
    const right = Number(left) + Math.max(...ends) * Number(scale)
    return { left: Number(left), right, baseline: Number(baseline), letters: ends.length }
  })
  expect(lines.length).toBeGreaterThanOrEqual(3)
  const letters = Array.from(svg.matchAll(USE)).filter(([, id = '']) => ADVANCES.has(id))
  expect(lines.reduce((sum, line) => sum + line.letters, 0)).toBe(letters.length)
  return lines
}
