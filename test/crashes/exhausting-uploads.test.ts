import { expect, onTestFinished, test } from 'vitest'
import { longestCheck, sleep } from '../support/longest-check.ts'
import { EXHAUSTING } from '../support/exhausting.ts'
import { newDirectory, removeDirectory, startProcess } from '../support/process.ts'
import { pairOrganiser } from '../support/organiser.ts'

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
    // The machine's other work counts as well. A server that read it itself would not answer for a minute.
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
