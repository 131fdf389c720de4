import { expect, onTestFinished, test } from 'vitest'
import { CASA } from '../../../../server/domain/casa.ts'
import type { RegisterRequest } from '../../../../server/domain/register.ts'
import { maintain } from '../../../../server/use-cases/maintenance.ts'
import { aNovo } from '../../../contract/convite.cases.ts'
import {
  aCadastro,
  aClaim,
  anAutor,
  anEmpresa,
  anEntrada,
  aRegister,
  NOW,
} from '../../../support/factories.ts'
import { openOnFakes } from '../../../support/firebase-fake.ts'
import { startApp } from '../../../support/remix.ts'

/** Reading calls, each answering one document or none, which is what Firestore bills. */
const readsOf = ({ fake }: Awaited<ReturnType<typeof openOnFakes>>) =>
  fake.calls('BatchGetDocuments') + fake.calls('RunQuery')

/** Plus the event's version. */
for (const [name, isPaid, most] of [
  ['the public form', false, 11],
  ['a company’s invitations', true, 21],
] as const) {
  test(`the invitation reads at most ${most} documents for a browser that registered fifty guests by ${name}`, async () => {
    const on = await openOnFakes()
    on.fake.put('empresa', 'acme', anEmpresa({ empresaid: 'acme', icredencial: 100 }))
    for (let n = 0; n < 50; n++) {
      await on.storage.credenciais.register(aRegister({ claim: isPaid ? aClaim('acme') : null }))
    }
    const app = await startApp(() => ({ storage: on.storage }))
    const { commitSession, readSession } = await import('../../../../app/shared/session.server.ts')
    const session = await readSession(new Request('https://convite.test'), app.services)
    const ids = on.ids('credencial')
    session.set(
      'credenciais',
      ids.map((id) => app.services.tokenOf(id, 0)),
    )
    const [cookie = ''] = (await commitSession(session, app.services)).split(';', 1)
    const before = readsOf(on)
    const html = await (await app.browser().get('/', { Cookie: cookie })).text()
    expect(html.match(/CREDENCIAL DE /g)).toHaveLength(5)
    expect(readsOf(on) - before).toBeLessThanOrEqual(most)
  })
}

for (const [name, isPaid, reads] of [
  ['the public form', false, 3],
  ['a company', true, 6],
] as const) {
  test(`a credencial’s page, and its picture, read ${reads} documents for a guest of ${name}`, async () => {
    const on = await openOnFakes()
    on.fake.put('empresa', 'acme', anEmpresa({ empresaid: 'acme', icredencial: 100 }))
    await on.storage.credenciais.register(aRegister({ claim: isPaid ? aClaim('acme') : null }))
    const app = await startApp(() => ({ storage: on.storage }))
    const [id = ''] = on.ids('credencial')
    const path = `/c/${app.services.tokenOf(id, 0)}`
    await app.browser().get('/')
    for (const asked of [path, `${path}/convite.png`]) {
      const before = readsOf(on)
      expect((await app.browser().get(asked)).status).toBe(200)
      // Plus the event's version.
      expect(readsOf(on) - before).toBe(reads + 1)
    }
  })
}

test('however often an address took an invitation and gave it back, a claim reads what it took of late', async () => {
  const { fake, storage } = await openOnFakes()
  fake.put('empresa', 'acme', anEmpresa({ empresaid: 'acme', icredencial: 50 }))
  const origem = 'uma-casa'
  const paid = aRegister({ claim: aClaim('acme') })
  expect((await storage.credenciais.register(paid)).kind).toBe('registered')
  for (let n = 1; n <= 60; n++) {
    const now = NOW + n * 7_000
    const convite = aClaim('acme', { origem, sid: 'navegador', now })
    expect((await storage.empresas.claim(convite)).kind).toBe('claimed')
    await storage.credenciais.register({ ...paid, origem, now, claim: convite })
  }
  expect(fake.documents('reserva').size).toBe(61)
  expect(fake.largestQuery()).toBeLessThanOrEqual(20)
})

