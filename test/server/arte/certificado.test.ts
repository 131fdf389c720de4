import { setTimeout as sleep } from 'node:timers/promises'
import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCertificados } from '../../../server/arte/certificado/certificados.ts'
import { drawCertificados } from '../../../server/arte/certificado/draw-certificados.ts'
import { layOutCertificado, type CertificadoInput } from '../../../server/arte/certificado/layout.ts'
import { isDrawable, type Line } from '../../../server/arte/certificado/lines.ts'
import { svgToPdf } from '../../../server/arte/certificado/svg-to-pdf.ts'
import { parseNome } from '../../../server/domain/cadastro.ts'
import { isRare } from '../../../server/domain/text.ts'
import { aCertificado, LONGEST, NOMES } from '../../support/a-certificado.ts'
import { readPdf } from '../../support/pdf.ts'
import { PROPERTY } from '../../support/property.ts'

const pdfOf = (input: CertificadoInput) => Buffer.from(drawCertificados(input, 'pdf'))
const paginasOf = (...nomes: string[]) => nomes.map((nome) => ({ nome, codigo: 'KGRGK-7W6RM' }))
const layoutOf = (nome: string, given: Partial<CertificadoInput> = {}) => {
  const input = aCertificado({ ...given, paginas: paginasOf(nome) })
  return layOutCertificado(input, { nome, codigo: 'KGRGK-7W6RM' })
}
const linesOf = (nome: string, given: Partial<CertificadoInput> = {}) =>
  layoutOf(nome, given).blocks.flatMap(({ lines }) => lines)
const readOf = ({ runs }: Line) => runs.map(({ text }) => text).join('')

/** Every object by its number, found where the table says it begins. @throws when it does not begin there */
function objectsOf(file: Buffer): Map<number, string> {
  const text = file.toString('latin1')
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1])
  const [, count = '', rows = ''] = /^xref\n0 (\d+)\n((?:.{18} \n)+)trailer\n/.exec(text.slice(start)) ?? []
  const table = rows.match(/.{19}\n/g) ?? []
  expect(table).toHaveLength(Number(count))
  expect(table[0]).toBe('0000000000 65535 f \n')
  return new Map(
    table.slice(1).map((row, i) => {
      expect(row).toMatch(/^\d{10} 00000 n \n$/)
      const from = text.slice(Number(row.slice(0, 10)))
      expect(from.startsWith(`${i + 1} 0 obj\n`)).toBe(true)
      return [i + 1, from.slice(from.indexOf('\n') + 1, from.indexOf('\nendobj\n'))]
    }),
  )
}

test('the file is whole: its table finds every object, every reference one, and every stream is as long as it says', () => {
  const file = pdfOf(aCertificado({ paginas: paginasOf('ANA LIMA', 'MARIA DA CONCEIÇÃO') }))
  const objects = objectsOf(file)
  expect(/\/Size (\d+)/.exec(file.toString('latin1'))?.[1]).toBe(String(objects.size + 1))
  for (const body of objects.values()) {
    const [words = '', data] = body.split(/>>\nstream\n/)
    for (const [, number] of words.matchAll(/(\d+) 0 R/g)) expect(objects.has(Number(number))).toBe(true)
    if (data === undefined) continue
    const stream = Buffer.from(data.slice(0, data.lastIndexOf('\nendstream')), 'latin1')
    expect(stream).toHaveLength(Number(/\/Length (\d+)/.exec(words)?.[1]))
    expect(inflateSync(stream).length).toBeGreaterThan(100)
  }
})

test('it is A4 on its side, has a language, a title and an author, and is the same bytes each time', () => {
  const file = pdfOf(aCertificado())
  const text = file.toString('latin1')
  const hex = (words: string) =>
    `<FEFF${Buffer.from(words, 'utf16le').swap16().toString('hex').toUpperCase()}>`
  expect(text).toContain('/MediaBox[0 0 841.89 595.28]')
  expect(text).toContain('/Lang(pt-BR)')
  expect(text).toContain(`/Title${hex('Certificado de participação de MARIA APARECIDA D’ÁVILA DOS SANTOS')}`)
  expect(text).toContain(`/Author${hex('Sociedade Rural do Vale Dourado')}`)
  expect(text).not.toMatch(/Date|\/JS|\/AA|\/URI|\/Annots/)
  expect(pdfOf(aCertificado()).equals(file)).toBe(true)
})

test('one weighs at most 200 KB, and in a file of 200 each adds a few: fonts and scenery are there once', () => {
  expect(pdfOf(aCertificado(LONGEST)).length).toBeLessThan(200_000)
  const many = pdfOf(aCertificado({ paginas: paginasOf(...Array<string>(200).fill(NOMES[6] ?? '')) }))
  expect(many.toString('latin1').match(/\/FontFile2/g)).toHaveLength(4)
  expect(many.toString('latin1').match(/\/Subtype\/Form/g)).toHaveLength(1)
  expect(many.length).toBeLessThan(200_000 + 200 * 5_000)
})

