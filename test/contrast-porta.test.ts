import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { colours, contrast, SHAPE, TEXT } from './support/contrast.ts'

/** Enough contrast for a screen in the sun (AAA). */
const SUN = 7

type ParDeRepetidos = [colour: string, on: string, light: number, dark?: number]

/** Every colour of the door with its background, and the least contrast by day and by night. */
const PAIRS: ParDeRepetidos[] = [
  // The verdicts, as the design measured them.
  ['entra-tinta', 'entra', 7.3, 10.1],
  ['atento-tinta', 'atento', 11.2, 7.8],
  ['nega-tinta', 'nega', 10.2, 11.2],
  ['ensaio-tinta', 'ensaio-papel', 14.8, 15.3],
  ['branco', 'ensaio', SUN],
  ['branco', 'nega-faixa', SUN],
  ['creme', 'estado', 12.6],
  ['trigo', 'estado', 8],
  ['trigo', 'preto', 12.4],
  ['noite', 'trigo', SUN],
  ['noite', 'creme', SUN],
  ['creme', 'visor', SUN],
  ['trigo', 'visor', SUN],
  ['tinta', 'realce', 10.7, 7.8],
  ['tinta', 'folha', SUN],
  ['tinta', 'papel', SUN],
  ['botao-texto', 'botao', SUN],
  ['botao', 'folha', SHAPE],
  ['botao', 'papel', SHAPE],
  ['suave', 'folha', SUN],
  ['suave', 'papel', TEXT],
  ['terra', 'folha', SUN],
  ['borda', 'folha', SHAPE],
  ['borda', 'papel', SHAPE],
]

/** Over the camera, in front of a white sheet: the key that is seen through, and the text on its picture. */
const OVER_WHITE: [colour: string, background: string, share: number][] = [
  ['trigo', '#000000', 0.8],
  ['creme', 'visor', 0.86],
]

const DIRECTORY = 'app/porta/styles'
const read = (sheet: string) => readFileSync(`${DIRECTORY}/${sheet}`, 'utf8')

/** The colours of all rooms, then the door's own. */
const TOKENS = [readFileSync('app/shared/styles/tokens.css', 'utf8'), read('colours.css')]
/** As in the browser, a colour the night does not define stays as by day. */
const DAY = new Map(TOKENS.flatMap((css) => [...colours(css, 'light')]))
const NIGHT = new Map([...DAY, ...TOKENS.flatMap((css) => [...colours(css, 'dark')])])

const hexOf = (tokens: Map<string, string>, name: string) =>
  name.startsWith('#') ? name : (tokens.get(name) ?? '')

/** A colour with this share of opacity over white. */
function overWhite(hex: string, share: number): string {
  const channel = (at: number) => Math.round(parseInt(hex.slice(at, at + 2), 16) * share + 255 * (1 - share))
  return `#${[1, 3, 5].map((at) => channel(at).toString(16).padStart(2, '0')).join('')}`
}

for (const [mode, tokens] of [
  ['day', DAY],
  ['night', NIGHT],
] as const) {
  test(`at the door every colour of the ${mode} is read where it stands`, () => {
    const ratios = PAIRS.map(([colour, on, light, dark = light]) => ({
      pair: `${colour} on ${on}`,
      least: mode === 'day' ? light : dark,
      // Rounded to one digit, as the design gives it.
      ratio: Math.round(contrast(hexOf(tokens, colour), hexOf(tokens, on)) * 10) / 10,
    }))
    // Not below, and not NaN, which a missing token gives.
    expect(ratios.filter(({ ratio, least }) => !(ratio >= least))).toEqual([])
  })

  test(`at the door what is written on the camera’s picture is read over white, by ${mode}`, () => {
    for (const [colour, background, share] of OVER_WHITE)
      expect(
        contrast(hexOf(tokens, colour), overWhite(hexOf(tokens, background), share)),
        colour,
      ).toBeGreaterThanOrEqual(SUN)
  })
}

test('at the door no colour is in no pair', () => {
  const paired = new Set(PAIRS.flatMap(([colour, on]) => [colour, on]))
  const sheets = readdirSync(DIRECTORY).map(read).join('')
  const worn = [...DAY.keys()].filter((name) => sheets.includes(`var(--${name})`))
  expect(
    [...worn, ...colours(read('colours.css'), 'light').keys()].filter((name) => !paired.has(name)),
  ).toEqual([])
})

test('what shows of the camera is what the figures take it for', () => {
  expect(read('colours.css')).toContain('--veu: rgba(11, 24, 19, 0.86);')
  expect(read('viewfinder.css').match(/background: [^;]*(?=;)/g)).toContain('background: var(--veu)')
  expect(read('viewfinder.css')).toMatch(/\.olho-aberto \.cena \{\s*opacity: 0\.2;/)
})