test('claims and registrations read no more beside 500 personal invitations that nobody has used', async () => {
  const readsBeside = async (count: number) => {
    const { fake, storage } = await openOnFakes()
    fake.put('empresa', 'acme', anEmpresa({ empresaid: 'acme', icredencial: 900 }))
    const novos = Array.from({ length: count }, (_, n) => ({
      codigo: String(n).padStart(20, 'a'),
      rotulo: 'Tia',
      reservaid: `reserva-${n}`,
      sid: `sid-${n}`,
    }))
    for (let n = 0; n < count; n += 100)
      await storage.convites.create('acme', novos.slice(n, n + 100), NOW, anAutor())
    const reads: number[] = []
    const reading = async (act: () => Promise<{ kind: string }>, kind: string) => {
      const before = fake.reads()
      expect((await act()).kind).toBe(kind)
      reads.push(fake.reads() - before)
    }
    const claim = aClaim('acme', { origem: 'uma-casa' })
    await reading(() => storage.empresas.claim(claim), 'claimed')
    await reading(() => storage.credenciais.register(aRegister({ claim })), 'registered')
    return reads
  }
  const few = await readsBeside(1)
  expect(few).toEqual([4, 6])
  expect(await readsBeside(500)).toEqual(few)
})

test('a guest of the house reads 5 documents, of an invitation 9, a couple one more, whatever the house has given', async () => {
  const { fake, storage } = await openOnFakes()
  const { casa, convites, credenciais } = storage
  await casa.definir(300, anAutor())
  for (let n = 0; n < 30; n++) await credenciais.register(aRegister({ now: NOW - 9 * (n + 1) }))
  const novos = ['Tia', 'Casal', 'Ausente'].map((rotulo) => ({ ...aNovo(rotulo), lugares: 2 }))
  await convites.create(CASA, novos, NOW, anAutor())
  const [tia, casal, ausente] = novos.map(({ codigo }) => codigo)
  let at = 0
  const register = (fields: Partial<RegisterRequest> = {}) => {
    at += 9
    const cadastro = aCadastro({ telefone: String(65_900_000_000 + at) })
    return credenciais.register(aRegister({ isAsked: true, cadastro, now: NOW + at, ...fields }))
  }
  const invited = (codigo = '') => ({ codigo, claim: aClaim(CASA) })
  const couple = () => ({ acompanhantes: [aRegister()] })
  const reads: number[] = []
  for (const act of [
    () => register(),
    () => register(couple()),
    () => register(invited(tia)),
    () => register({ ...invited(casal), ...couple() }),
    () => convites.answer({ codigo: ausente ?? '', isRecusa: true, isClosed: false, now: NOW }, anAutor()),
  ]) {
    const before = fake.reads()
    expect(['registered', 'answered']).toContain((await act()).kind)
    reads.push(fake.reads() - before)
  }
  expect(reads).toEqual([5, 6, 9, 10, 9])
})

test('to ask about a number costs one read where nobody has it, else two for each guest who has, ten at most', async () => {
  const readsBeside = async (count: number) => {
    const { fake, storage } = await openOnFakes()
    for (const empresaid of ['acme', 'beta'])
      fake.put('empresa', empresaid, anEmpresa({ empresaid, icredencial: 900 }))
    for (let n = 0; n < count; n++)
      await storage.credenciais.register(aRegister({ claim: aClaim('beta'), now: NOW - n - 1 }))
    const claim = aClaim('acme')
    await storage.empresas.claim(claim)
    const before = fake.reads()
    expect((await storage.credenciais.register(aRegister({ claim, isAsked: true }))).kind).toBe('registered')
    const first = fake.reads() - before
    const other = aRegister({ claim: aClaim('acme'), isAsked: true })
    expect((await storage.credenciais.register(other)).kind).toBe('telefone-known')
    return first
  }
  expect([await readsBeside(0), await readsBeside(1), await readsBeside(9)]).toEqual([7, 8, 24])
  const { fake, storage } = await openOnFakes()
  fake.put('empresa', 'acme', anEmpresa({ empresaid: 'acme', icredencial: 900 }))
  const at = ['ANA', 'BIA', 'CIDA'].map(() => aRegister({ claim: aClaim('acme'), isAsked: true }))
  const kinds = (await Promise.all(at.map((one) => storage.credenciais.register(one)))).map(
    ({ kind }) => kind,
  )
  expect(kinds.sort()).toEqual(['registered', 'telefone-known', 'telefone-known'])
})

test('a queue of 300 messages reads 64 documents at most, a row taken or told of two, whatever the company is called', async () => {
  const on = await openOnFakes()
  const { envios } = on.storage
  const ids = Array.from({ length: 300 }, (_, n) => `mesa ${n}/.~*[]\`ç`)
  for (const [n, empresaid] of ids.entries())
    on.fake.put('empresa', `e${n}`, anEmpresa({ empresaid, icredencial: 1 }))
  const queue = ids.map((para) => ({ tipo: 'mesa', para, versao: 0, numero: 'n' }) as const)
  const pulado = { estado: 'pulado', em: NOW, quem: 'cida', ate: null } as const
  await on.storage.transfer.write(
    queue.map((destino) => ({ kind: 'envio', envio: { ...destino, ...pulado } })),
  )
  const reading = async (act: () => Promise<unknown>) => {
    const before = on.fake.reads()
    await act()
    return on.fake.reads() - before
  }
  expect(await reading(() => envios.list('mesa'))).toBeLessThanOrEqual(64)
  expect(await reading(() => envios.take(queue, anAutor()))).toBeLessThanOrEqual(3)
  expect((await envios.list('mesa')).map(({ para }) => para).sort()).toEqual([...ids].sort())
  expect(on.fake.documents('envio').size).toBeLessThanOrEqual(64)
})

