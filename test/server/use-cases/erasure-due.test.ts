import { expect, test } from 'vitest'
import { createErasureDue } from '../../../server/use-cases/erase-convidados.ts'
import type { PersonalData } from '../../../server/domain/personal-data.ts'
import { collectLog } from '../../support/log.ts'

const NOTHING: PersonalData = {
  convidados: 0,
  chaves: 0,
  rotulos: 0,
  anotados: 0,
  nomes: 0,
  envios: 0,
  planilhas: 0,
  contatos: 0,
  apagadoem: null,
}

const ERASE_AT = Date.parse('2027-10-17T01:00:00Z')
const HOUR_MS = 3_600_000

/** A number of stored guests and a clock; the test moves both. */
function anErasure() {
  const { log, lines } = collectLog()
  const world = { now: ERASE_AT - 1, convidados: 2, counted: 0 }
  const erasure = createErasureDue({
    eraseAt: ERASE_AT,
    countPersonalData: async () => {
      world.counted += 1
      return { ...NOTHING, convidados: world.convidados, chaves: world.convidados }
    },
    now: () => world.now,
    log,
  })
  return { ...erasure, world, lines }
}

test('erasure is due from its instant on while guests are stored, and storage is not asked before', async () => {
  const { isDue, world } = anErasure()
  expect([await isDue(), world.counted]).toEqual([false, 0])
  world.now = ERASE_AT
  expect(await isDue()).toBe(true)
})

test('once nothing is stored it is due no more, and storage is not asked again for an hour', async () => {
  const { isDue, world } = anErasure()
  world.now = ERASE_AT
  world.convidados = 0
  expect([await isDue(), await isDue(), world.counted]).toEqual([false, false, 1])
  world.convidados = 1
  world.now += HOUR_MS
  expect([await isDue(), world.counted]).toEqual([true, 2])
})

for (const where of [
  'convidados',
  'chaves',
  'rotulos',
  'anotados',
  'nomes',
  'planilhas',
  'contatos',
] as const)
  test(`${where} alone are due to be erased, too`, async () => {
    const { log } = collectLog()
    const countPersonalData = async () => ({ ...NOTHING, [where]: 1 })
    expect(await createErasureDue({ eraseAt: 0, countPersonalData, now: () => 0, log }).isDue()).toBe(true)
  })

test('contacts that an erasure left were kept by choice, and are due no more', async () => {
  const { log } = collectLog()
  const countPersonalData = async () => ({ ...NOTHING, contatos: 2, apagadoem: 1 })
  expect(await createErasureDue({ eraseAt: 0, countPersonalData, now: () => 0, log }).isDue()).toBe(false)
})

test('the log says so at once, then once a day while it stays due, however often it is asked', async () => {
  const { remind, world, lines } = anErasure()
  await remind()
  expect(lines).toEqual([])
  world.now = ERASE_AT
  for (let hour = 0; hour < 48; hour++) {
    await remind()
    world.now += HOUR_MS
  }
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatchObject({
    level: 40,
    since: '2027-10-17T01:00:00.000Z',
    msg: 'expurgo is due: npm run expurgo -- --confirmar erases the guests',
  })
  world.convidados = 0
  world.now += 24 * HOUR_MS
  await remind()
  expect(lines).toHaveLength(2)
})
