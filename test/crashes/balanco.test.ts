import { expect, test } from 'vitest'
import { openSqlite } from '../../server/repos/sqlite/index.ts'
import { Database } from '../../server/repos/sqlite/database.ts'
import { aClaim, anEntrada, aRegister } from '../support/factories.ts'
import { readText } from '../support/html.ts'
import { pairOrganiser } from '../support/organiser.ts'
import { openHouse } from '../support/sqlite-house.ts'

const PATH = '/painel/expurgo'
const FORM = new URLSearchParams({ palavra: 'APAGAR', antes: 'sim' })
const HOUR = 3_600_000

/**
 * A server that dies on the day after an event. It had two guests of a company and one of none, and one came.
 */
async function openDying(env: Record<string, string>) {
  const house = openHouse()
  const dying = await house.start(env)
  house.put('serra', 5)
  const organiser = await pairOrganiser(dying)
  const now = Date.now()
  const storage = await openSqlite(house.path)
  const { credenciais, entradas } = storage
  for (const [n, empresaid] of ['serra', 'serra', null].entries()) {
    const claim = empresaid === null ? null : aClaim(empresaid, { now: now + n })
    const told = await credenciais.register(aRegister({ now: now + n, claim }))
    expect(told.kind).toBe('registered')
  }
  await entradas.add([anEntrada(String(now), { lidaem: now - 20 * HOUR, desvio: 0, recebidaem: now })], null)
  await storage.close()
  // Described by the organiser, since a sample that is over is replaced at a start.
  const iso = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z/, '+00:00')
  const db = new Database(house.path)
  db.exec(`UPDATE evento SET versao = versao + 1, gravado = json_set(gravado, '$.versao', versao + 1,
    '$.evento.contato', '65 3333-4444', '$.evento.inicio', '${iso(now - 21 * HOUR)}', '$.evento.fim', '${iso(now - 19 * HOUR)}')`)
  db.close()
  const stored = () => [
    house.count('credencial'),
    house.count(`evento WHERE json_extract(gravado, '$.confirmados') = 3`),
    house.count(`historico WHERE ato = 'apagou-tudo'`),
  ]
  return { house, organiser, stored }
}

const BEFORE = [3, 0, 0]
const AFTER = [0, 1, 1]

for (const [point, isDone] of [
  ['halfway', false],
  ['before-commit', false],
  ['after-commit', true],
] as const) {
  test(`a crash ${point} of the erasure leaves guests or numbers, and a repeat ends with the sheet whole`, async () => {
    const { house, organiser, stored } = await openDying({ FAILPOINT: `eraseWhole:${point}` })
    await expect(organiser.send(PATH, FORM)).rejects.toThrow('fetch failed')
    expect(stored()).toEqual(isDone ? AFTER : BEFORE)
    organiser.move((await house.start()).url)
    await organiser.send(PATH, FORM)
    expect(stored().slice(0, 2)).toEqual(AFTER.slice(0, 2))
    expect(readText(await organiser.follow('/painel/depois/folha'))).toMatch(
      /Confirmados 3 .*Vieram 1 não vieram 2 Presença 33%.*Sem empresa 1 0 0%/,
    )
  })
}

test('without its transaction a crash halfway leaves half of it: the check above can fail', async () => {
  const { organiser, stored } = await openDying({ FAILPOINT: 'eraseWhole:halfway', NAIVE: 'eraseWhole' })
  await expect(organiser.send(PATH, FORM)).rejects.toThrow('fetch failed')
  expect([BEFORE, AFTER]).not.toContainEqual(stored())
})