test('a phone’s batch reads its pairing, its facts and their lines, and what it annuls, whatever is stored', async () => {
  const { fake, storage } = await openOnFakes()
  const { entradas, equipe } = storage
  const invitation = { aparelhoid: 'fone', nome: 'PORTA', papel: 'porta' as const, codigo: 'c' }
  await equipe.invite({ ...invitation, codigoate: NOW + 1 }, anAutor())
  await equipe.pair('c', 'segredo', anAutor())
  const batch = (anula: string[] = []) =>
    Array.from({ length: 100 }, (_, n) => anEntrada('1', { aparelhoid: 'fone', anula: anula[n] ?? null }))
  const deliver = async (facts: ReturnType<typeof batch>) => {
    const before = fake.reads()
    expect((await entradas.deliver('segredo', facts, anAutor())).guardadas).toHaveLength(100)
    return fake.reads() - before
  }
  const first = batch()
  expect(await deliver(first)).toBe(201)
  for (let n = 0; n < 5; n++) await deliver(batch())
  expect(await deliver(batch(first.map(({ entradaid }) => entradaid)))).toBe(301)
  expect(await deliver(first)).toBe(201)
})

test('batches of a phone that come again before they are answered, and claims beside 100 personal invitations, are committed in at most 450 writes', async () => {
  const { fake, storage } = await openOnFakes()
  const { convites, empresas, entradas, equipe } = storage
  const invitation = { aparelhoid: 'fone', nome: 'PORTA', papel: 'porta' as const, codigo: 'c' }
  await equipe.invite({ ...invitation, codigoate: NOW + 1 }, anAutor())
  await equipe.pair('c', 'segredo', anAutor())
  const batches = Array.from({ length: 5 }, () =>
    Array.from({ length: 100 }, () => anEntrada('1', { aparelhoid: 'fone' })),
  )
  const delivered = await Promise.all(batches.map((batch) => entradas.deliver('segredo', batch, anAutor())))
  expect(delivered.flatMap(({ guardadas }) => guardadas)).toHaveLength(500)
  expect(fake.documents('entrada').size).toBe(500)
  fake.put('empresa', 'acme', anEmpresa({ empresaid: 'acme', icredencial: 900 }))
  const novosOf = (of: string) =>
    Array.from({ length: 100 }, (_, n) => {
      return { codigo: `${of}${n}`.padStart(20, 'a'), rotulo: '', reservaid: `${of}${n}`, sid: `${of}${n}` }
    })
  const claims = Array.from({ length: 79 }, () => empresas.claim(aClaim('acme')))
  const made = ['x', 'y', 'z'].map((of) => convites.create('acme', novosOf(of), NOW, anAutor()))
  expect((await Promise.all(claims)).every(({ kind }) => kind === 'claimed')).toBe(true)
  await Promise.all(made)
  expect(fake.documents('empresa').get('acme')?.licredencial).toBe(379)
  expect(fake.largestCommit()).toBeLessThanOrEqual(450)
})

test('imports of the same companies that wait together look for them once, and where that fails each is told', async () => {
  const rowsOf = (nome: string) =>
    ['um', 'dois', 'tres'].map((empresaid) => ({ empresaid, nome, icredencial: 5, licredencial: 0 }))
  const importAll = ({ storage: { empresas } }: Awaited<ReturnType<typeof openOnFakes>>) =>
    Promise.allSettled(
      ['Mesa', 'Outra', 'Ainda outra'].map((nome) =>
        empresas.importRows(rowsOf(nome), false, anAutor({ historicoid: nome })),
      ),
    )
  const loose: unknown[] = []
  const note = (reason: unknown) => void loose.push(reason)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))

  const on = await openOnFakes()
  const before = on.fake.calls('RunQuery')
  on.fake.failNext({ method: 'RunQuery', code: 7, when: 'before', times: Infinity })
  const outcomes = await importAll(on)
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  // The first goes alone; the others form a group.
  expect(on.fake.calls('RunQuery') - before).toBe(2)
  expect(loose).toEqual([])
})

