import { buffer } from 'node:stream/consumers'
import { inflateRawSync } from 'node:zlib'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { MODELS } from '../../../server/planilhas/columns.ts'
import { createModel, createXlsx, type Row } from '../../../server/planilhas/xlsx-output.ts'

const made = (columns: string[], rows: Row[]) =>
  buffer(
    createXlsx(
      'Convidados',
      columns,
      (async function* () {
        yield* rows
      })(),
    ),
  )

/** What another reader of the format finds. */
const readBack = async (bytes: Buffer) => (await readXlsx(bytes)).sheets[0]?.rows ?? []

test('text comes back as text with its leading zeros, and counts as numbers', async () => {
  const bytes = await made(['cpf', 'nome', 'convites'], [{ cpf: '00000000191', nome: '0012', convites: 12 }])
  expect(await readBack(bytes)).toEqual([
    ['cpf', 'nome', 'convites'],
    ['00000000191', '0012', 12],
  ])
})

test('what looks like a formula, an escape or a tag is text', async () => {
  const texts = ['=1+1', '+55 11', '@SOMA(A1)', '_x0041_', '<b> & "c"', 'linha 1\nlinha 2', 'ÇÃO 🐂']
  const bytes = await made(
    ['nome'],
    texts.map((nome) => ({ nome })),
  )
  expect((await readBack(bytes)).slice(1).flat()).toEqual(texts)
  // The deflated data follows its name.
  const name = 'xl/worksheets/sheet1.xml'
  const sheet = inflateRawSync(bytes.subarray(bytes.indexOf(name) + name.length)).toString()
  expect(sheet).toContain('=1+1')
  expect(sheet).not.toMatch(/<f[ >/]/)
})

test('what XML cannot hold is left out, and the file still opens', async () => {
  const bytes = await made(['nome'], [{ nome: 'ANA\u0000 \uD800LIMA\uFFFF' }])
  expect(await readBack(bytes)).toEqual([['nome'], ['ANA LIMA']])
})

test('no row is a header, and 27 columns have names of two letters', async () => {
  const columns = Array.from({ length: 28 }, (_, index) => `c${index}`)
  expect(await readBack(await made(columns, []))).toEqual([columns])
})

test('what fails while rows are read ends the file with it', async () => {
  const rows = (async function* () {
    yield { nome: 'ANA' }
    throw new Error('gone')
  })()
  await expect(buffer(createXlsx('Convidados', ['nome'], rows))).rejects.toThrow('gone')
})

test('a reader that goes away ends the reading of rows', async () => {
  let isEnded = false
  const rows = (async function* () {
    try {
      for (;;) yield { nome: 'ANA'.repeat(10_000) }
    } finally {
      isEnded = true
    }
  })()
  let chunks = 0
  for await (const chunk of createXlsx('Convidados', ['nome'], rows)) {
    expect(chunk.length).toBeGreaterThan(0)
    if (++chunks > 20) break
  }
  await expect.poll(() => isEnded).toBe(true)
})

test('the names of the columns are bold, and nothing below them', async () => {
  const { nome, example } = MODELS['modelo-empresas']
  const columns = Object.keys(example)
  const rows = await made(columns, [example])
  for (const bytes of [rows, Buffer.from(await createModel(MODELS['modelo-empresas']))]) {
    const { sheets } = await readXlsx(bytes, { readStyles: true })
    const bold = [...(sheets[0]?.cells ?? [])].flatMap(([at, { style }]) => (style?.font?.bold ? [at] : []))
    expect([nome, bold]).toEqual([nome, columns.map((_, at) => `0,${at}`)])
  }
})
