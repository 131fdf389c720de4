import { CASA } from '../../server/domain/casa.ts'
import { reservaidsOf } from '../../server/domain/convite-pessoal.ts'
import type { NovoConvite } from '../../server/domain/convites.ts'
import { parseEmpresa } from '../../server/domain/empresa.ts'
import { CONVIDADO, type Autor } from '../../server/domain/historico.ts'
import type { Storage } from '../../server/domain/storage.ts'
import { createMemoryStore } from '../../server/repos/memory/store.ts'
import { openMemory } from '../../server/repos/memory/index.ts'
import { openSqlite } from '../../server/repos/sqlite/index.ts'
import { aCadastro, aClaim, aMerge, anEmpresa, aRegister } from '../../test/support/factories.ts'
import { openNaive } from '../../test/support/naive-memory.ts'
import { measuredOf, seed, type Part } from './model/check.ts'
import { withEmulator } from './model/emulator.ts'
import { databaseIn, newDatabase } from './product.ts'
import { seeded, type Prova } from './prova.ts'

/**
 * Couples, families, a house and tables at random: whatever happens, counters are what is stored, and nobody
 * stands without a place.
 */
export const lotacao: Prova = {
  goal: '100,000 acts of guests, couples, tables and organisers on an event with LOTAÇÃO, 4,000 side by side on SQLite and 1,600 on the Firestore emulator: licredencial = pendente + usada and never above icredencial, nobody without a place or with two; a storage without transactions is found out',
  limitSeconds: { full: 600, short: 120 },
  async run(isShort) {
    const sqlite = await openSqlite(databaseIn(newDatabase()))
    const naive = await acted('without transactions', openNaive(createMemoryStore()), 2_000, 8)
    const measured = measuredOf([
      await acted('one by one', openMemory(), isShort ? 5_000 : 100_000, 1),
      await acted('side by side on SQLite', sqlite, isShort ? 800 : 4_000, 8),
      await withEmulator((storage) =>
        acted('side by side on the Firestore emulator', storage, isShort ? 160 : 1_600, 8),
      ),
      {
        said: `${naive.faults.length} faults without transactions`,
        faults: naive.faults.length > 0 ? [] : ['the storage without transactions is not found out'],
      },
    ])
    await sqlite.close()
    return measured
  },
}

const MESAS = ['mesa-0', 'mesa-1', 'mesa-2']
const HOUR = 3_600_000
const START = Date.parse('2027-09-01T12:00:00-03:00')
/** How many acts lie between two looks at all that is stored. */
const LOOK_EVERY = 500

/** Acts at random, `abreast` of them at a time. */
async function acted(where: string, storage: Storage, count: number, abreast: number): Promise<Part> {
  await storage.transfer.write(
    MESAS.map((empresaid) => {
      const numbers = { icredencial: 12, licredencial: 0 }
      return { kind: 'empresa' as const, empresa: parseEmpresa(empresaid, anEmpresa(numbers)) }
    }),
  )
  const world = createWorld(storage, seeded(seed))
  await storage.casa.definir(60, world.autor())
  const kinds = new Set<string>()
  const faults: string[] = []
  for (let n = 0; n < count && faults.length === 0; n += abreast) {
    const acts = Array.from({ length: abreast }, () => world.act())
    for (const told of await Promise.all(acts)) kinds.add(told)
    if (n % LOOK_EVERY < abreast) faults.push(...(await faultsIn(storage)))
  }
  faults.push(...(await faultsIn(storage)))
  const said = `${count} acts ${where}, ${kinds.size} kinds of answer, ${faults.length} faults`
  return { said: faults[0] === undefined ? said : `${said}: ${faults[0]}`, faults }
}

