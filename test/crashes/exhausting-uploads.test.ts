import { expect, onTestFinished, test } from 'vitest'
import { longestCheck, sleep } from '../support/longest-check.ts'
import { EXHAUSTING } from '../support/exhausting.ts'
import { newDirectory, removeDirectory, startProcess } from '../support/process.ts'
import { pairOrganiser } from '../support/organiser.ts'
import { anXlsx } from '../support/an-xlsx.ts'
import { openHouse } from '../support/sqlite-house.ts'

test('a server of 512 MB refuses every spreadsheet made to exhaust it, four at once as well, and answers others meanwhile', async () => {
  const directory = newDirectory()
  const server = await startProcess('build/node/main.js', directory, {
    NODE_OPTIONS: '--max-old-space-size=512',
  })
  onTestFinished(async () => {
    await server.stop('SIGKILL')
    removeDirectory(directory)
  })
  const { upload } = await pairOrganiser(server)
  const send = async (contents: Buffer) => {
    const { status, response } = await upload(new File([new Uint8Array(contents)], 'lista.csv'))
    return { status, page: await response.text() }
  }
  const idle = await longestCheck(server.url, sleep(2_000))
  for (const [what, contents, says] of EXHAUSTING) {
    const bytes = contents()
    const answer = send(bytes)
    const beside = await longestCheck(server.url, answer)
    const { status, page } = await answer
    expect([what, status]).toEqual([what, 422])
    expect(page).toMatch(new RegExp(`${says}|demorou demais`))
    // The machine's other work counts as well. A server that read the file itself would not answer for a
    // minute.
    expect(beside).toBeLessThan(5_000 + 10 * idle)
  }

  const [, heavy] = EXHAUSTING[0] ?? []
  const bytes = heavy?.() ?? Buffer.alloc(0)
  const answers = Promise.all(Array.from({ length: 4 }, () => send(bytes)))
  expect(await longestCheck(server.url, answers)).toBeLessThan(5_000 + 10 * idle)
  for (const { status, page } of await answers) {
    expect(status).toBe(422)
    expect(page).toMatch(/texto demais|demorou demais|Outra planilha está sendo lida/)
  }
  expect((await send(Buffer.from('nome;telefone\nAna Lima;11987654321\n'))).status).toBe(303)
}, 300_000)

const text = (value: string) => `<is><t>${value}</t></is>`
const COLUMNS = `<c r="A1" t="inlineStr">${text('nome')}</c><c r="B1" t="inlineStr">${text('telefone')}</c>`
const CONVIDADO = `<c r="A2" t="inlineStr">${text('CONVIDADO A')}</c><c r="B2"><v>11987654321</v></c>`

test('spreadsheets made to exhaust their reader are refused, and the server goes on', async () => {
  const server = await openHouse().start()
  const organiser = await pairOrganiser(server)
  const xlsx = (far = '') =>
    new File([new Uint8Array(anXlsx({ rows: [COLUMNS, CONVIDADO], far }))], 'convidados.xlsx')
  const far = xlsx('<row r="9999999999"><c r="A9999999999"><v>1</v></c></row>')

  const answers = await Promise.all(Array.from({ length: 4 }, () => organiser.upload(far)))
  const said = await Promise.all(answers.map(async ({ status, response }) => [status, await response.text()]))
  // On a busy machine, an upload waiting for its turn is asked to come again.
  const refused = /com defeito|sendo lida agora/
  for (const answer of said) expect(answer).toEqual([422, expect.stringMatching(refused)])
  expect(said.join()).toContain('com defeito')

  const { preview } = await organiser.preview(xlsx())
  expect(await (await organiser.send(preview)).response.text()).toContain('CONVIDADO A')
  expect(server.child.exitCode).toBe(null)
})
