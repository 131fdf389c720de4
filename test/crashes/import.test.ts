import { once } from 'node:events'
import { expect, test } from 'vitest'
import { readField, readText } from '../support/html.ts'
import { nameOf } from '../support/journey.ts'
import { pairOrganiser } from '../support/organiser.ts'
import { halfWrittenIn } from '../support/sqlite-value.ts'
import { openHouse, type House } from '../support/sqlite-house.ts'

const CONVIDADOS = 3_000
const LINES = [
  'nome,telefone,email,empresaid',
  ...Array.from({ length: CONVIDADOS }, (_, n) => `${nameOf(n)},11987654321,,grande`),
]
const PLANILHA = new File([LINES.join('\n')], 'convidados.csv')

/**
 * Checks that every guest is whole or not there, each with one invitation and one history line.
 * @returns how many
 */
function wholeIn(house: House): number {
  const stored = Number(house.count('credencial'))
  expect(house.count(`reserva WHERE estado = 'usada'`)).toBe(stored)
  expect(house.count(`historico WHERE ato = 'cadastrou'`)).toBe(stored)
  expect(halfWrittenIn(house.path, { isTable: true })).toEqual([])
  return stored
}

/**
 * A house of some servers. Gravar was pressed for a spreadsheet at the first, and some hundred rows are
 * stored.
 */
async function recording(servers = 1) {
  const house = openHouse()
  const server = await house.start()
  house.put('grande', CONVIDADOS)
  const organiser = await pairOrganiser(server)
  // Started first, since a recording may be over by the time a server is up.
  const others = await Promise.all(Array.from({ length: servers - 1 }, () => house.start()))
  const { preview, efeito } = await organiser.preview(PLANILHA)
  const answer = organiser.send(preview, new URLSearchParams({ efeito })).catch(() => null)
  await expect.poll(() => house.count('credencial'), { interval: 5 }).toBeGreaterThan(100)
  return { house, server, others, organiser, preview, answer }
}

/** Waits until the page offers to go on, and goes on. @returns what the page says then */
async function continued({ organiser, preview }: Awaited<ReturnType<typeof recording>>): Promise<string> {
  const page = await organiser.follow(preview)
  expect(readText(page)).toMatch(/a gravação parou: gravamos [\d.]+ de 3\.000 linhas/)
  expect(page).toContain('Continuar')
  const efeito = readField(page, 'efeito') ?? ''
  await Promise.all([1, 2].map(() => organiser.send(preview, new URLSearchParams({ efeito }))))
  return readText(await organiser.follow(preview))
}

test('a crash amid Gravar leaves every guest whole or not at all; the page offers to go on, and each is there once', async () => {
  const at = await recording()
  const { house, server, organiser } = at
  server.child.kill('SIGKILL')
  await once(server.child, 'exit')
  expect(wholeIn(house)).toBeLessThan(CONVIDADOS)

  organiser.move((await house.start()).url)
  expect(await continued(at)).toContain('3.000 convidados gravados')
  expect(wholeIn(house)).toBe(CONVIDADOS)
})

test('a server that is told to stop amid Gravar ends soon, and the next goes on at once', async () => {
  const at = await recording()
  const { house, server, organiser } = at
  expect(await server.stop()).toBe(0)
  expect(wholeIn(house)).toBeLessThan(CONVIDADOS)
  organiser.move((await house.start()).url)
  expect(await continued(at)).toContain('3.000 convidados gravados')
  expect(wholeIn(house)).toBe(CONVIDADOS)
})

test('Gravar at two servers on one file records each guest once, and both pages lead to what was done', async () => {
  const { house, others, organiser, preview } = await recording(2)
  organiser.move(others[0]?.url ?? '')
  const page = await (await organiser.send(preview)).response.text()
  expect(page).toContain('http-equiv="refresh"')
  expect((await organiser.send(preview, new URLSearchParams({ efeito: 'outro' }))).location).toBe(preview)
  expect(readText(await organiser.follow(preview))).toContain('3.000 convidados gravados')
  expect(wholeIn(house)).toBe(CONVIDADOS)
})
