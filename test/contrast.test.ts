import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { STYLE } from '../server/http/error-page.ts'
import { colours, contrast, SHAPE, TEXT } from './support/contrast.ts'

/** Every colour token with its background. */
const TOKENS: [colour: string, on: string, least: number][] = [
  ['tinta', 'papel', TEXT],
  ['tinta', 'folha', TEXT],
  ['tinta', 'erro-fundo', TEXT],
  ['suave', 'papel', TEXT],
  ['terra', 'papel', TEXT],
  ['ouro', 'papel', SHAPE],
  ['ouro', 'folha', SHAPE],
  ['borda', 'papel', SHAPE],
  ['borda', 'folha', SHAPE],
  ['erro', 'papel', TEXT],
  ['erro', 'erro-fundo', TEXT],
  ['botao', 'papel', SHAPE],
  ['botao', 'folha', SHAPE],
  ['botao-texto', 'botao', TEXT],
  ['botao-texto', 'botao-toque', TEXT],
  ['verde', 'papel', SHAPE],
  ['verde', 'folha', TEXT],
  ['verde', 'trilho', SHAPE],
  ['noite', 'areia', TEXT],
  ['telha', 'areia', TEXT],
  ['bronze', 'areia', SHAPE],
  ['creme', 'talao', TEXT],
  ['creme', 'noite', TEXT],
  ['trigo', 'talao', TEXT],
  ['trigo', 'noite', TEXT],
  ['trigo', 'mata', TEXT],
  ['trigo', 'breu', SHAPE],
  ['noite', 'trigo', TEXT],
  ['noite', 'palha', TEXT],
  ['noite', 'linho', TEXT],
  ['telha', 'linho', TEXT],
  ['bronze', 'linho', SHAPE],
  ['noite', 'branco', TEXT],
  ['preto', 'branco', TEXT],
]

/** Colours that only one sheet uses, and defines. */
const FIXED: Record<string, [colour: string, on: string, least: number][]> = {
  'convite.css': [
    ['#f6ecd4', '#17332a', TEXT],
    ['#ebc167', '#17332a', SHAPE],
  ],
  'mesa.css': [
    ['#ebc167', '#17332a', SHAPE],
    ['#ebc167', '#28503b', SHAPE],
    ['#8a3a1e', '#ebc167', SHAPE],
    ['#8a3a1e', '#f6d88f', SHAPE],
  ],
  'capa-propria.css': [['#ebc167', '#17332a', SHAPE]],
  'certificado.css': [['#17332a', '#fff', TEXT]],
  'conferir.css': [
    ['#00643f', '#fffdf7', TEXT],
    ['#7fd6a8', '#0b1813', TEXT],
  ],
  'vistas.css': [
    ['#17332a', '#f8f1e0', TEXT],
    ['#8a3a1e', '#f8f1e0', TEXT],
    ['#111b21', '#cfe9ba', TEXT],
    ['#3b4a43', '#cfe9ba', TEXT],
    ['#0b5394', '#d9fdd3', TEXT],
    ['#8a5e0c', '#fffdf7', SHAPE],
  ],
  'evento.css': [
    ['#17332a', '#ddd5c2', TEXT],
    ['#8a3a1e', '#ddd5c2', TEXT],
  ],
  // The board's own ticket at night.
  'base.css': [
    ['#fdf6e3', '#1d4034', TEXT],
    ['#ebc167', '#1d4034', TEXT],
  ],
  'lista-da-mesa.css': [['#000', '#fff', TEXT]],
  'presenca.css': [
    ['#fff', '#a3211b', TEXT],
    ['#fff1ee', '#8f1d18', TEXT],
    ['#ffb3a3', '#8f1d18', SHAPE],
  ],
  'faixa.css': [['#17332a', '#ebc167', TEXT]],
  'credencial.css': [
    ['#17332a', '#fffdf7', TEXT],
    ['#17332a', '#fff', TEXT],
    ['#fdf6e3', '#17332a', TEXT],
    ['#000', '#fff', TEXT],
  ],
}

/** Lines between parts that are already separate. */
const ORNAMENT = ['aurora.css #fd9', 'aurora.css #e98', 'aurora.css #578', 'minhas.css #28503b']
const THIN = ['linha']

/** The sheets that define colours for several others. */
const SHARED = ['tokens.css', 'cores.css', 'estados.css', 'pagina.css']

/** The sheets for people outside the team, by name. */
const SHEETS = new Map(
  ['shared', 'convidado', 'mesa'].flatMap((room) =>
    readdirSync(`app/${room}/styles`).map((sheet) => [sheet, `app/${room}/styles/${sheet}`] as const),
  ),
)
const read = (sheet: string) => readFileSync(SHEETS.get(sheet) ?? sheet, 'utf8')

test('the ratio is the one WCAG defines', () => {
  expect(contrast('#000', '#ffffff')).toBe(21)
  expect(contrast('#777777', '#fff')).toBeCloseTo(4.48, 2)
})

/** As in the browser, a colour the night does not define stays as by day. */
const tokensOf = (mode: 'light' | 'dark') => {
  const modes = mode === 'light' ? (['light'] as const) : (['light', 'dark'] as const)
  return new Map(modes.flatMap((each) => SHARED.flatMap((sheet) => [...colours(read(sheet), each)])))
}

for (const mode of ['light', 'dark'] as const) {
  const tokens = tokensOf(mode)

  test(`every colour of ${mode} is read where it stands`, () => {
    const ratios = TOKENS.map(([colour, on, least]) => ({
      pair: `${colour} on ${on}`,
      least,
      ratio: contrast(tokens.get(colour) ?? '', tokens.get(on) ?? ''),
    }))
    // Not below, and not NaN, which a missing token gives.
    expect(ratios.filter(({ ratio, least }) => !(ratio >= least))).toEqual([])
  })

  test(`no colour of ${mode} is in no pair`, () => {
    const paired = new Set([...THIN, ...TOKENS.flatMap(([colour, on]) => [colour, on])])
    expect([...tokens.keys()].filter((name) => !paired.has(name))).toEqual([])
  })

  test(`the error pages of the server in front have the colours of ${mode}`, () => {
    const own = colours(STYLE, mode)
    expect(own.size).toBeGreaterThan(5)
    for (const [name, hex] of own) expect([name, hex]).toEqual([name, tokens.get(name)])
  })
}

test('every fixed colour is read where it stands', () => {
  for (const [sheet, pairs] of Object.entries(FIXED)) {
    for (const [colour, on, least] of pairs) {
      expect(contrast(colour, on), `${sheet}: ${colour} on ${on}`).toBeGreaterThanOrEqual(least)
    }
  }
})

test('no fixed colour is in no pair', () => {
  const sheets = [...SHEETS.keys()].filter((name) => !SHARED.includes(name)).sort()
  const stray = sheets.flatMap((sheet) => {
    const paired = new Set((FIXED[sheet] ?? []).flatMap(([colour, on]) => [colour, on]))
    const used = new Set(read(sheet).match(/#[0-9a-f]{3,8}\b/g))
    return [...used].filter((hex) => !paired.has(hex)).map((hex) => `${sheet} ${hex}`)
  })
  expect(stray).toEqual(ORNAMENT)
})
