import { expect, onTestFinished, test } from 'vitest'
import { Database } from '../../../../server/repos/sqlite/database.ts'
import { openSqlite } from '../../../../server/repos/sqlite/index.ts'
import { createRegister } from '../../../../server/use-cases/registration.ts'
import { aBrowser, aCadastro, anAutor, aRegister, HOLD_MS, NOW, unique } from '../../../support/factories.ts'
import { collectLog } from '../../../support/log.ts'
import { halfWrittenIn, valuesOf } from '../../../support/sqlite-value.ts'
import { temporaryDatabasePath } from '../../../support/temporary.ts'

/** A database whose avips can be made to fail, for all guests or some. */
async function aHouse() {
  const path = temporaryDatabasePath()
  const storage = await openSqlite(path)
  const beside = new Database(path)
  onTestFinished(() => beside.close())
  onTestFinished(() => storage.close())
  const { log, lines } = collectLog()
  let dueTold = 0
  const register = createRegister({
    credenciais: storage.credenciais,
    avips: storage.avips,
    convites: storage.convites,
    perguntas: [],
    log,
    secret: 'a secret of more than thirty-two characters',
    holdMs: HOLD_MS,
    now: () => NOW,
    closesAt: Infinity,
    eraseAt: Infinity,
    newId: () => unique('reserva'),
    onDue: () => dueTold++,
  })
  return {
    path,
    storage,
    said: () => lines.map(({ msg }) => msg),
    dueTold: () => dueTold,
    fail: (when = 'true') =>
      beside.exec(`CREATE TRIGGER falha BEFORE INSERT ON avip WHEN ${when}
        BEGIN SELECT RAISE(ABORT, 'no avip today'); END`),
    mend: () => beside.exec('DROP TRIGGER falha'),
    register: (nome: string) =>
      register(Object.entries({ nome, telefone: '11987654321', email: '' }), aBrowser()),
    names: (table: string) => valuesOf(beside, `SELECT nome FROM ${table} ORDER BY nome`),
  }
}

test('a guest whose avip cannot be stored is registered, ERRO! is logged, and maintenance stores it', async () => {
  const house = await aHouse()
  house.fail()
  expect(await house.register('Maria')).toMatchObject({ kind: 'registered' })
  expect([house.said(), house.dueTold()]).toEqual([['ERRO!'], 1])
  expect([house.names('credencial'), house.names('avip')]).toEqual([['MARIA'], []])
  expect(await house.storage.avips.mirrorDue(NOW)).toEqual({ mirrored: 0, due: 1 })

  house.mend()
  expect(await house.storage.avips.mirrorDue(NOW)).toEqual({ mirrored: 1, due: 0 })
  expect([house.names('avip'), halfWrittenIn(house.path)]).toEqual([['MARIA'], []])
  await house.register('José')
  expect(house.said()).toEqual(['ERRO!', 'REGISTRADO!'])
})

test('the same guest again stores the avip that is due, and REGISTRADO! is logged', async () => {
  const house = await aHouse()
  house.fail()
  await house.register('Maria')
  house.mend()
  expect((await house.register('Maria')).kind).toBe('registered')
  expect([house.said(), house.names('avip')]).toEqual([['ERRO!', 'REGISTRADO!'], ['MARIA']])
})

test('of guests who share a commit one avip that fails fails nobody else', async () => {
  const house = await aHouse()
  house.fail(`NEW.nome = 'BIA'`)
  const all = await Promise.all(['ANA', 'BIA', 'CAU'].map((nome) => house.register(nome)))
  expect(all.map(({ kind }) => kind)).toEqual(['registered', 'registered', 'registered'])
  expect([house.names('credencial'), house.names('avip')]).toEqual([
    ['ANA', 'BIA', 'CAU'],
    ['ANA', 'CAU'],
  ])
})

test('a corrected guest whose avip cannot be stored has none of the former name, and it is due', async () => {
  const house = await aHouse()
  const { credenciais, avips } = house.storage
  await credenciais.register(aRegister({ cadastro: aCadastro({ nome: 'ERRADA' }), now: NOW }))
  house.fail()
  const cadastro = aCadastro({ nome: 'CERTA' })
  const request = { credencialid: String(NOW), cadastro, shown: null, chaveOf: () => unique('chave') }
  expect((await credenciais.correct(request, anAutor())).kind).toBe('corrected')
  expect([house.names('credencial'), house.names('avip')]).toEqual([['CERTA'], []])
  house.mend()
  await avips.mirrorDue(NOW)
  expect(house.names('avip')).toEqual(['CERTA'])
})
