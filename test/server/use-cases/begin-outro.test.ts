import { expect, test } from 'vitest'
import { beginOutro } from '../../../server/use-cases/balanco.ts'
import { aConvidadoOf, aPainel } from '../../support/a-painel.ts'
import { anAutor, anEntrada, anEventoGravado, NOW } from '../../support/factories.ts'

const OVER = Date.parse(anEventoGravado().evento.fim) + 60_000

/** An event that is over, its guest erased, and a phone that delivers each time the event is counted. */
async function delivering(times: number) {
  const storage = aPainel()
  const { eventos, painel, credenciais, entradas } = storage
  await eventos.adotar(anEventoGravado(), NOW)
  const ids: string[] = []
  for (let guest = 0; guest < times; guest++)
    ids.push(await aConvidadoOf(storage, { nome: `ANA ${String.fromCharCode(65 + guest)}` }))
  await credenciais.erasePersonalData(anAutor({ em: OVER }))
  let counts = 0
  const readBalancoInput = async () => {
    const input = await painel.readBalancoInput()
    const late = ids[counts++]
    if (late !== undefined) await entradas.add([anEntrada(late, { recebidaem: OVER })], null)
    return input
  }
  const parts = { ...storage, now: () => OVER, painel: { ...painel, readBalancoInput } }
  const request = { de: 'evento-1', eventoid: 'outro', areContactsErased: false }
  const { kind } = await beginOutro(parts, request, anAutor())
  return [kind, counts, (await eventos.find())?.anteriores[0]?.balanco?.vieram]
}

test('a phone that delivers between the count and the beginning is in the numbers the next event keeps', async () => {
  expect(await delivering(1)).toEqual(['comecou', 2, 1])
})

test('phones that deliver again and again hold no beginning up', async () => {
  expect(await delivering(9)).toEqual(['comecou', 3, 2])
})
