import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { tableIn } from '../../../server/planilhas/zip-limits.ts'
import { readPasta } from '../../../server/planilhas/workbook.mjs'
import { createXlsx } from '../../../server/planilhas/xlsx-output.ts'
import { anXlsx } from '../../support/an-xlsx.ts'

/** The rows of the first tab, as its reader reads them. */
const read = async (bytes: Buffer) =>
  (await readPasta(bytes)).abas[0]?.linhas.map(({ line, cells }) => [line, ...cells])

test('what we write is read back', async () => {
  const rows = (async function* () {
    yield { nome: 'ANA', telefone: '01198765432' }
  })()
  const bytes = await buffer(createXlsx('Convidados', ['nome', 'telefone'], rows))
  expect(await read(bytes)).toEqual([
    [1, 'nome', 'telefone'],
    [2, 'ANA', '01198765432'],
  ])
})

test('numbers come as they are written, dates as people write them, and formulas as their results', async () => {
  const bytes = anXlsx({
    rows: [
      '<c r="A1" t="inlineStr"><is><t> Nome </t></is></c><c r="B1" t="inlineStr"><is><t>TELEFONE</t></is></c><c r="C1" t="inlineStr"><is><t>data</t></is></c>',
      '<c r="A2"><v>1.1987654321E10</v></c><c r="B2"><v>12345678000190</v></c><c r="C2"><v>2.5</v></c>',
      '<c r="A3" t="str"><f>A1&amp;"x"</f><v>ANA</v></c><c r="B3" t="b"><v>1</v></c><c r="C3" s="1"><v>46646</v></c>',
    ],
  })
  expect(await read(bytes)).toEqual([
    [1, 'Nome', 'TELEFONE', 'data'],
    [2, '11987654321', '12345678000190', '2.5'],
    [3, 'ANA', 'VERDADEIRO', '16/09/2027'],
  ])
})

test('blank rows are passed over, and the lines are those the spreadsheet shows', async () => {
  const rows = [
    '<c r="A1"><v>1</v></c>',
    '',
    '<c r="A3" t="inlineStr"><is><t> </t></is></c>',
    '<c r="A4"><v>4</v></c>',
  ]
  expect(await read(anXlsx({ rows }))).toEqual([
    [1, '1'],
    [4, '4'],
  ])
})

test('a formula saved without its result is itself, and a cell of a shared string that is not there is empty', async () => {
  const rows = [
    '<c r="A1"><v>1</v></c>',
    '<c r="A2"><v>1</v></c><c r="B2"><f>A1</f></c>',
    '<c r="A3"><v>3</v></c><c r="B3" t="s"><v>99</v></c>',
  ]
  expect(await read(anXlsx({ rows }))).toEqual([
    [1, '1'],
    [2, '1', '=A1'],
    [3, '3'],
  ])
})

test('a file whose names could leave its folder is told how to be saved', async () => {
  const whole = readFileSync('test/fixtures/planilhas/sem-atributo-r.xlsx', 'latin1')
  const odd = Buffer.from(whole.replaceAll('xl/', '/l/'), 'latin1')
  await expect(tableIn(odd)).rejects.toThrow(/Salvar como, escolha \.xlsx/)
})