test('however often a true certificate is verified, whether guests are stored is read once in a minute', async () => {
  const { fake, storage } = await openOnFakes()
  for (let n = 0; n < 60; n++) fake.put('empresa', `e${n}`, anEmpresa({ empresaid: `e${n}`, icredencial: 1 }))
  await storage.credenciais.register(aRegister())
  const app = await startApp(() => ({ storage }))
  const { gravado, config, certificadoCodeOf } = app.services
  const { eventoid = '' } = gravado ?? {}
  app.advance(Date.parse(config.evento.fim) - NOW)
  const typed = { codigo: certificadoCodeOf({ eventoid, minutos: 150 }, 'ANA'), nome: 'ANA' }
  const verify = async (times: number) => {
    const before = fake.reads()
    for (let n = 0; n < times; n++) {
      const html = await (await app.browser().post('/certificado', typed)).text()
      expect(html).toContain('ainda estão guardados')
    }
    return fake.reads() - before
  }
  const first = await verify(1)
  // The event's version.
  expect(await verify(40)).toBe(40)
  app.advance(60_000)
  expect(await verify(1)).toBe(first)
})

test('an admission on the board reads six, and an import three for each company', async () => {
  const { fake, storage } = await openOnFakes()
  const registration = await storage.credenciais.register(aRegister())
  const credencialid = registration.kind === 'registered' ? registration.credencial.credencialid : ''
  const reading = async (act: () => Promise<unknown>) => {
    const before = fake.reads()
    await act()
    return fake.reads() - before
  }
  const asked = { credencialid, entradaid: 'e', isAgain: false }
  expect(await reading(() => storage.entradas.admit(asked, anAutor()))).toBeLessThanOrEqual(6)
  for (let n = 0; n < 60; n++) fake.put('empresa', `e${n}`, anEmpresa({ empresaid: `e${n}` }))
  const rows = Array.from({ length: 40 }, (_, n) => {
    return { empresaid: `e${n}`, nome: 'Mesa', icredencial: 50, licredencial: 0 }
  })
  const one = rows.slice(0, 1)
  // For each company: the company, and that no other event begins; and whether their line is in the history.
  expect(await reading(() => storage.empresas.importRows(one, false, anAutor()))).toBe(3)
  expect(await reading(() => storage.empresas.importRows(rows, false, anAutor()))).toBe(121)
})

test('a pass of maintenance with nothing to do reads nine times and writes nothing, three times more once an hour', async () => {
  const on = await openOnFakes()
  const { services } = await startApp(() => ({ storage: on.storage }))
  const counts = () => readsOf(on) + on.fake.calls('RunAggregationQuery')
  const pass = async () => {
    const before = { reads: counts(), commits: on.fake.calls('Commit') }
    await maintain(services)
    return { reads: counts() - before.reads, writes: on.fake.calls('Commit') - before.commits }
  }
  expect(await pass()).toEqual({ reads: 12, writes: 1 })
  expect(await pass()).toEqual({ reads: 9, writes: 0 })
})

test('however many invitations a company holds, a claim, a registration and its page read the same', async () => {
  const readsWith = async (held: number) => {
    const { fake, storage } = await openOnFakes()
    fake.put('empresa', 'acme', anEmpresa({ empresaid: 'acme', icredencial: 900 }))
    for (let n = 0; n < held; n++) await storage.empresas.claim(aClaim('acme'))
    const before = fake.reads()
    const claim = aClaim('acme', { origem: 'uma-casa' })
    expect((await storage.empresas.claim(claim)).kind).toBe('claimed')
    expect((await storage.credenciais.register(aRegister({ claim }))).kind).toBe('registered')
    expect((await storage.empresas.find('acme', NOW))?.held).toBe(held)
    return fake.reads() - before
  }
  expect(await readsWith(300)).toBe(await readsWith(1))
})

test('300 claims at once of two processes on 250 invitations read some documents a claim, and grant exactly 250', async () => {
  const { fake, storage, openAnother } = await openOnFakes()
  const other = await openAnother()
  fake.put('empresa', 'acme', anEmpresa({ empresaid: 'acme', icredencial: 250 }))
  const before = fake.reads()
  const claims = Array.from({ length: 300 }, (_, n) =>
    (n % 2 === 0 ? storage : other).empresas.claim(aClaim('acme', { origem: `casa-${n}` })),
  )
  const kinds = (await Promise.all(claims)).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'claimed')).toHaveLength(250)
  expect(kinds.filter((kind) => kind === 'limit-reached')).toHaveLength(50)
  expect(fake.documents('empresa').get('acme')?.licredencial).toBe(250)
  expect((fake.reads() - before) / 300).toBeLessThanOrEqual(15)
})
