import { Buffer } from 'node:buffer'
import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { decodeText } from '../../../server/planilhas/text.mjs'

const LETTERS = 'áàâãéêíóôõúüçÁÀÂÃÉÊÍÓÔÕÚÜÇºª'
const DASHES = '–“”’€'
/** The bytes of those signs, as Python encodes them. CP850 has no curly quotes. */
const PAGES = {
  'Windows-1252': 'e1e0e2e3e9eaedf3f4f5fafce7c1c0c2c3c9cacdd3d4d5dadcc7baaa9693949280',
  MacRoman: '8788898b8e909297999b9c9f8de7cbe5cc83e6eaeeefcdf28682bcbbd0d2d3d5db',
  CP850: 'a08583c68288a1a293e4a38187b5b7b6c790d2d6e0e2e5e99a80a7a6',
}

const inPage = (text: string, hex: string) => {
  const byteOf = new Map(Array.from(LETTERS + DASHES, (sign, at) => [sign, hex.slice(at * 2, at * 2 + 2)]))
  return Buffer.concat(
    Array.from(text, (sign) =>
      sign < '\x80' ? Buffer.from(sign) : Buffer.from(byteOf.get(sign) ?? '', 'hex'),
    ),
  )
}
/** UTF-8 read as Windows-1252 (its unused bytes as control characters) and saved as UTF-8. */
const doubled = (text: string) => {
  const upper = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ'
  const read = Array.from(Buffer.from(text), (byte) =>
    byte >= 0x80 && byte < 0xa0 ? upper.charAt(byte - 0x80) : String.fromCharCode(byte),
  )
  return read.join('')
}
const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16()

const ENCODERS: Record<string, (text: string) => Buffer> = {
  ...Object.fromEntries(
    Object.entries(PAGES).map(([name, hex]) => [name, (text: string) => inPage(text, hex)]),
  ),
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with a BOM': (text) => Buffer.from(`\uFEFF${text}`),
  'UTF-16 LE': (text) => Buffer.from(text, 'utf16le'),
  'UTF-16 LE with a BOM': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'UTF-16 BE': bigEndian,
  'UTF-16 BE with a BOM': (text) => bigEndian(`\uFEFF${text}`),
  'UTF-8 doubled': (text) => Buffer.from(doubled(text)),
  'UTF-8 doubled with its BOM': (text) => Buffer.from(doubled(`\uFEFF${text}`)),
  'UTF-8 doubled twice': (text) => Buffer.from(doubled(doubled(text))),
}

const GIVEN =
  'João José Antônio Lúcia Sílvia Márcia Mônica Vânia Inês Conceição Sebastião Ângela Érica Ítalo Luís Heloísa Thaís César Cássio Flávia Patrícia Fátima Cícero Otávio Íris Ana Maria Carlos Paulo Renata Bruno Pedro Marta'
const FAMILY =
  'Sá Lima Rocha Melo Reis Gonçalves Araújo Magalhães Simões Guimarães Lourenço Assunção Mendonça Leão Brandão Galvão Falcão Camões Müller Conceição Sampaio Estêvão Batista Silva Souza Costa Prado Nóbrega'
const COMPANIES =
  'Construções São José;Padaria Pão de Mel;Açaí & Cia;Farmácia União;Ótica Visão;Transportes Rápido;Comércio de Móveis;Clínica Saúde;Associação Avícola;Bar do Zé;Escritório Contábil;Mecânica Três Irmãos;Útil Papéis;Água Viva;Café Colonial;3º Ofício;Nª Senhora da Guia;Irmãos Müller'
const CASES: Record<string, (text: string) => string> = {
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
  mixed: (text) => text,
}

/** The same numbers each time. */
function draws(seed: number) {
  let state = seed
  return <T>(from: T[]) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return from[(state >>> 8) % from.length] as T
  }
}

function listOf(size: number, seed: number) {
  const draw = draws(seed)
  const [given, family, companies] = [GIVEN.split(' '), FAMILY.split(' '), COMPANIES.split(';')]
  const rows = Array.from(
    { length: size },
    () => `${draw(given)} ${draw(family)};${draw(companies)};65987650000`,
  )
  return `Nome;Empresa;WhatsApp\r\n${rows.join('\r\n')}\r\n`
}

