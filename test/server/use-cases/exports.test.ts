import { expect, test } from 'vitest'
import { csvOf } from '../../../server/planilhas/csv-output.ts'
import { recordExport } from '../../../server/use-cases/exports.ts'
import { anAutor } from '../../support/factories.ts'
import { createStore } from '../../support/stored.ts'

const ROWS = [{ Nome: 'ANA' }, { Nome: 'BIA' }]

function aHistorico() {
  const store = createStore()
  const linhas = () => store.all('historico').map(({ ato, detalhe }) => [ato, detalhe])
  return { historico: store.open().historico, linhas }
}

test('an export that fails half-way gives nothing out, and leaves no line in the history', async () => {
  const { historico, linhas } = aHistorico()
  async function* failing() {
    yield* ROWS
    throw new Error('storage is gone')
  }
  async function* torn(rows: AsyncIterable<object>) {
    for await (const row of rows) yield Buffer.from(JSON.stringify(row))
    throw new Error('the sheet does not close')
  }
  const fileOf = (rows: AsyncIterable<(typeof ROWS)[number]>) => csvOf(['Nome'], rows)
  await expect(
    recordExport({ historico }, failing(), fileOf, 'exportou-convidados', anAutor()),
  ).rejects.toThrow('storage is gone')
  await expect(recordExport({ historico }, ROWS, torn, 'exportou-convidados', anAutor())).rejects.toThrow(
    'the sheet does not close',
  )
  expect(linhas()).toEqual([])
  const whole = await recordExport({ historico }, ROWS, fileOf, 'exportou-convidados', anAutor())
  expect(whole.toString()).toContain('BIA')
  expect(linhas()).toEqual([['exportou-convidados', '2']])
})
