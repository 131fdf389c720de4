import { expect, test } from 'vitest'
import { Database } from '../../server/repos/sqlite/database.ts'
import { pairOrganiser } from '../support/organiser.ts'
import { halfWrittenIn } from '../support/sqlite-value.ts'
import { openHouse } from '../support/sqlite-house.ts'

const DADOS = {
  nome: 'Serra Azul',
  contato: 'Rui',
  telefone: '(65) 99812-4402',
  'era-nome': 'serra',
  'era-contato': '',
  'era-telefone': '',
}

/** A server that dies, its organiser's browser, and a company with a revoked personal invitation. */
async function openDying(env: Record<string, string>) {
  const house = openHouse()
  const dying = await house.start(env)
  house.put('serra', 5)
  const db = new Database(house.path)
  db.exec(`INSERT INTO reserva (reservaid, empresaid, sid, estado, criadaem, expiraem) VALUES ('r', 'serra', '', 'liberada', 1, 2);
    INSERT INTO convitepessoal (codigo, empresaid, rotulo, reservaid, criadoem) VALUES ('c', 'serra', 'Tia', 'r', 1);
    INSERT INTO envio (tipo, para, versao, numero, estado, em, quem) VALUES ('pessoal', 'c', 0, '', 'enviado', 1, 'mesa')`)
  db.close()
  const organiser = await pairOrganiser(dying)
  const stored = () => [
    ...['empresa', 'mesa', 'reserva', 'convitepessoal'].map((table) =>
      house.count(`${table} WHERE empresaid = 'serra'`),
    ),
    house.count('envio'),
  ]
  const remove = () => organiser.send('/painel/empresas/serra', new URLSearchParams({ ato: 'remover' }))
  await organiser.send('/painel/empresas/serra', new URLSearchParams({ ato: 'fechar' }))
  return { house, organiser, stored, remove }
}

for (const [point, isDone] of [
  ['halfway', false],
  ['before-commit', false],
  ['after-commit', true],
] as const) {
  test(`a crash ${point} of REMOVER leaves the company whole or takes all of it, and a repeat ends with it gone`, async () => {
    const { house, organiser, stored, remove } = await openDying({ FAILPOINT: `removeEmpresa:${point}` })
    await expect(remove()).rejects.toThrow('fetch failed')
    const left = isDone ? 0 : 1
    expect([stored(), halfWrittenIn(house.path)]).toEqual([[left, left, left, left, left], []])

    organiser.move((await house.start()).url)
    expect((await remove()).location).toBe(`/painel/empresas?feito=${isDone ? 'sumiu' : 'removida'}`)
    expect(stored()).toEqual([0, 0, 0, 0, 0])
    expect(house.count(`historico WHERE ato = 'removeu-empresa'`)).toBe(1)
  })

  test(`a crash ${point} of Nova empresa stores it with its holder’s number or nothing, and a repeat makes no other`, async () => {
    const { house, organiser } = await openDying({ FAILPOINT: `addEmpresa:${point}` })
    const fields = new URLSearchParams({ nome: 'Vale', icredencial: '5', telefone: '(65) 99812-4402' })
    const add = () => organiser.send('/painel/empresas/nova', fields)
    await expect(add()).rejects.toThrow('fetch failed')
    const stored = () => [
      house.count(`empresa WHERE nome = 'Vale'`),
      house.count(`mesa WHERE telefone = '65998124402'`),
      house.count(`historico WHERE ato = 'gravou-empresas' AND alvo <> ''`),
    ]
    expect(stored()).toEqual(isDone ? [1, 1, 1] : [0, 0, 0])
    organiser.move((await house.start()).url)
    expect((await add()).status).toBe(isDone ? 409 : 303)
    expect(stored()).toEqual([1, 1, 1])
  })

  test(`a crash ${point} of Editar dados stores all fields or none, and a repeat stores them`, async () => {
    const { house, organiser } = await openDying({ FAILPOINT: `correctEmpresa:${point}` })
    const edit = () => organiser.send('/painel/empresas/serra/dados', new URLSearchParams(DADOS))
    await expect(edit()).rejects.toThrow('fetch failed')
    const stored = () => [
      house.count(`empresa WHERE empresaid = 'serra' AND nome = 'Serra Azul' AND contato = 'Rui'`),
      house.count(`mesa WHERE empresaid = 'serra' AND telefone = '65998124402'`),
      house.count(`historico WHERE ato = 'corrigiu-empresa'`),
    ]
    expect(stored()).toEqual(isDone ? [1, 1, 1] : [0, 0, 0])
    organiser.move((await house.start()).url)
    expect((await edit()).location).toBe('/painel/empresas/serra?feito=dados')
    expect(stored()).toEqual([1, 1, 1])
  })
}

test('without its transaction a crash halfway of REMOVER leaves half of it: the check above can fail', async () => {
  const { stored, remove } = await openDying({ FAILPOINT: 'removeEmpresa:halfway', NAIVE: 'removeEmpresa' })
  await expect(remove()).rejects.toThrow('fetch failed')
  expect(stored()).toEqual([1, 1, 1, 1, 0])
})