test.each(Object.entries(ENCODERS))(
  'lists of names in %s are read right, or the right text is offered',
  (name, encode) => {
    let doubts = 0
    for (const size of [3, 10, 200])
      for (const change of Object.values(CASES))
        for (let seed = 0; seed < 12; seed += 1) {
          const text = change(listOf(size, seed))
          const read = decodeText(encode(text))
          if (read.nears.length === 0) expect(read.text).toBe(text)
          else expect(read.nears.map((near) => near.text)).toContain(text)
          if (read.nears.length > 0) doubts += 1
          if (size > 3 || name.startsWith('UTF')) expect(read.nears).toEqual([])
        }
    expect(doubts).toBeLessThan(3)
  },
)

test.each(Object.entries(ENCODERS))(
  'one word with an accent in %s is read right, or the right one is offered',
  (_, encode) => {
    const words = `${GIVEN} ${FAMILY} ${COMPANIES.replaceAll(';', ' ')}`
      .split(' ')
      .filter((word) => /[^\0-\x7f]/.test(word))
    let right = 0
    const all = words.flatMap((word) => Object.values(CASES).map((change) => change(word)))
    for (const word of all) {
      const text = `Nome;Empresa\n${word} LIMA;Padaria\nANA REIS;Bar\n`
      const read = decodeText(encode(text))
      if (read.nears.length === 0) expect(read.text).toBe(text)
      else expect(read.nears.map((near) => near.text)).toContain(text)
      if (read.nears.length === 0) right += 1
    }
    expect(right / all.length).toBeGreaterThan(0.85)
  },
)

test.each(Object.entries(ENCODERS).filter(([name]) => name !== 'CP850'))(
  'dashes, curly quotes and the euro are read in %s',
  (_, encode) => {
    const text = 'Nome;Nota\r\nANTÔNIO SÁ;Bar “Sol” – 30 €\r\nJoana D’Ávila;Loja nº 3, 1ª porta\r\n'
    expect(decodeText(encode(text))).toEqual({ text, nears: [] })
  },
)

test('JOÃO alone may be JOÇO, and both are offered, the likelier first', () => {
  const { text, nears } = decodeText(inPage('JOÃO LIMA', PAGES.CP850))
  expect(text).toBe('JOÃO LIMA')
  expect(nears.slice(0, 2)).toEqual([
    { encoding: 'CP850', text: 'JOÃO LIMA' },
    { encoding: 'Windows-1252', text: 'JOÇO LIMA' },
  ])
})

test('ASCII and an empty file leave nothing to doubt', () => {
  for (const text of ['', 'Nome;WhatsApp\nANA REIS;6599\n'])
    expect(decodeText(Buffer.from(text))).toEqual({ text, nears: [] })
})

test.each([
  'JOÃO',
  'MÃE',
  'IRMÃ',
  'SÃO',
  'A “IRMÔ; JOÃO',
  'IRMÃ – JOÃO',
  'SUÍÇA',
  'Nguyễn Văn Ã',
  'Łukasz Żak',
  'Иван',
  '李明',
  '😀 Zoë',
  'Müller & Søren',
])('UTF-8 with %s is left as it is', (name) => {
  for (const text of [name, `Nome\n${name}\n`])
    expect(decodeText(Buffer.from(text))).toEqual({ text, nears: [] })
})

test('rows of doubled UTF-8 or of Windows-1252 amid UTF-8 are repaired', () => {
  const [rows, more] = ['JOÃO LIMA\nINÊS SÁ\n', 'Conceição\nJOSÉ\n']
  expect(decodeText(Buffer.from(rows + doubled(more)))).toEqual({ text: rows + more, nears: [] })
  const mixed = Buffer.concat([Buffer.from(rows), inPage(more, PAGES['Windows-1252'])])
  expect(decodeText(mixed)).toEqual({ text: rows + more, nears: [] })
})

test('two encodings in a file, or one unknown, are never without a doubt', () => {
  const rows = 'JOÃO LIMA\nLÚCIA\nInês\n'
  const two = Buffer.concat([inPage(rows.repeat(20), PAGES.CP850), inPage('JOSÉ\n', PAGES['Windows-1252'])])
  expect(decodeText(two).nears).toHaveLength(3)
  expect(decodeText(Buffer.from('c8e2e0ed20cfe5f2f0eee2', 'hex')).nears).toHaveLength(3)
})

test('five megabytes take a fraction of a second', () => {
  const rows = listOf(100, 1)
  const many = rows.repeat(Math.ceil((5 * 1024 * 1024) / rows.length))
  const files = [Buffer.from(many), Buffer.concat(Array<Buffer>(1_000).fill(inPage(rows, PAGES.CP850)))]
  for (const file of files) {
    const start = performance.now()
    decodeText(file)
    // A hundred milliseconds on an idle machine.
    expect(performance.now() - start).toBeLessThan(3_000)
  }
})