test('what is read is what is meant, in its order, on each page', () => {
  const read = readPdf(pdfOf(aCertificado({ paginas: paginasOf('ANA LIMA', 'OFÉLIA FIFFI') })))
  const pageOf = (nome: string) =>
    'SOCIEDADE RURAL do Vale Dourado CERTIFICADO DE PARTICIPAÇÃO ' +
    `certifica-se que ${nome} participou da palestra comemorativa dos 80 anos “A terra, o tempo e o trabalho” ` +
    'em 23 de setembro de 2027, com carga horária de 2 horas. Auditório do Parque de Exposições · Vale Dourado ' +
    'Antônio Carlos Ribeiro Prado presidente Helena Moraes Vilela diretora de eventos ' +
    'Confira com o nome e o código em convites.valedourado.example/certificado KGRGK-7W6RM'
  expect(read).toEqual([pageOf('ANA LIMA'), pageOf('OFÉLIA FIFFI')])
})

test('every name is read as it is stored, the letters that are drawn without their accents, too', () => {
  const pages = readPdf(pdfOf(aCertificado({ paginas: paginasOf(...NOMES) })))
  NOMES.forEach((nome, i) =>
    expect(pages[i]).toContain(`certifica-se que ${nome.normalize('NFC')} participou`),
  )
})

test('every letter of western Europe is drawable, so that fonts are opened for others alone', () => {
  // Names are stored in capitals, in which the micro sign is a Greek letter.
  const letters = Array.from({ length: 0xff }, (_, code) => String.fromCodePoint(code + 1))
    .filter((sign) => /\p{L}/u.test(sign) && sign !== 'µ')
    .join('')
  expect([isRare(letters), isDrawable(letters, 'strong')]).toEqual([false, true])
  for (const nome of ['ŁUKASZ ĐORĐE', 'ANA Ặ', 'ＡＮＡ', 'D’ÁVILA'])
    expect(isDrawable(nome, 'strong')).toBe(true)
  for (const nome of ['ΜΑΡΙΑ', 'ANA ИВАНОВА', 'ANA 牛']) expect(isDrawable(nome, 'strong')).toBe(false)
})

/** Expects no line outside the panel, outside its room, or over the line above it. */
function expectWithin(lines: Line[]) {
  for (const line of lines) {
    const { x, y, width, size } = line
    expect(x, readOf(line)).toBeGreaterThan(60)
    expect(x + width, readOf(line)).toBeLessThan(1540)
    expect(y - size * 0.7, readOf(line)).toBeGreaterThan(110)
    expect(y + size * 0.3, readOf(line)).toBeLessThan(1088)
  }
  const said = lines.filter(({ y }) => y > 320 && y < 740)
  said.slice(1).forEach((line, i) => {
    const before = said[i]
    expect(line.y - line.size * 0.62, readOf(line)).toBeGreaterThan((before?.y ?? 0) - 0.01)
  })
  expect(Math.max(...said.map(({ y, size }) => y + size * 0.25))).toBeLessThan(698)
  for (const line of lines.filter(({ y }) => y > 990)) expect(line.x + line.width).toBeLessThan(1082)
}

test('names of every length, and the longest words of an event, stay in their room', () => {
  const endless = { ocasiao: 'W'.repeat(300), titulo: 'Palavra longa '.repeat(60), local: 'abc '.repeat(150) }
  for (const nome of NOMES) {
    for (const given of [{}, LONGEST, { ...LONGEST, ...endless }, { anfitriao: 'W'.repeat(200), cidade: '' }])
      expectWithin(linesOf(nome, given))
  }
})

test('any name the form takes stays in its room', () => {
  const signs = fc.constantFrom(...Array.from("AIWÇÃÁÊ’'-. ªºŁŠĐñ牛Я\u0301"))
  fc.assert(
    fc.property(fc.array(signs, { minLength: 2, maxLength: 60 }), (given) => {
      const parsed = parseNome(given.join(''))
      if (parsed.kind === 'ok') expectWithin(linesOf(parsed.value))
    }),
    PROPERTY,
  )
})

