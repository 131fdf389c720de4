import { expect } from 'vitest'
import { EVERYBODY } from '../../server/domain/guest-search.ts'
import type { Storage } from '../../server/domain/storage.ts'
import type { Registro } from '../../server/domain/transfer.ts'
import { openMemory } from '../../server/repos/memory/index.ts'
import { aClaim, anAutor, anEntrada, anInvitation, aRegister, HOLD_MS, NOW } from '../support/factories.ts'
import { expectCounterToAgree } from './claims.ts'
import type { ContractCase } from './harness.ts'

async function readAll(registros: AsyncIterable<Registro>): Promise<Registro[]> {
  const all: Registro[] = []
  for await (const registro of registros) all.push(registro)
  const keyOf = (registro: Registro) => JSON.stringify(Object.values(registro))
  return all.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

/** A storage in use: a table with a guest inside, a hold, an ended hold, a guest nobody paid for, and a paired browser. */
async function inUse() {
  const memory = openMemory()
  await memory.empresas.importRows(
    [{ empresaid: 'acme', nome: 'Acme', contato: 'Ana', icredencial: 10, licredencial: 2 }],
    false,
    anAutor(),
  )
  await memory.credenciais.register(
    aRegister({
      ...{ claim: aClaim('acme', { origem: 'one' }), chave: 'chave-paga', origem: 'one' },
      cadastro: { nome: 'MARIA PAGA', telefone: '11987654321', email: '' },
    }),
  )
  await memory.credenciais.register(aRegister({ chave: 'chave-livre', origem: 'two' }))
  await memory.empresas.claim(aClaim('acme', { now: NOW - HOLD_MS }))
  await memory.empresas.claim(aClaim('acme'))
  await memory.equipe.invite(anInvitation({ aparelhoid: 'aparelho-1', codigo: 'codigo' }), anAutor())
  await memory.equipe.pair('codigo', 'segredo', anAutor())
  const entrada = anEntrada(String(NOW), { entradaid: 'entrada-1' })
  const annulled = anEntrada(String(NOW + 1))
  const annulment = anEntrada(String(NOW + 1), { anula: annulled.entradaid, seq: 2 })
  const noted = anEntrada('', { modo: 'busca', anotado: 'Tia Zezé' })
  await memory.entradas.add([entrada, annulled, annulment, noted], anAutor())
  await memory.equipe.notePendentes('aparelho-1', 3, NOW)
  await memory.equipe.invite(anInvitation({ aparelhoid: 'aparelho-2', codigo: 'codigo-2' }), anAutor())
  await memory.equipe.pair('codigo-2', 'segredo-2', anAutor())
  await memory.equipe.revoke('aparelho-2', anAutor())
  return memory
}

/** What a holder made of a company: a personal invitation nobody used, one that was, a closed link; and its guest, who withdrew. @returns whose id */
export async function withHolder({ convites, mesas, credenciais, desistencias }: Storage): Promise<string> {
  const novos = ['nova', 'usada'].map((name) => {
    return {
      codigo: `codigo-${name}`,
      rotulo: `Tia ${name}`,
      reservaid: `reserva-${name}`,
      sid: `sid-${name}`,
    }
  })
  await convites.create('acme', novos, NOW, anAutor())
  const paid = { chave: 'chave-pessoal', claim: aClaim('acme', { sid: 'sid-usada' }), isPersonal: true }
  const registration = await credenciais.register(aRegister({ ...paid, now: NOW + 5 }))
  if (registration.kind !== 'registered') throw new Error(registration.kind)
  const { credencialid } = registration.credencial
  await desistencias.withdraw({ credencialid, empresaid: null, now: NOW + 6, isClosed: false }, anAutor())
  await mesas.setFechada('acme', true, anAutor())
  return credencialid
}

export const transferCases: ContractCase[] = [
  {
    name: 'what is written is read back whole: companies, credentials with key and payment, reservas, team, entradas, history',
    async run(harness) {
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
        ['entrada', 4],
        ['feito', 10],
      ])
      await storage.transfer.write(await readAll(source.transfer.read()).then((all) => all.sort(byKind)))
      expect(await readAll(storage.transfer.read())).toEqual(registros)
      await storage.avips.mirrorDue(NOW)
      expect(await storage.transfer.count()).toEqual(await source.transfer.count())
      expect(await harness.readAvip(String(NOW))).toMatchObject({ vipid: String(NOW), tipo: 'CONVIDADO' })
      expect((await harness.readEmpresa('acme')).licredencial).toBe(4)
    },
  },
  {
    name: 'writing the same again changes nothing, and life goes on with what was carried',
    async run({ storage }) {
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
      expect(await storage.equipe.findRevogado('segredo-2')).toMatchObject({ aparelhoid: 'aparelho-2' })
      expect(await storage.entradas.listAnotadas()).toMatchObject([{ anotado: 'Tia Zezé' }])
      expect((await storage.painel.count(NOW)).dentro).toBe(1)
      const found = await storage.painel.search([{ ...EVERYBODY, words: ['MARIA', 'PAGA'] }], 0, 9)
      expect(found.convidados).toMatchObject([
        { credencial: { credencialid: String(NOW) }, dentroDesde: NOW },
      ])
      expect(await storage.entradas.add([anEntrada('x', { entradaid: 'entrada-1' })], null)).toBe(0)
      expect(await storage.empresas.releaseEnded(NOW + HOLD_MS)).toBe(1)
    },
  },
  {
    name: 'what holders made and which guests withdrew is carried, once, and life goes on with it',
    async run({ storage }) {
      const source = await inUse()
      const id = await withHolder(source)
      const registros = (await readAll(source.transfer.read())).sort(byKind)
      for (let n = 0; n < 2; n++) await storage.transfer.write(registros)
      expect(await readAll(storage.transfer.read())).toEqual(await readAll(source.transfer.read()))
      await storage.avips.mirrorDue(NOW)
      expect(await storage.transfer.count()).toMatchObject({ convites: 2, mesas: 1, desistencias: 1 })
      expect(await storage.empresas.find('acme', NOW)).toMatchObject({ pessoais: 1, isFechada: true })
      const back = { credencialid: id, reservaid: 'reserva-de-volta', now: NOW + 9, isClosed: false }
      expect(await storage.desistencias.undo(back, anAutor())).toMatchObject({ kind: 'returned' })
      expect((await storage.convites.find('codigo-usada'))?.reserva).toMatchObject({ estado: 'usada' })
      const claim = aClaim('acme', { sid: 'sid-nova' })
      const registration = await storage.credenciais.register(aRegister({ claim, isPersonal: true }))
      expect(registration.kind).toBe('registered')
    },
  },
  {
    name: 'a credencial written again with another key has only that one',
    async run(harness) {
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
    },
  },
  {
    name: 'the versao of a replaced link is carried, however often, and the recibo stays behind',
    async run(harness) {
      const source = await inUse()
      const taken = aRegister({ chave: 'chave-livre', claim: aClaim('acme') })
      expect(await source.credenciais.register(taken)).toMatchObject({ versao: 1 })
      const registros = (await readAll(source.transfer.read())).sort(byKind)
      for (let n = 0; n < 2; n++) await harness.storage.transfer.write(registros)
      expect(await readAll(harness.storage.transfer.read())).toEqual(await readAll(source.transfer.read()))
      expect(await harness.readAcesso('chave-livre')).toEqual({ versao: 1, recibo: null, reciboate: null })
      expect(await harness.readAcesso('chave-paga')).toEqual({ versao: 0, recibo: null, reciboate: null })
    },
  },
  {
    name: 'what lies in the way of a reserva or a key is put as it is now, in whatever order they come',
    async run({ storage }) {
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
    },
  },
  {
    name: 'erase takes guests out of a copy with key and avip; reservas and the history stay as the source has them',
    async run(harness) {
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
    },
  },
  {
    name: 'a storage is a copy nobody has used from when it is told so until it is used',
    async run({ storage }) {
      expect(await storage.transfer.isCopy()).toBe(false)
      for (const isCopy of [true, true, false, false]) {
        await storage.transfer.setCopy(isCopy)
        expect(await storage.transfer.isCopy()).toBe(isCopy)
      }
    },
  },
  {
    name: 'a storage keeps the first fingerprint it is given',
    async run({ storage }) {
      expect(await storage.transfer.keepFingerprint('um')).toBe('um')
      expect(await storage.transfer.keepFingerprint('dois')).toBe('um')
    },
  },
]

const ORDER: Registro['kind'][] = [
  ...(['empresa', 'credencial', 'reserva', 'aparelho', 'entrada', 'feito'] as const),
  ...(['convite', 'mesa', 'desistencia'] as const),
]
const byKind = (a: Registro, b: Registro) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind)

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
