import { expect } from 'vitest'
import { EVERYBODY } from '../../server/domain/convidado-search.ts'
import type { Registro } from '../../server/domain/transfer.ts'
import { NOW } from '../support/factories.ts'
import { expectCounterToAgree } from './claims.ts'
import { it, type ContractCase } from './harness.ts'
import { byKind, inUse, readAll } from './registros.ts'

/** What is written over a copy from before, or taken out of it. */
export const cases: ContractCase[] = [
  it('a credencial written again with another key has only that one', async (harness) => {
    const source = await inUse()
    const registros = (await readAll(source.transfer.read())).sort(byKind)
    await harness.storage.transfer.write(registros)
    const corrected = registros.map((registro) =>
      registro.kind === 'credencial' && registro.chave === 'chave-livre'
        ? { ...registro, chave: 'chave-nova' }
        : registro,
    )
    await harness.storage.transfer.write(corrected)
    expect(await harness.countChaves()).toBe(2)
    expect(await readAll(harness.storage.transfer.read())).toEqual(await readAll(fromArray(corrected)))
  }),
  it('what lies in the way of a reserva or a key is put as it is now, in whatever order they come', async ({
    storage,
  }) => {
    const source = await inUse()
    const registros = (await readAll(source.transfer.read())).sort(byKind)
    await storage.transfer.write(registros)
    const lived = registros.flatMap((registro): Registro[] => {
      if (registro.kind === 'credencial') {
        const chave = registro.chave === 'chave-livre' ? 'chave-paga' : 'chave-livre'
        return [{ ...registro, chave }]
      }
      if (registro.kind !== 'reserva') return [registro]
      const { reserva } = registro
      const newer = { ...reserva, reservaid: `nova-${reserva.reservaid}` }
      return [
        { kind: 'reserva', reserva: newer },
        { kind: 'reserva', reserva: { ...reserva, estado: 'liberada' } },
      ]
    })
    const carried = withPayments(lived)
    for (const order of [carried, carried.toReversed().sort(byKind)]) {
      await storage.transfer.write(order)
      expect(await readAll(storage.transfer.read())).toEqual(await readAll(fromArray(carried)))
    }
  }),
  it('erase takes guests out of a copy with key and avip; reservas and the history stay as the source has them', async (harness) => {
    const { transfer, avips, painel, historico } = harness.storage
    await transfer.write((await readAll((await inUse()).transfer.read())).sort(byKind))
    await avips.mirrorDue(NOW)
    const before = await readAll(transfer.read())
    const history = await historico.list({ after: null, limit: 99 })
    for (let n = 0; n < 2; n++) await transfer.erase([String(NOW), '1'])
    await avips.mirrorDue(NOW)
    const isGone = (registro: Registro) =>
      registro.kind === 'credencial' && registro.credencial.credencialid === String(NOW)
    expect(await readAll(transfer.read())).toEqual(before.filter((registro) => !isGone(registro)))
    expect(await historico.list({ after: null, limit: 99 })).toEqual(history)
    expect([await harness.countChaves(), await harness.readAvip(String(NOW))]).toEqual([1, null])
    expect((await painel.search([EVERYBODY], 0, 9)).total).toBe(1)
    await expectCounterToAgree(harness, 'acme', 2)
  }),
]

/** Each credencial with the reserva that pays for it now. */
function withPayments(registros: Registro[]): Registro[] {
  const usadas = registros.flatMap((registro) =>
    registro.kind === 'reserva' && registro.reserva.estado === 'usada' ? [registro.reserva] : [],
  )
  return registros.map((registro) => {
    if (registro.kind !== 'credencial') return registro
    const { credencialid } = registro.credencial
    const paid = usadas.find((reserva) => reserva.credencialid === credencialid)
    return { ...registro, reservaid: paid?.reservaid ?? null }
  })
}

async function* fromArray(registros: Registro[]): AsyncIterable<Registro> {
  yield* registros
}
