import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { credencialOf } from '../../../../server/domain/credencial.ts'
import { EVERYBODY } from '../../../../server/domain/convidado-search.ts'
import { exportConvites, exportEmpresas, exportLinks } from '../../../../server/use-cases/exports.ts'
import { aCadastro, anAutor, anEmpresa, aRegister, NOW } from '../../../support/factories.ts'
import { openOnFakes, type OnFakes } from '../../../support/firebase-fake.ts'

/** After this long, another process's writes are looked for. */
const BOUND_MS = 5_100
const RAJADA = 700
const EMPRESAS = 10

/**
 * The companies of each page, the queries that find nothing, and what is counted, including three renewals.
 */
const MARGIN = (RAJADA / 300 + 4) * (EMPRESAS + 16)

/** A page that came too late, or incomplete, is read again. */
const PAGE = 2 * 300

const now = performance.now.bind(performance)
let passed = 0
beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => now() + passed))
afterEach(() => vi.restoreAllMocks())

const letPass = () => void (passed += BOUND_MS)

/** Guests that another process has just stored, as many as one commit holds at one instant. */
function rajada({ fake }: OnFakes, from: number, count: number): void {
  const begun = Date.now()
  for (let n = from; n < from + count; n++) {
    const mudouem = new Date(begun + Math.floor(n / 500))
    const credencialid = String(NOW + n)
    const [reservaid, empresaid] = [`r${n}`, `e${n % EMPRESAS}`]
    fake.put('credencial', credencialid, { ...credencialOf(credencialid, aCadastro({ nome: `MARIA ${n}` })) })
    fake.put('chave', `k${n}`, { credencialid, versao: 0, origem: null, criadaem: null, reservaid, mudouem })
    fake.put('reserva', reservaid, {
      reservaid,
      empresaid,
      sid: '',
      origem: null,
      estado: 'usada',
      criadaem: NOW,
      expiraem: NOW,
      credencialid,
      ritmo: null,
      mudouem,
    })
  }
}

async function openBefore(): Promise<OnFakes> {
  const on = await openOnFakes()
  for (let n = 0; n < EMPRESAS; n++)
    on.fake.put('empresa', `e${n}`, anEmpresa({ empresaid: `e${n}`, icredencial: 90 }))
  expect((await on.storage.painel.count(NOW)).confirmados).toBe(0)
  return on
}

const confirmados = async ({ storage }: OnFakes) => (await storage.painel.count(NOW)).confirmados

test('a burst is caught up with by pages, three documents for each guest, and counted right', async () => {
  const on = await openBefore()
  rajada(on, 0, RAJADA)
  letPass()
  const before = on.fake.reads()
  await expect.poll(() => confirmados(on)).toBe(RAJADA)
  expect(on.fake.reads() - before).toBeLessThanOrEqual(3 * RAJADA + MARGIN + PAGE)
  expect((await on.storage.painel.countInsideByEmpresa()).size).toBe(0)
  expect((await on.storage.porta.since(null)).convidados).toHaveLength(RAJADA)
})

test('of much that changed pages grow, up to 3,000', async () => {
  const on = await openBefore()
  rajada(on, 0, 5_000)
  letPass()
  const queries = on.fake.calls('RunQuery')
  await expect.poll(() => confirmados(on), { timeout: 30_000 }).toBe(5_000)
  // 300, 1,200, 3,000 and the rest: four pictures of eight collections, and a renewal that finds nothing.
  expect(on.fake.calls('RunQuery') - queries).toBeLessThanOrEqual(40)
  // The first answer of a picture also says that it has begun.
  expect(on.fake.largestQuery()).toBeLessThanOrEqual(3_001)
}, 40_000)

/** The next renewal fails when it requests its three sums. */
const failNext = ({ fake }: OnFakes) =>
  fake.failNext({ method: 'RunAggregationQuery', code: 7, when: 'before', times: 3 })