test('a name has the sizes of the design: on one line up to thirty letters, else on two broken nearest the middle', () => {
  const nameOf = (nome: string) =>
    linesOf(nome)
      .filter(({ fill, y }) => fill === '#8A3A1E' && y > 320)
      .map((line) => [readOf(line), line.size])
  expect(nameOf('ANA LIMA')).toEqual([['ANA LIMA', 88]])
  expect(nameOf('ANA BEATRIZ DE SOUZA LIMA')).toEqual([['ANA BEATRIZ DE SOUZA LIMA', 74]])
  expect(nameOf('ANA BEATRIZ DE SOUZA E LIMA SA')).toEqual([['ANA BEATRIZ DE SOUZA E LIMA SA', 62]])
  expect(nameOf('MARIA APARECIDA D’ÁVILA DOS SANTOS')).toEqual([
    ['MARIA APARECIDA', 70],
    ['D’ÁVILA DOS SANTOS', 70],
  ])
  expect(nameOf('MARIA DA CONCEIÇÃO APARECIDA VASCONCELLOS DE ALBUQUERQUE SÁ')).toEqual([
    ['MARIA DA CONCEIÇÃO APARECIDA', 54],
    ['VASCONCELLOS DE ALBUQUERQUE SÁ', 54],
  ])
})

test('who signs has a line: two stand beside the sun, one on the left, and with nobody there is none', () => {
  const [one, two] = aCertificado().assinaturas
  const linesFor = (assinaturas: CertificadoInput['assinaturas']) =>
    Array.from(layoutOf('ANA LIMA', { assinaturas }).rules.matchAll(/M(\d+) 750H(\d+)/g), ([, from]) => from)
  expect(linesFor([])).toEqual([])
  expect(linesFor(one ? [one] : [])).toEqual(['292'])
  expect(linesFor(one && two ? [one, two] : [])).toEqual(['292', '966'])
  const [page] = readPdf(pdfOf(aCertificado({ assinaturas: [] })))
  expect(page).toContain('Vale Dourado Confira com o nome')
})

test('scenery that paper would show otherwise is refused', () => {
  for (const wrong of ['<linearGradient id="a"/>', '<path opacity=".5" d="M0 0"/>', '<use href="#gone"/>'])
    expect(() => svgToPdf(wrong), wrong).toThrow('[certificado]')
  for (const wrong of [
    '<path d="M0 0A1 1 0 0 0 1 1"/>',
    '<g transform="skewX(3)"/>',
    '<path fill="red" d="M0 0"/>',
  ])
    expect(() => svgToPdf(wrong), wrong).toThrow('is not understood')
})

test('paths are drawn as SVG means them', () => {
  const drawn = (d: string) => svgToPdf(`<path fill="#fff" d="${d}"/>`).split('\n').slice(3, -4)
  expect(drawn('M1 2 3 4l-1-1h5V0z')).toEqual(['1 2 m', '3 4 l', '2 3 l', '7 3 l', '7 0 l', 'h'])
  expect(drawn('m1,1q3 0 3 3t3 3')).toEqual(['1 1 m', '3 1 4 2 4 4 c', '4 6 5 7 7 7 c'])
  expect(drawn('M0 0c1 1 2 1 3 0s2-1 3 0')).toEqual(['0 0 m', '1 1 2 1 3 0 c', '4 -1 5 -1 6 0 c'])
})

test('one is drawn at a time, in turn between addresses; with no place left the answer is to come back', async () => {
  const order: string[] = []
  let release = () => {}
  const held = new Promise<void>((done) => (release = done))
  const certificados = createCertificados({
    drawer: {
      async draw({ titulo }) {
        order.push(titulo)
        await held
        return new Uint8Array()
      },
      close: async () => {},
    },
  })
  const ask = (titulo: string, address: string) => certificados.draw(aCertificado({ titulo }), address)
  const greedy = Array.from({ length: 102 }, (_, i) => ask(`a${i}`, 'a'))
  const other = ask('b', 'b')
  await new Promise(setImmediate)
  expect(order).toEqual(['a0'])
  release()
  const answers = await Promise.all(greedy)
  expect(answers.filter((answer) => answer === null)).toHaveLength(2)
  expect(await other).not.toBeNull()
  expect(order).toHaveLength(101)
})

test('after a drawing nothing is drawn for five times as long: others have the processor', async () => {
  const drawings: { begun: number; ended: number }[] = []
  const certificados = createCertificados({
    drawer: {
      async draw() {
        const begun = performance.now()
        await sleep(20)
        drawings.push({ begun, ended: performance.now() })
        return new Uint8Array()
      },
      close: async () => {},
    },
  })
  await Promise.all([1, 2].map(() => certificados.draw(aCertificado(), null)))
  const [first, second] = drawings
  expect((second?.begun ?? 0) - (first?.ended ?? 0)).toBeGreaterThan(90)
})

test('within this process it is drawn alike, and as a picture for the guest’s page', async () => {
  const certificados = createCertificados()
  expect(await certificados.draw(aCertificado(), null)).toEqual(drawCertificados(aCertificado(), 'pdf'))
  const svg = Buffer.from((await certificados.draw(aCertificado(), null, 'svg')) ?? []).toString()
  expect(svg).toMatch(/^<svg [^>]*viewBox="-45.6 -45.6 1691.2 1195.2"/)
  expect(svg.length).toBeLessThan(100_000)
  await certificados.close()
})
