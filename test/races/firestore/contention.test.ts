import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { CASA } from '../../../server/domain/casa.ts'
import type { ClaimRequest } from '../../../server/domain/claim.ts'
import { PEGO_MS } from '../../../server/domain/envio.ts'
import { aCadastro, aClaim, anAutor, anEmpresa, aRegister, NOW } from '../../support/factories.ts'
import { openFirebaseHarness } from '../../support/firebase-harness.ts'
import { raceInProcesses, startOnFirebase } from '../../support/storage-workers.ts'
import { firstTo } from '../../support/workers.ts'
import { findEmulator, startEmulator, type Emulator } from '../../support/firestore/emulator.ts'
import { startFakeFirestore, type FakeFirestore } from '../../support/firestore/fake.ts'

const INVITATIONS = 50
const CLAIMS = 200
const QUEUE = 200

type OpenHarness = Awaited<ReturnType<typeof openFirebaseHarness>>

async function open(host: string): Promise<{ harness: OpenHarness; empresaid: string }> {
  const harness = await openFirebaseHarness(host)
  onTestFinished(() => harness.close())
  const empresa = anEmpresa({ icredencial: INVITATIONS })
  await harness.putEmpresa(empresa)
  return { harness, empresaid: empresa.empresaid }
}

/** Claims all at once. @returns how each ended, and how long until the last answer */
async function claimTogether(
  empresaid: string,
  claim: (request: ClaimRequest) => Promise<{ kind: string }>,
): Promise<{ kinds: string[]; ms: number }> {
  const begun = performance.now()
  const claims = Array.from({ length: CLAIMS }, () => claim(aClaim(empresaid)).catch(String))
  const kinds = (await Promise.all(claims)).map((ended) => (typeof ended === 'string' ? ended : ended.kind))
  return { kinds, ms: performance.now() - begun }
}

async function expectExactly50(kinds: string[], harness: OpenHarness, empresaid: string): Promise<void> {
  const counts: Record<string, number> = {}
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1
  expect(counts).toEqual({ claimed: INVITATIONS, 'limit-reached': CLAIMS - INVITATIONS })
  const reservas = await harness.readReservas(empresaid)
  expect(reservas.filter(({ estado }) => estado === 'pendente')).toHaveLength(INVITATIONS)
  expect(reservas).toHaveLength(INVITATIONS)
  expect((await harness.readEmpresa(empresaid)).licredencial).toBe(INVITATIONS)
}

