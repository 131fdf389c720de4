import { expect, test } from 'vitest'
import { anXlsx } from '../support/an-xlsx.ts'
import { pairOrganiser } from '../support/organiser.ts'
import { openHouse } from '../support/sqlite-house.ts'

const text = (value: string) => `<is><t>${value}</t></is>`
const COLUMNS = `<c r="A1" t="inlineStr">${text('nome')}</c><c r="B1" t="inlineStr">${text('telefone')}</c>`
const CONVIDADO = `<c r="A2" t="inlineStr">${text('Convidado A')}</c><c r="B2"><v>11987654321</v></c>`

test('spreadsheets made to exhaust their reader are refused, and the server goes on', async () => {
  const server = await openHouse().start()
  const organiser = await pairOrganiser(server)
  const xlsx = (far = '') =>
    new File([new Uint8Array(anXlsx({ rows: [COLUMNS, CONVIDADO], far }))], 'convidados.xlsx')
  const far = xlsx('<row r="9999999999"><c r="A9999999999"><v>1</v></c></row>')

  const answers = await Promise.all(Array.from({ length: 4 }, () => organiser.upload(far)))
  const said = await Promise.all(answers.map(async ({ status, response }) => [status, await response.text()]))
  // On a busy machine one that waits for its turn is asked to come again.
  const refused = /com defeito|sendo lida agora/
  for (const answer of said) expect(answer).toEqual([422, expect.stringMatching(refused)])
  expect(said.join()).toContain('com defeito')

  const { preview } = await organiser.preview(xlsx())
  expect(await (await organiser.send(preview)).response.text()).toContain('CONVIDADO A')
  expect(server.child.exitCode).toBe(null)
})
