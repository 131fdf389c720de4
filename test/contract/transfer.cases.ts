import { expect } from 'vitest'
import { EVERYBODY } from '../../server/domain/convidado-search.ts'
import type { Registro } from '../../server/domain/transfer.ts'
import { aClaim, anAutor, anEntrada, aRegister, HOLD_MS, NOW } from '../support/factories.ts'
import { it, type ContractCase } from './harness.ts'
import { byKind, inUse, ORDER, readAll, withMesaBrowser } from './registros.ts'
import { expectCounterToAgree } from './claims.ts'

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

export const cases: ContractCase[] = [
  it('what is written is read back whole: companies, credentials with key and payment, reservas, team, entradas, history', async (harness) => {
    const { storage } = harness
    const source = await inUse()
    const registros = await readAll(source.transfer.read())
    const kinds = registros.map(({ kind }) => kind)
    const count = (wanted: Registro['kind']) => kinds.filter((kind) => kind === wanted).length
    expect(ORDER.map((kind) => [kind, count(kind)]).filter(([, found]) => found !== 0)).toEqual([
      ['empresa', 1],
      ['credencial', 2],
      ['reserva', 3],
      ['aparelho', 2],
      ['pareamento', 2],
      ['entrada', 5],
      ['linha', 11],
    ])
    await storage.transfer.write(await readAll(source.transfer.read()).then((all) => all.sort(byKind)))
    expect(await readAll(storage.transfer.read())).toEqual(registros)
    await storage.avips.mirrorDue(NOW)
    expect(await storage.transfer.count()).toEqual(await source.transfer.count())
    expect(await harness.readAvip(String(NOW))).toMatchObject({ vipid: String(NOW), tipo: 'CONVIDADO' })
    expect((await harness.readEmpresa('acme')).licredencial).toBe(4)
  }),
  it('writing the same again changes nothing, and life goes on with what was carried', async ({
    storage,
  }) => {
    const source = await inUse()
    const registros = (await readAll(source.transfer.read())).sort(byKind)
    await storage.transfer.write(registros)
    await storage.avips.mirrorDue(NOW)
    await storage.transfer.write(registros)
    expect(await storage.transfer.count()).toEqual(await source.transfer.count())
    expect(await readAll(storage.transfer.read())).toEqual(await readAll(source.transfer.read()))
    const again = await storage.credenciais.register(
      aRegister({ chave: 'chave-paga', claim: aClaim('acme') }),
    )
    expect(again).toMatchObject({ kind: 'already-registered', credencial: { credencialid: String(NOW) } })
    expect((await storage.empresas.find('acme', NOW))?.left).toBe(6)
    expect(await storage.equipe.findBySegredo('segredo')).toMatchObject({ aparelhoid: 'aparelho-1' })
    expect(await storage.equipe.findPareamento('segredo-2')).toMatchObject({
      aparelho: { aparelhoid: 'aparelho-2' },
      pareamento: { fechadoem: NOW },
    })
    expect(await storage.equipe.findPareamento('segredo')).toMatchObject({
      pareamento: { aparelhoid: 'aparelho-1', fechadoem: null, pendentes: 3, entregues: 1 },
    })
    expect(await storage.entradas.listAnotadas(0, 9)).toMatchObject({
      entradas: [{ anotado: 'Tia Zezé' }, { anotado: 'Seu Zé' }],
    })
    expect((await storage.painel.count(NOW)).dentro).toBe(1)
    const found = await storage.painel.search([{ ...EVERYBODY, words: ['MARIA', 'PAGA'] }], 0, 9)
    expect(found.convidados).toMatchObject([{ credencial: { credencialid: String(NOW) }, dentroDesde: NOW }])
    expect(await storage.entradas.add([anEntrada('x', { entradaid: 'entrada-1' })], null)).toBe(0)
    expect(await storage.empresas.releaseEnded(NOW + HOLD_MS)).toBe(1)
  }),
  it('what holders made and which guests withdrew is carried, once, and life goes on with it', async ({
    storage,
  }) => {
    const source = await inUse()
    const id = await withMesaBrowser(source)
    const registros = (await readAll(source.transfer.read())).sort(byKind)
    for (let n = 0; n < 2; n++) await storage.transfer.write(registros)
    expect(await readAll(storage.transfer.read())).toEqual(await readAll(source.transfer.read()))
    await storage.avips.mirrorDue(NOW)
    expect(await storage.transfer.count()).toMatchObject({ convites: 2, mesas: 1, desistencias: 1 })
    expect(await storage.empresas.find('acme', NOW)).toMatchObject({ pessoais: 1, isFechada: true })
    const back = { credencialid: id, now: NOW + 9, isClosed: false }
    expect(await storage.desistencias.undo(back, anAutor())).toMatchObject({ kind: 'returned' })
    expect((await storage.convites.find('codigo-usada'))?.reservas).toMatchObject([{ estado: 'usada' }])
    const asked = aRegister({ claim: aClaim('acme'), codigo: 'codigo-nova' })
    const registration = await storage.credenciais.register(asked)
    expect(registration.kind).toBe('registered')
  }),
  it('the versao of a replaced link is carried, however often, and the recibo stays behind', async (harness) => {
    const source = await inUse()
    const taken = aRegister({ chave: 'chave-livre', claim: aClaim('acme') })
    expect(await source.credenciais.register(taken)).toMatchObject({ versao: 1 })
    const registros = (await readAll(source.transfer.read())).sort(byKind)
    for (let n = 0; n < 2; n++) await harness.storage.transfer.write(registros)
    expect(await readAll(harness.storage.transfer.read())).toEqual(await readAll(source.transfer.read()))
    expect(await harness.readAcesso('chave-livre')).toEqual({ versao: 1, recibo: null, reciboate: null })
    expect(await harness.readAcesso('chave-paga')).toEqual({ versao: 0, recibo: null, reciboate: null })
  }),
  it('a storage is a copy nobody has used from when it is told so until it is used', async ({ storage }) => {
    expect(await storage.transfer.isCopy()).toBe(false)
    for (const isCopy of [true, true, false, false]) {
      await storage.transfer.setCopy(isCopy)
      expect(await storage.transfer.isCopy()).toBe(isCopy)
    }
  }),
  it('a storage keeps the first fingerprint it is given', async ({ storage }) => {
    expect(await storage.transfer.keepFingerprint('um')).toBe('um')
    expect(await storage.transfer.keepFingerprint('dois')).toBe('um')
  }),
  // What is written over an earlier copy, or removed from it.
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