function contentionTests(hostOf: () => string): void {
  test('200 claims at once on 50 invitations grant exactly 50 within the deadline of each', async ({
    annotate,
  }) => {
    const { harness, empresaid } = await open(hostOf())
    const { kinds, ms } = await claimTogether(empresaid, (request) => harness.storage.empresas.claim(request))
    await annotate(`one process: ${Math.round(ms)} ms`)
    await expectExactly50(kinds, harness, empresaid)
  })

  test('200 claims at once from four processes grant exactly 50 within the deadline of each', async ({
    annotate,
  }) => {
    const host = hostOf()
    const { harness, empresaid } = await open(host)
    const { projectId, rtdb } = harness
    const race = { host, projectId, rtdbUrl: rtdb.url, empresaid, count: CLAIMS / 4 }
    const { kinds, ms } = await raceInProcesses(4, race)
    await annotate(`four processes: ${Math.round(ms)} ms`)
    await expectExactly50(kinds, harness, empresaid)
  })

  test('four processes at one queue of reminders offer each row once and skip none, and the row of one that is killed comes back', async ({
    annotate,
  }) => {
    const host = hostOf()
    const { harness } = await open(host)
    const { projectId, rtdb, db } = harness
    const ids = Array.from({ length: QUEUE }, (_, n) => String(NOW + n))
    for (let from = 0; from < QUEUE; from += 250) {
      const batch = db.batch()
      for (const credencialid of ids.slice(from, from + 250))
        batch.set(db.doc(`credencial/${credencialid}`), { credencialid })
      await batch.commit()
    }
    const begun = performance.now()
    const race = { host, projectId, rtdbUrl: rtdb.url, empresaid: '', count: QUEUE }
    const workers = await startOnFirebase(4, race)
    for (const worker of workers) worker.begin()
    const killed = await firstTo(20, workers)
    killed.process.kill('SIGKILL')
    for (const worker of workers) expect((await worker.ended).code).toBe(worker === killed ? null : 0)
    await annotate(`four processes at one queue: ${Math.round(performance.now() - begun)} ms`)
    const offered = workers.flatMap(({ lines }) => lines)
    expect(new Set(offered).size).toBe(offered.length)
    const { envios } = harness.storage
    const stored = await envios.list('lembrete')
    expect(stored.map(({ para }) => para).sort()).toEqual(ids)
    const left = stored.filter(({ estado }) => estado !== 'enviado')
    // The one in progress, in any of its three steps.
    expect(left.length).toBeLessThanOrEqual(1)
    expect(left.every(({ quem }) => quem === `w${workers.indexOf(killed)}`)).toBe(true)
    const due = left.flatMap(({ para, versao, numero, estado }) =>
      estado === 'pego' ? [{ tipo: 'lembrete' as const, para, versao, numero }] : [],
    )
    expect(await envios.take(due, anAutor({ quem: 'another', em: NOW + PEGO_MS }))).toEqual(due[0] ?? null)
  })

  test('200 guests registered at once on 50 invitations, without a hold, are exactly 50', async ({
    annotate,
  }) => {
    const { harness, empresaid } = await open(hostOf())
    const others = (await harness.readCredenciais()).length
    const begun = performance.now()
    const kinds = await Promise.all(
      Array.from({ length: CLAIMS }, async () => {
        const convite = aClaim(empresaid)
        const cadastro = aCadastro({ nome: convite.sid.toUpperCase(), telefone: '11987654321', email: '' })
        const request = aRegister({ cadastro, chave: convite.sid, now: convite.now, claim: convite })
        return (await harness.storage.credenciais.register(request)).kind
      }),
    )
    await annotate(`registrations: ${Math.round(performance.now() - begun)} ms`)
    expect(kinds.filter((kind) => kind === 'registered')).toHaveLength(INVITATIONS)
    expect(kinds.filter((kind) => kind === 'limit-reached')).toHaveLength(CLAIMS - INVITATIONS)
    expect(await harness.readCredenciais()).toHaveLength(others + INVITATIONS)
    expect((await harness.readEmpresa(empresaid)).licredencial).toBe(INVITATIONS)
  })

  test('100 guests on the public form at once, from four processes, are exactly the 25 the house has', async ({
    annotate,
  }) => {
    const host = hostOf()
    const { harness } = await open(host)
    const { projectId, rtdb } = harness
    const others = (await harness.readCredenciais()).length
    const { empresas } = await harness.storage.empresas.list(NOW)
    // Half as many as claims, because each reads and writes half as much again. On a busy machine some are told
    // to try again, and do.
    const [guests, places] = [CLAIMS / 2, INVITATIONS / 2]
    const companies = empresas.reduce((sum, one) => sum + one.empresa.icredencial, 0)
    const defined = await harness.storage.casa.definir(companies + places, anAutor())
    expect(defined).toEqual({ kind: 'changed' })
    const race = { host, projectId, rtdbUrl: rtdb.url, empresaid: CASA, count: guests / 4 }
    const { kinds, ms } = await raceInProcesses(4, race)
    await annotate(`four processes: ${Math.round(ms)} ms`)
    expect(kinds.filter((kind) => kind === 'registered')).toHaveLength(places)
    expect(kinds.filter((kind) => kind === 'limit-reached')).toHaveLength(guests - places)
    expect(await harness.readCredenciais()).toHaveLength(others + places)
    expect((await harness.readEmpresa(CASA)).licredencial).toBe(places)
  })

  test('reading the number and then setting it, as one would write it first, fails the same check', async () => {
    const { harness, empresaid } = await open(hostOf())
    const { db } = harness
    const naive = async (request: ClaimRequest) => {
      const ref = db.collection('empresa').doc(request.empresaid)
      const stored = await ref.get()
      const used = Number(stored.get('licredencial'))
      if (used >= Number(stored.get('icredencial'))) return { kind: 'limit-reached' }
      await ref.update({ licredencial: used + 1 })
      await db.collection('reserva').doc(request.reservaid).set({ empresaid, estado: 'pendente' })
      return { kind: 'claimed' }
    }
    const { kinds } = await claimTogether(empresaid, naive)
    expect(kinds.filter((kind) => kind === 'claimed').length).toBeGreaterThan(INVITATIONS)
    await expect(expectExactly50(kinds, harness, empresaid)).rejects.toThrow('expected')
  })
}

describe('on the fake Firestore', () => {
  let fake: FakeFirestore | undefined
  beforeAll(async () => void (fake = await startFakeFirestore()))
  afterAll(() => fake?.close())
  contentionTests(() => hostOf(fake))
})

const source = await findEmulator()

describe.skipIf(source === null)('on the official emulator', () => {
  let emulator: Emulator | undefined
  beforeAll(async () => {
    if (source) emulator = await startEmulator(source)
  }, 40_000)
  afterAll(() => emulator?.stop())
  contentionTests(() => hostOf(emulator))

  test('a claim releases 600 holds that have ended, though it makes one commit of them', async () => {
    const { harness, empresaid } = await open(hostOf(emulator))
    const ended = { empresaid, sid: 's', origem: null, estado: 'pendente', criadaem: 1, expiraem: 2 }
    for (let page = 0; page < 6; page++) {
      const batch = harness.db.batch()
      for (let n = 0; n < 100; n++)
        batch.set(harness.db.doc(`reserva/${page}-${n}`), { ...ended, credencialid: null })
      await batch.commit()
    }
    await harness.db.doc(`empresa/${empresaid}`).update({ icredencial: 600, licredencial: 600 })
    expect((await harness.storage.empresas.claim(aClaim(empresaid))).kind).toBe('claimed')
    expect((await harness.readEmpresa(empresaid)).licredencial).toBe(1)
    const { docs } = await harness.db.collection('reserva').where('estado', '==', 'liberada').get()
    expect(docs).toHaveLength(600)
    expect(new Set(docs.map(({ updateTime }) => updateTime.valueOf())).size).toBe(1)
  })
})

function hostOf(server: { host: string } | undefined): string {
  if (!server) throw new Error('the server was not started')
  return server.host
}