/** Guests, invitations and a clock, and acts on them. */
function createWorld(storage: Storage, random: () => number) {
  const { casa, convites, credenciais, desistencias, empresas } = storage
  const below = (end: number) => Math.floor(random() * end)
  const oneOf = <Value>(values: readonly Value[]): Value | undefined => values[below(values.length)]
  const made: NovoConvite[] = []
  const ids: string[] = []
  let [serial, now] = [0, START]
  const autor = (quem = 'cida'): Autor => ({ historicoid: `linha-${++serial}`, quem, em: now })
  const aPessoa = () => {
    const [first, last] = [below(26), below(16)].map((n) => String.fromCharCode(65 + n))
    const nome = `CONVIDADO ${first ?? ''} ${last ?? ''}`
    return { cadastro: aCadastro({ nome }), chave: nome, chaveAntiga: null }
  }
  const request = () => ({
    ...{ credencialid: oneOf(ids) ?? 'ninguem', now },
    ...{ isClosed: below(9) === 0, isTodos: below(3) === 0 },
  })
  const aPlace = () => `reserva-${++serial}`

  async function register(): Promise<{ kind: string }> {
    const convite = below(3) === 0 ? oneOf(made.slice(-40)) : undefined
    const mesa = below(2) === 0 ? oneOf(MESAS) : undefined
    const empresaid = convite ? CASA : mesa
    const sid = `navegador-${below(5)}`
    const registration = await credenciais.register(
      aRegister({
        ...aPessoa(),
        acompanhantes: Array.from({ length: Math.max(0, below(6) - 2) }, aPessoa),
        claim: empresaid === undefined ? null : aClaim(empresaid, { sid, now, reservaid: aPlace() }),
        codigo: convite?.codigo ?? null,
        reservaid: aPlace(),
        isClosed: below(12) === 0,
        autor: autor(CONVIDADO),
        // Everybody has a millisecond of their own for the id.
        now: (now += 10),
      }),
    )
    if ('credencial' in registration)
      for (const one of [registration, ...registration.acompanhantes]) ids.push(one.credencial.credencialid)
    return registration
  }

  async function create(): Promise<{ kind: string }> {
    const novos = Array.from({ length: 1 + below(3) }, () => {
      const codigo = `codigo-${++serial}`
      return { codigo, rotulo: 'Tia', lugares: 1 + below(3), reservaid: codigo }
    })
    const created = await convites.create(below(2) === 0 ? CASA : (oneOf(MESAS) ?? ''), novos, now, autor())
    if (created.kind === 'created') made.push(...novos)
    return created
  }

  const acts: Record<string, () => Promise<{ kind: string } | number>> = {
    register,
    registerMore: register,
    registerAgain: register,
    create,
    claim: () =>
      empresas.claim(aClaim(oneOf(MESAS) ?? '', { sid: `navegador-${below(5)}`, now, reservaid: aPlace() })),
    answer: () => {
      const codigo = oneOf(made.slice(-40))?.codigo ?? 'nenhum'
      return convites.answer({ codigo, isRecusa: below(2) === 0, now, isClosed: false }, autor(CONVIDADO))
    },
    revoke: () => convites.revoke(oneOf(made)?.codigo ?? 'nenhum', autor()),
    withdraw: () =>
      desistencias.withdraw({ ...request(), empresaid: null, isOfGuardada: false }, autor(CONVIDADO)),
    withdrawMore: () =>
      desistencias.withdraw({ ...request(), empresaid: null, isOfGuardada: false }, autor(CONVIDADO)),
    undo: () => desistencias.undo(request(), autor(CONVIDADO)),
    remove: () => credenciais.remove(oneOf(ids) ?? 'ninguem', true, autor()),
    removeMore: () => credenciais.remove(oneOf(ids) ?? 'ninguem', true, autor()),
    move: () => {
      const { credencialid } = request()
      return credenciais.move(
        { credencialid, empresaid: oneOf(MESAS) ?? '', reservaid: aPlace(), now },
        autor(),
      )
    },
    merge: () => credenciais.merge(aMerge(oneOf(ids) ?? 'ninguem', oneOf(ids) ?? 'ninguem'), autor()),
    total: () => empresas.changeTotal(oneOf(MESAS) ?? '', 6 + below(16), autor(), below(2) === 0),
    definir: () => casa.definir(40 + below(60), autor()),
    release: () => empresas.releaseEnded(now),
  }
  const names = Object.keys(acts)
  return {
    autor,
    async act(): Promise<string> {
      now += below(20) === 0 ? below(8) * HOUR : 1_000
      const name = oneOf(names) ?? ''
      const told = await acts[name]?.()
      return `${name} ${typeof told === 'object' ? told.kind : ''}`
    },
  }
}

/** What is stored and does not agree with itself. */
async function faultsIn(storage: Storage): Promise<string[]> {
  const totals = new Map<string, { icredencial: number; licredencial: number }>()
  const counted = new Map<string, number>()
  const payers = new Map<string, number>()
  const coming = new Set<string>()
  const out = new Set<string>()
  const kept = new Set<string>()
  const places: string[] = []
  for await (const one of storage.transfer.read()) {
    if (one.kind === 'empresa') totals.set(one.empresa.empresaid, one.empresa)
    if (one.kind === 'credencial') coming.add(one.credencial.credencialid)
    if (one.kind === 'desistencia' && one.desistencia.desfeitaem === null)
      out.add(one.desistencia.credencialid)
    if (one.kind === 'convite') places.push(...reservaidsOf(one.convite))
    if (one.kind !== 'reserva') continue
    const { empresaid, estado, credencialid, reservaid } = one.reserva
    kept.add(reservaid)
    if (estado !== 'liberada') counted.set(empresaid, (counted.get(empresaid) ?? 0) + 1)
    if (estado === 'usada' && credencialid) payers.set(credencialid, (payers.get(credencialid) ?? 0) + 1)
  }
  return [
    ...[...totals].flatMap(([empresaid, { icredencial, licredencial }]) => {
      const count = counted.get(empresaid) ?? 0
      if (licredencial === count && count <= icredencial) return []
      return [`${empresaid} has given ${licredencial} of ${icredencial}, and ${count} are stored`]
    }),
    ...[...coming].flatMap((id) => {
      const paid = payers.get(id) ?? 0
      const wanted = out.has(id) ? 0 : 1
      return paid === wanted ? [] : [`${id} has ${paid} places, ${out.has(id) ? 'though out' : 'and comes'}`]
    }),
    ...places.filter((id) => !kept.has(id)).map((id) => `the place ${id} of an invitation is gone`),
  ]
}
