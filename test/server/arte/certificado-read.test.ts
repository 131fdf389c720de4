// How other programs read certificates: poppler and Ghostscript, from the packages poppler-utils and
// ghostscript.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import jsqr from 'jsqr'
import { PNG } from 'pngjs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { CertificadoInput } from '../../../server/arte/certificado/layout.ts'
import { drawCertificados } from '../../../server/arte/certificado/draw-certificados.ts'
import { aCertificado, LONGEST, NOMES } from '../../support/a-certificado.ts'
import { aDirectory } from '../../support/temporary.ts'

// jsqr is CommonJS: in Node its function is one level deeper.
const decode = 'default' in jsqr ? (jsqr.default as typeof jsqr) : jsqr
const lacks = (...names: string[]) => names.some((name) => spawnSync(name, ['-v']).error !== undefined)
const NO_POPPLER = lacks('pdftotext', 'pdffonts', 'pdfinfo', 'pdftoppm')
const POPPLER = NO_POPPLER ? ' (poppler-utils is not installed)' : ''
const NO_GHOSTSCRIPT = lacks('gs')

const paginas = NOMES.map((nome, i) => ({ nome, codigo: `KGRGK-7W${String(100 + i)}` }))
const URL = 'https://convites.valedourado.example/certificado?codigo='

/** A file of certificates, with all names unless given others. */
function aFile(given: Partial<CertificadoInput> = { paginas }): string {
  const file = join(aDirectory(), 'certificados.pdf')
  writeFileSync(file, drawCertificados(aCertificado(given), 'pdf'))
  return file
}

/** The QR code's place at 300 dpi. */
const CORNER = ['-x', '1150', '-y', '2130', '-W', '240', '-H', '240']

/** What a program prints about a file; it must print nothing on standard error. */
function printed(name: string, ...args: string[]): string {
  const { stdout, stderr, status } = spawnSync(name, args, { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  return stdout
}

test.skipIf(NO_POPPLER)(`pdftotext finds every name, title, date and code${POPPLER}`, () => {
  const pages = printed('pdftotext', aFile(), '-').split('\f')
  paginas.forEach(({ nome, codigo }, i) => {
    // poppler takes evenly spaced letters for one word, spaces or not.
    if (/^\S( \S)+$/.test(nome)) return
    const page = (pages[i] ?? '').replace(/\s+/g, ' ')
    for (const text of [
      'SOCIEDADE RURAL do Vale Dourado',
      'CERTIFICADO DE PARTICIPAÇÃO',
      nome.normalize('NFC'),
      codigo,
    ])
      expect(page).toContain(text)
    for (const text of [
      '“A terra, o tempo e o trabalho”',
      'em 23 de setembro de 2027',
      'horária de 2 horas.',
    ])
      expect(page).toContain(text)
    expect(page).toContain('convites.valedourado.example/certificado')
  })
})

test.skipIf(NO_POPPLER)(`every font is in the file, with what its letters are read as${POPPLER}`, () => {
  const rows = printed('pdffonts', aFile()).trim().split('\n').slice(2)
  expect(rows).toHaveLength(4)
  for (const row of rows) expect(row).toMatch(/CID TrueType +Identity-H +yes no +yes/)
})

test.skipIf(NO_POPPLER)(`it is read aloud in its order: a heading among paragraphs${POPPLER}`, () => {
  const one = aFile({})
  expect(printed('pdfinfo', one)).toMatch(/Title: +Certificado de participação de MARIA.*Tagged: +yes/s)
  const read = printed('pdfinfo', '-struct-text', one)
  expect(read.match(/^ {2}(H1|P)/gm)).toEqual(['  P', '  H1', '  P', '  P', '  P', '  P'])
  expect(read).toMatch(/"certifica-se que "\s+"MARIA APARECIDA "\s+"D’ÁVILA DOS SANTOS "\s+"participou da/)
})

test.skipIf(NO_GHOSTSCRIPT)(
  `Ghostscript prints it and finds nothing wrong${NO_GHOSTSCRIPT ? ' (ghostscript is not installed)' : ''}`,
  () => {
    expect(
      printed('gs', '-q', '-dNOPAUSE', '-dBATCH', '-dPDFSTOPONERROR', '-sDEVICE=nullpage', aFile()),
    ).toBe('')
  },
)

test.skipIf(NO_POPPLER)(`on paper it looks as its picture does in a browser${POPPLER}`, async () => {
  for (const given of [{}, LONGEST]) {
    const [file, width] = [aFile(given), 1000]
    printed('pdftoppm', '-png', '-singlefile', '-scale-to-x', String(width), '-scale-to-y', '-1', file, file)
    // Except the ticket, whose QR code is finer than these pixels.
    const seen = (picture: Buffer | string) =>
      sharp(picture)
        .resize(width, 707, { fit: 'fill' })
        .extract({ left: 0, top: 0, width, height: 600 })
        .removeAlpha()
        .blur(2)
        .raw()
        .toBuffer()
    const [shown, onPaper] = await Promise.all([
      seen(Buffer.from(drawCertificados(aCertificado(given), 'svg'))),
      seen(`${file}.png`),
    ])
    expect(onPaper.length).toBe(shown.length)
    const off = shown.filter((value, i) => Math.abs(value - (onPaper[i] ?? 0)) > 60).length
    expect(off / shown.length).toBeLessThan(0.001)
  }
})

test.skipIf(NO_POPPLER)(`the QR code is read at 300 dpi, with the longest address, too${POPPLER}`, () => {
  for (const url of [URL, `https://${'w'.repeat(60)}.example/certificado?codigo=`]) {
    const file = aFile({ url })
    printed('pdftoppm', '-png', '-r', '300', '-singlefile', ...CORNER, file, file)
    const { data, width, height } = PNG.sync.read(readFileSync(`${file}.png`))
    const read = decode(new Uint8ClampedArray(data), width, height)?.data
    expect(read).toBe(`${url}KGRGK-7W6RM`)
  }
})
