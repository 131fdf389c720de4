import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { equipeCookie } from '../../../../app/shared/equipe.server.ts'
import { credencialOf } from '../../../../server/domain/credencial.ts'
import { EVERYBODY } from '../../../../server/domain/convidado-search.ts'
import type { Services } from '../../../../server/composition.ts'
import { aCadastro, anAutor, anEmpresa, anEntrada, aRegister, NOW } from '../../../support/factories.ts'
import { mesaIdOf } from '../../../../server/repos/firebase/table.ts'
import { pendentesDocument } from '../../../../server/repos/firebase/pendentes.ts'
import { openOnFakes, type OnFakes } from '../../../support/firebase-fake.ts'
import { startApp, type Browser } from '../../../support/remix.ts'

const CONVIDADOS = 1_000
const EMPRESAS = 50
const PHONES = 20
/** Admissions in the history, a page of it. */
const LINES = 50
const SECRET = 'segredo'.padEnd(43, '-')
const ANA = String(NOW)

/** This process's clock, moved by hand. */
let passed = 0
/** How far the server's clock is ahead. */
let later = 0
vi.spyOn(performance, 'now').mockImplementation(() => passed)

const closings: (() => Promise<void>)[] = []
let on: OnFakes
let services: Services
let browser: Browser

/** Guests of many companies, all of them registered in the last few hours. */
function putConvidados({ fake }: OnFakes): void {
  for (let n = 0; n < EMPRESAS; n++) {
    const empresaid = `e${n}`
    fake.put('empresa', empresaid, anEmpresa({ empresaid, icredencial: 40, licredencial: 20 }))
    // As the first act on the company leaves it.
    fake.put('pendentes', mesaIdOf(empresaid), pendentesDocument(empresaid, 20, new Map()))
  }
  for (let n = 0; n < CONVIDADOS; n++) {
    const credencialid = String(NOW + n)
    const cadastro = aCadastro({
      nome: n === 0 ? 'ANA' : `MARIA ${n}`,
      telefone: `119876${10_000 + n}`,
      email: '',
    })
    const at = { origem: `casa-${n % 90}`, criadaem: NOW + n }
    const reservaid = `r${n}`
    fake.put('credencial', credencialid, { ...credencialOf(credencialid, cadastro) })
    fake.put('chave', `k${n}`, { credencialid, versao: 0, ...at, reservaid })
    fake.put('reserva', reservaid, {
      reservaid,
      empresaid: `e${n % EMPRESAS}`,
      sid: '',
      estado: 'usada',
      expiraem: NOW,
      ...at,
      credencialid,
    })
  }
}

beforeAll(async () => {
  on = await openOnFakes((close) => closings.push(close))
  putConvidados(on)
  const app = await startApp(() => ({ storage: on.storage, now: () => NOW + 3_600_000 + later }))
  services = app.services
  const { equipe } = services
  const invitation = { aparelhoid: 'aparelho', nome: 'ANA', papel: 'organizacao', codigo: 'codigo' } as const
  await equipe.invite({ ...invitation, codigoate: services.now() + 1 }, anAutor({ em: services.now() }))
  await equipe.pair('codigo', services.segredoOf(SECRET), anAutor({ em: services.now() }))
  const entradas = Array.from({ length: LINES }, (_, n) => anEntrada(String(NOW + n), { seq: n }))
  await services.entradas.add(entradas, anAutor({ em: services.now() }))
  // Changes of the last ten seconds are read twice; these are older.
  for (const collection of ['entrada', 'historico', 'aparelho'])
    for (const [id, document] of on.fake.documents(collection))
      on.fake.put(collection, id, { ...document, mudouem: new Date(0) })
  browser = app.browser()
  browser.steal((await equipeCookie(SECRET, services)).split(';')[0] ?? '')
})
afterAll(async () => {
  vi.restoreAllMocks()
  for (const close of closings) await close()
})

async function readsOf(act: () => Promise<unknown>): Promise<number> {
  const before = on.fake.reads()
  await act()
  return on.fake.reads() - before
}

test('the board is read whole once, with three documents for each guest', async () => {
  const isRead = () =>
    services.painel.count(NOW).then(
      () => true,
      () => false,
    )
  const reads = await readsOf(() => expect.poll(isRead, { timeout: 60_000 }).toBe(true))
  expect(reads).toBeGreaterThan(3 * CONVIDADOS)
  expect(reads).toBeLessThanOrEqual(3 * CONVIDADOS + LINES + 2 * EMPRESAS)
}, 60_000)

const search = () => services.painel.search([{ ...EVERYBODY, words: ['MARIA'] }], 0, 50)

