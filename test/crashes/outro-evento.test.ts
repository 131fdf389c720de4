import { expect, test } from 'vitest'
import { Database } from '../../server/repos/sqlite/database.ts'
import { pairOrganiser } from '../support/organiser.ts'
import { readField } from '../support/html.ts'
import { openHouse } from '../support/sqlite-house.ts'

const PATH = '/painel/evento/outro'

/**
 * A server that dies, its organiser's browser, and an event whose guests are erased: two of a company had
 * come.
 */
async function openDying(env: Record<string, string>) {
  const house = openHouse()
  const dying = await house.start(env)
  house.put('serra', 5)
  const organiser = await pairOrganiser(dying)
  // Each start of a demonstration invites somebody by name.
  const forgetNames = () => {
    const db = new Database(house.path)
    db.exec(`UPDATE aparelho SET nome = ''`)
    db.close()
  }
  const db = new Database(house.path)
  db.exec(`UPDATE empresa SET licredencial = 2 WHERE empresaid = 'serra';
    INSERT INTO reserva (reservaid, empresaid, sid, estado, criadaem, expiraem, credencialid)
      VALUES ('r1', 'serra', '', 'usada', 1, 2, '1'), ('r2', 'serra', '', 'usada', 1, 2, '2');
    INSERT INTO entrada (entradaid, credencialid, aparelhoid, seq, lidaem, desvio, modo, recebidaem)
      VALUES ('e', '1', 'a', 1, 1, 0, 'painel', 1);
    INSERT INTO historico (historicoid, quem, em, ato, alvo, detalhe) VALUES ('h', 'cli', 1, 'apagou-tudo', '', '2')`)
  db.close()
  forgetNames()
  const stored = () => [
    house.count('reserva'),
    house.count('entrada'),
    house.count(`empresa WHERE licredencial <> 0`),
    house.count(`mesa WHERE versao = 1`) === house.count('empresa'),
    house.count(`historico WHERE ato = 'comecou-evento'`),
    house.count(`evento WHERE gravado LIKE '%"evento":null%'`),
  ]
  const fields = async () => {
    const page = await organiser.follow(PATH)
    const read = (name: string) => readField(page, name) ?? ''
    return new URLSearchParams({ de: read('de'), eventoid: read('eventoid'), contatos: 'sim', sei: 'sim' })
  }
  return { house, organiser, stored, forgetNames, form: await fields() }
}

const FORMER = [2, 1, 1, false, 0, 0]
const NEXT = [0, 0, 0, true, 1, 1]

for (const [point, isDone] of [
  ['halfway', false],
  ['before-commit', false],
  ['after-commit', true],
] as const) {
  test(`a crash ${point} of Começar outro evento leaves the former event or the next whole, and a repeat ends with it begun`, async () => {
    const { house, organiser, stored, forgetNames, form } = await openDying({
      FAILPOINT: `comecarOutro:${point}`,
    })
    await expect(organiser.send(PATH, form)).rejects.toThrow('fetch failed')
    expect(stored()).toEqual(isDone ? NEXT : FORMER)

    organiser.move((await house.start()).url)
    forgetNames()
    expect((await organiser.send(PATH, form)).location).toBe(`${PATH}?feito=comecou`)
    expect(stored()).toEqual(NEXT)
    const isBreve = async () => (await (await organiser.send('/')).response.text()).includes('EM BREVE')
    await expect.poll(isBreve, { timeout: 10_000 }).toBe(true)
  })
}

test('without its transaction a crash halfway leaves half of it: the check above can fail', async () => {
  const naive = { FAILPOINT: 'comecarOutro:halfway', NAIVE: 'comecarOutro' }
  const { organiser, stored, form } = await openDying(naive)
  await expect(organiser.send(PATH, form)).rejects.toThrow('fetch failed')
  expect([FORMER, NEXT]).not.toContainEqual(stored())
})
