import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Paths of all files below a folder. */
const filesIn = (folder: string, end: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => end.test(path))
    .map((path) => `${folder}/${path}`)

const SHEETS = filesIn('app', /\.css$/)
const withoutComments = (css: string) => css.replaceAll(/\/\*[^]*?\*\//g, '')
const read = (sheet: string) => withoutComments(readFileSync(sheet, 'utf8'))

/** Sheets sent before the tokens: above the first thing a guest sees (decision 0008). */
const WITHOUT_TOKENS = ['app/convidado/styles/convite.css', 'app/convidado/styles/faixa.css']

/** Everything that produces HTML: components, scripts, what the door draws, the guide shown on the board. */
const SOURCES = [
  ...filesIn('app', /\.(tsx?|js)$/),
  ...filesIn('server/arte', /\.ts$/),
  ...filesIn('docs/guia', /\.md$/),
  'vite.guia.config.ts',
]
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')

const CODE = SOURCES.replaceAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*/gm, '')
const LITERALS = CODE.match(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g) ?? []

/** Words of literals, and the beginnings of those that end in a value: `nome-${step}`. */
const WORDS = new Set(LITERALS.join(' ').match(/[\w-]+/g))
const BEGINNINGS = new Set([...CODE.matchAll(/([\w-]+-)\$\{/g)].map(([, begin = '']) => begin))

/** What Markdown produces without a name in our sources. */
const OF_MARKDOWN = [
  'h1',
  'h2',
  'h3',
  'p',
  'a',
  'ul',
  'ol',
  'li',
  'code',
  'img',
  'table',
  'thead',
  'tbody',
  'tr',
  'td',
  'th',
]
const OF_BROWSERS = ['html', 'head', 'body']

const isMade = (word: string) =>
  WORDS.has(word) || [...BEGINNINGS].some((begin) => word.startsWith(begin) && word !== begin)

/** The selectors of a sheet, without the conditions of at-rules. */
function selectorsIn(css: string): string[] {
  return [...css.matchAll(/(?<=^|[{};])([^{};]+)\{/g)]
    .map(([, told = '']) => told.trim())
    .filter((told) => !/^(@|from$|to$|[\d.]+%$)/.test(told))
}

/** The classes, ids, attributes and elements in a selector, each as the sources write it. */
function namesIn(selector: string): { names: string[]; attributes: string[]; elements: string[] } {
  const attributes = [...selector.matchAll(/\[([\w-]+)/g)].map(([, name = '']) => name)
  const plain = selector
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/::?[\w-]+(?=\W|$)/g, (told) => (/^:(is|where|not|has)$/.test(told) ? ' ' : ''))
  return {
    attributes,
    names: [...plain.matchAll(/[.#]([A-Za-z][\w-]*)/g)].map(([, name = '']) => name),
    elements: plain.match(/(?<![\w.#-])[a-z][a-z0-9]*(?![\w-])/g) ?? [],
  }
}

/** Attributes with their HTML names: JSX's `tabIndex` is `tabindex`. */
const ATTRIBUTES = new Set([
  ...[...CODE.matchAll(/(?<=[\s{])([A-Za-z][\w-]*)(?==[{"'`]|[\s>])/g)].map(([, name = '']) =>
    name.toLowerCase(),
  ),
  ...WORDS,
])
const ELEMENTS = new Set([
  ...[...SOURCES.matchAll(/<([a-z][a-z0-9]*)[\s>/]/g)].map(([, name = '']) => name),
  ...[...SOURCES.matchAll(/(?:element|drawn|svg)\(\s*'([a-z][a-z0-9]*)'/g)].map(([, name = '']) => name),
  ...OF_MARKDOWN,
  ...OF_BROWSERS,
])

/** The parts of a selector that nothing produces. */
function unmadeIn(selector: string): string[] {
  const { names, attributes, elements } = namesIn(selector)
  return [
    ...names.filter((name) => !isMade(name)),
    ...attributes.filter((name) => !ATTRIBUTES.has(name)),
    ...elements.filter((name) => !ELEMENTS.has(name)),
  ]
}

test('no rule is for what no source makes', () => {
  const stray = SHEETS.flatMap((sheet) =>
    selectorsIn(read(sheet)).flatMap((selector) =>
      unmadeIn(selector).map((name) => `${sheet}: ${name} in ${selector}`),
    ),
  )
  expect(stray).toEqual([])
})

test('a rule for what no source makes is found, whatever it is', () => {
  const selectors = ['.nowhere p', '#nowhere', '[data-nowhere] a', 'blink', '.centro :is(.nowhere, p)']
  expect(selectors.map((selector) => unmadeIn(selector).length)).toEqual([1, 1, 1, 1, 1])
  expect(unmadeIn(".nome-3 > a[aria-current='page']:not(:hover)::before")).toEqual([])
  expect(selectorsIn('@media print { .a, .b { top: 0 } @page { margin: 0 } } .c > d { top: 1px }')).toEqual([
    '.a, .b',
    '.c > d',
  ])
})

const COLOUR =
  /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\([^)]*\)|(?<=[\s:,(])(?:white|black|red|green|gr[ae]y)(?=[\s;,)])/gi

/** The declarations of a sheet: property and value. */
const declarationsIn = (css: string) =>
  [...css.matchAll(/(?<=[{;]\s*)([\w-]+):\s*([^;{}]+)(?=[;}])/g)].map(([, property = '', value = '']) => ({
    property,
    value,
  }))

test('a colour stands in the definition of a token alone', () => {
  const stray = SHEETS.filter((sheet) => !WITHOUT_TOKENS.includes(sheet)).flatMap((sheet) =>
    declarationsIn(read(sheet))
      .filter(({ property, value }) => !property.startsWith('--') && value.match(COLOUR))
      .map(({ property, value }) => `${sheet}: ${property}: ${value}`),
  )
  expect(stray).toEqual([])
})

test('what is sent without tokens wears no colour that is the value of none', () => {
  const tokens = new Set(
    ['tokens', 'cores'].flatMap((name) => read(`app/shared/styles/${name}.css`).match(COLOUR) ?? []),
  )
  const worn = WITHOUT_TOKENS.flatMap((sheet) => read(sheet).match(COLOUR) ?? [])
  expect(worn.length).toBeGreaterThan(5)
  expect(worn.filter((colour) => !tokens.has(colour))).toEqual([])
})

test('no token is defined that no sheet uses, and none used that no sheet defines', () => {
  const all = SHEETS.map(read).join('')
  const defined = new Set([...all.matchAll(/(?<=[\s{;])(--[\w-]+):/g)].map(([, name = '']) => name))
  const used = new Set([...all.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name))
  expect([...defined].filter((name) => !used.has(name))).toEqual([])
  expect([...used].filter((name) => !defined.has(name))).toEqual([])
})

test('the house’s faces are named by their tokens', () => {
  const stray = SHEETS.filter((sheet) => !/(tokens|estados|colours|faixa|folhas)\.css$/.test(sheet)).flatMap(
    (sheet) =>
      declarationsIn(read(sheet))
        .filter(({ property, value }) => property.startsWith('font') && /Marcellus|system-ui/.test(value))
        .map(({ property, value }) => `${sheet}: ${property}: ${value}`),
  )
  expect(stray).toEqual([])
})
