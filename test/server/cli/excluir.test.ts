import { spawnSync } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { openSqlite } from '../../../server/repos/sqlite/index.ts'
import { cadastroOf } from '../../../server/domain/credencial.ts'
import { correctConvidado } from '../../../server/use-cases/change-convidado.ts'
import { foundBelow } from '../../support/bundle.ts'
import { EVENTO_POR_VIR } from '../../support/environment.ts'
import { anAutor } from '../../support/factories.ts'
import { openJar } from '../../support/journey.ts'
import { MESA, openHouse, type House } from '../../support/sqlite-house.ts'

const RUI = { nome: 'Rui Barbosa Quaresma', telefone: '65998761234', email: 'rui.quaresma@exemplo.com' }
const ANA = { nome: 'Ana Zulmira Bastos', telefone: '65991112222', email: 'ana.bastos@exemplo.com' }

const textsOf = ({ nome, telefone, email }: typeof RUI) => [nome.toUpperCase(), telefone, email]

/** An organiser's command beside the server of a house. */
function command({ path }: House, name: string, ...args: string[]) {
  const env = {
    NODE_ENV: 'production' as const,
    PATH: process.env.PATH,
    SQLITE_PATH: path,
    EVENTO: EVENTO_POR_VIR,
  }
  const argv = ['build/node/cli/main.js', name, ...args]
  return spawnSync(process.execPath, argv, { env, encoding: 'utf8' })
}

/** A running server, and two guests of a company who registered there. @returns both ids */
async function aHouseWithConvidados() {
  const house = openHouse()
  const { url } = await house.start()
  for (const convidado of [RUI, ANA]) {
    const jar = openJar(url)
    await jar.post(`/${MESA}`)
    expect((await jar.post('/cadastro', { ...convidado, empresaid: MESA })).status).toBe(303)
  }
  const storage = await openSqlite(house.path)
  onTestFinished(() => storage.close())
  const ids = new Map<string, string>()
  for await (const { credencial } of storage.painel.list())
    ids.set(credencial.telefone, credencial.credencialid)
  const idOf = ({ telefone }: typeof RUI) => ids.get(telefone) ?? ''
  return { house, url, storage, rui: idOf(RUI), ana: idOf(ANA) }
}

const leftOf = ({ directory }: House, texts: string[]) =>
  [...new Set(foundBelow(directory, texts).map((found) => found.split(': ')[1]))].sort()

test('excluir and a correction leave no byte of what was, in any file of a database that a server has open', async () => {
  const { house, url, storage, rui, ana } = await aHouseWithConvidados()
  expect(leftOf(house, [...textsOf(RUI), ...textsOf(ANA)])).toHaveLength(6)
  expect(command(house, 'credenciais', 'excluir', rui, '--sim')).toMatchObject({ status: 0, stderr: '' })
  expect(leftOf(house, textsOf(RUI))).toEqual([])
  expect(leftOf(house, [rui])).toEqual([rui])

  const [nome, telefone] = ['ANA BASTOS', '65993334444']
  const parts = { ...storage, chaveOf: () => 'another', chaveAntigaOf: () => null }
  const stored = (await storage.credenciais.findById(ana))?.credencial
  if (!stored) throw new Error('ANA is not stored')
  const form = { values: { nome, telefone, email: '' }, shown: cadastroOf(stored), isOther: false }
  const correction = await correctConvidado(parts, ana, form, anAutor())
  expect(correction).toMatchObject({ kind: 'corrected', isWiped: true })
  expect(leftOf(house, [...textsOf(ANA), nome, telefone])).toEqual([telefone, nome])
  expect((await fetch(`${url}/saude`)).status).toBe(200)
})