test('a page that fails leaves the pages before it, and what was known is told with its age meanwhile', async () => {
  const on = await openBefore()
  const { fake, storage } = on
  rajada(on, 0, RAJADA)
  letPass()
  const before = fake.reads()
  failNext(on)
  expect(await confirmados(on)).toBe(0)
  // A page is eight queries: one succeeds, then one fails.
  fake.failNext({ method: 'RunQuery', code: 0, when: 'before', times: 8 })
  fake.failNext({ method: 'RunQuery', code: 7, when: 'before' })
  const told = await confirmados(on)
  expect([0, 300]).toContain(told)
  expect(await storage.painel.age()).toBeGreaterThan(0)
  await expect.poll(() => confirmados(on)).toBe(RAJADA)
  // The failed page was requested again as a small one.
  expect(fake.largestQuery()).toBeLessThanOrEqual(301)
  // Both failed pages were read again, and one more at most.
  expect(fake.reads() - before).toBeLessThanOrEqual(3 * RAJADA + MARGIN + 3 * PAGE)
})

test('what this process does is seen at once while it has not caught up with another', async () => {
  const on = await openBefore()
  const { storage } = on
  rajada(on, 0, RAJADA)
  letPass()
  failNext(on)
  expect(await confirmados(on)).toBe(0)
  const cadastro = aCadastro({ nome: 'ZÉLIA', email: '' })
  await storage.credenciais.register(aRegister({ cadastro, now: NOW + RAJADA }))
  failNext(on)
  const listed = async () => (await storage.porta.since(null)).convidados.map(({ nome }) => nome)
  expect(await listed()).toEqual(['ZÉLIA'])
  await storage.credenciais.remove(String(NOW + RAJADA), false, anAutor())
  failNext(on)
  expect(await listed()).toEqual([])
  await expect.poll(() => confirmados(on)).toBe(RAJADA)
})

test('the phones are told the age of what they get while the board is not renewed', async () => {
  const on = await openBefore()
  rajada(on, 0, RAJADA)
  letPass()
  failNext(on)
  const { convidados, age } = await on.storage.porta.since(null)
  expect(convidados).toEqual([])
  expect(age).toBeGreaterThanOrEqual(BOUND_MS)
  await expect.poll(async () => (await on.storage.porta.since(null)).convidados.length).toBe(RAJADA)
  expect((await on.storage.porta.since(null)).age).toBeLessThan(BOUND_MS)
})

test('an export is of now, or an error', async () => {
  const on = await openBefore()
  rajada(on, 0, RAJADA)
  const list = async () => {
    const ids: string[] = []
    for await (const { credencial } of on.storage.painel.list()) ids.push(credencial.credencialid)
    return ids
  }
  letPass()
  failNext(on)
  await expect(list()).rejects.toThrow('gRPC code 7')
  expect(await list()).toHaveLength(RAJADA)
})

test('an export of companies, links or all personal invitations is of now, or an error', async () => {
  const { fake, storage } = await openBefore()
  const parts = { ...storage, now: () => NOW, conviteLinkOf: () => '' }
  const exports = [
    () => exportEmpresas(parts),
    () => exportLinks(parts, () => ''),
    () => exportConvites(parts, null),
  ]
  for (const rowsOf of exports) {
    letPass()
    fake.failNext({ method: 'RunAggregationQuery', code: 7, when: 'before', times: 3 })
    await expect(rowsOf().next()).rejects.toThrow('gRPC code 7')
  }
})

test('what is committed late among what was read is found', async () => {
  const on = await openBefore()
  rajada(on, 0, RAJADA)
  letPass()
  await expect.poll(() => confirmados(on)).toBe(RAJADA)
  const early = on.fake.documents('chave').get('k0')?.mudouem
  on.fake.put('credencial', 'tarde', { ...credencialOf('tarde', aCadastro({ nome: 'TARDE' })) })
  const key = { credencialid: 'tarde', versao: 3, origem: null, criadaem: null, reservaid: null }
  on.fake.put('chave', 'ktarde', { ...key, mudouem: early })
  letPass()
  await expect.poll(() => confirmados(on)).toBe(RAJADA + 1)
  const { convidados } = await on.storage.painel.search([{ ...EVERYBODY, words: ['TARDE'] }], 0, 9)
  expect(convidados.map(({ versao }) => versao)).toEqual([3])
})