/** The most documents billed once the board is read: docs/producao.md says what that costs. */
const ACTS: Record<string, { most: number; act: () => Promise<unknown> }> = {
  'a poll within five seconds of another': { most: 0, act: () => services.painel.count(NOW) },
  'a poll ten seconds later': {
    most: 12,
    act: async () => {
      passed += 10_000
      await services.painel.count(NOW)
    },
  },
  'a search': { most: 0, act: search },
  'a registration': {
    most: 6,
    act: () => services.credenciais.register(aRegister({ now: NOW + CONVIDADOS })),
  },
  'the search after it': { most: 14, act: search },
  'guests found twice': { most: 0, act: () => services.painel.findRepetidos() },
  'a guest': { most: 4, act: () => services.credenciais.findById(ANA) },
  // One read is for merges into the guest, whose admissions are theirs too; it saves the guest's page a read
  // of the history.
  'a guest’s admissions': { most: 2, act: () => services.entradas.listOf(ANA) },
  'a guest’s page': { most: 22, act: () => open(`/painel/convidados/${ANA}`) },
  'a guest’s history': {
    most: 1,
    act: () => services.historico.list({ alvo: ANA, after: null, limit: 50 }),
  },
  // Places kept for guests who withdrew take two more reads.
  '/painel/empresas/e1': { most: 11, act: () => open('/painel/empresas/e1') },
  // Twenty guests, one of them inside.
  'a holder’s panel': {
    most: 52,
    act: () => open(`/mesa/${services.mesaTokenOf({ empresaid: 'e1', versao: 0 })}`),
  },
  '/painel/empresas/nova': { most: 0, act: () => open('/painel/empresas/nova') },
  // Fifty lines, with the guest of each, who paid, and the link's versao.
  '/painel/historico': { most: 5 * LINES + 10, act: () => open('/painel/historico') },
  '/painel/listas': { most: 0, act: () => open('/painel/listas') },
  '/painel/listas/nomes': { most: 0, act: () => open('/painel/listas/nomes') },
  '/painel/depois': { most: 0, act: () => open('/painel/depois') },
  '/painel/listas/mesas': { most: 0, act: () => open('/painel/listas/mesas') },
  '/painel/listas/entradas': { most: 0, act: () => open('/painel/listas/entradas') },
  // The guests of e1 came from many addresses within minutes; the board names them and their companies.
  '/painel/rajadas': { most: 0, act: () => open('/painel/rajadas') },
  '/painel': { most: 0, act: () => open('/painel') },
  '/painel/convidados/novo': { most: 0, act: () => open('/painel/convidados/novo') },
  'Mudar de empresa': { most: 5, act: () => open(`/painel/convidados/${ANA}/empresa`) },
  // The line in the history.
  'the export of all guests': { most: 1, act: () => open('/painel/exportar/convidados.csv') },
  // Plus a renewal, for the line left by the export before.
  'the export of all companies': { most: 14, act: () => open('/painel/exportar/empresas.csv') },
  'the export of all links': { most: 14, act: () => open('/painel/exportar/links.csv') },
  'the export of all personal invitations, of which there are none': {
    most: 15,
    act: () => open('/painel/exportar/convites-pessoais.csv'),
  },
  // With all names of the team, which a process reads once a minute.
  'a phone’s first sync, of 20 phones': { most: 8 + PHONES, act: () => sync(1) },
  'its next sync, with another admission': { most: 6, act: () => sync(2) },
  'a poll a minute later': {
    most: 20,
    act: () => {
      passed += 50_000
      later += 61_000
      return services.painel.count(NOW)
    },
  },
  // With the pairing, which is written once a minute, and then read again.
  'a phone’s sync with one admission': { most: 8, act: () => sync(3) },
  // The team's names are known. The pairings of the phone that admitted, and no others, say what may be late.
  'the page of a guest who is in, with 20 phones': { most: 30, act: () => open(`/painel/convidados/${ANA}`) },
  'the history, with 20 phones': { most: 5 * LINES + 30, act: () => open('/painel/historico') },
  // The people companies name are read, not counted: only its digits tell a CPF from a CNPJ.
  '/painel/expurgo': { most: EMPRESAS + 31, act: () => open('/painel/expurgo') },
  // A renewal after the phones, and the pairing, which is written once a minute.
  '/painel/listas/certificados, after the event': {
    most: 21,
    act: async () => {
      later += Date.parse(services.config.evento.fim) - services.now()
      await open('/painel/listas/certificados')
    },
  },
  '/painel/listas/certificados, of a company': {
    most: 1,
    act: () => open('/painel/listas/certificados?empresa=e1'),
  },
  'the desk, after the event, with nothing sent': { most: 2, act: () => open('/painel/envios') },
}

function putPhones(): void {
  const [place] = on.fake.documents('aparelho').values()
  for (let n = 1; n < PHONES; n++)
    on.fake.put('aparelho', `fone-${n}`, { ...place, aparelhoid: `fone-${n}`, segredo: null })
}

async function sync(seq: number): Promise<void> {
  if (seq === 1) putPhones()
  const entrada = { entradaid: randomUUID(), credencialid: ANA, seq, lidaem: NOW, desvio: 0 }
  const envio = {
    marca: null,
    entradas: [{ ...entrada, modo: 'camera', anula: null, anotado: null }],
    porEnviar: 0,
  }
  const headers = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' }
  asked += 1
  const response = await browser.ask('/porta/sync', { method: 'POST', headers, body: JSON.stringify(envio) })
  expect(response.status).toBe(200)
}

/** Requests of the browser. Each also reads the event's version, as organisers' pages do. */
let asked = 0

const open = async (path: string) => {
  asked += 1
  expect((await browser.get(path)).status).toBe(200)
}

for (const [name, { most, act }] of Object.entries(ACTS)) {
  test(`${name} reads at most ${most} documents`, async () => {
    asked = 0
    const reads = await readsOf(act)
    expect(reads).toBeLessThanOrEqual(most + asked)
  })
}
