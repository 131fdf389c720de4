import { expect, test } from 'vitest'
import type { RegisterRequest } from '../../../server/domain/register.ts'
import { aClaim, anAutor, anEmpresa, aRegister } from '../../support/factories.ts'
import type { OnFakes } from '../../support/firebase-fake.ts'
import {
  expectInvitations,
  expectOneConvidado,
  ID,
  openWithEmpresa,
  registered,
} from '../../support/firebase-convidado.ts'

const CODES = [
  { code: 10, name: 'ABORTED' },
  { code: 14, name: 'UNAVAILABLE' },
  { code: 4, name: 'DEADLINE_EXCEEDED' },
  { code: 2, name: 'UNKNOWN' },
]

/** Every act that writes for a guest: what happens before the fault, the act, and the result it must have. */
const ACTS: Record<string, (on: OnFakes, fail: () => void) => Promise<void>> = {
  async 'a claim'(on, fail) {
    const request = aClaim(ID)
    fail()
    const outcome = await on.storage.empresas.claim(request)
    expect(outcome).toMatchObject({ kind: 'claimed', reserva: { reservaid: request.reservaid } })
    expectInvitations(on, 1)
    expect(await on.storage.empresas.claim({ ...request, reservaid: 'another' })).toEqual(outcome)
    expectInvitations(on, 1)
  },
  async 'a registration without a company'(on, fail) {
    const request = aRegister()
    fail()
    await expectOneConvidado(on, request, await registered(on, request))
    expectInvitations(on, 0)
  },
  async 'a registration paid by a hold'(on, fail) {
    const convite = aClaim(ID)
    await on.storage.empresas.claim(convite)
    const request = aRegister({ claim: convite })
    fail()
    const told = await registered(on, request)
    await expectOneConvidado(on, request, told)
    expectInvitations(on, 1)
    expect(on.fake.documents('reserva').get(convite.reservaid)).toMatchObject({
      estado: 'usada',
      credencialid: told.credencialid,
    })
  },
  async 'a registration that claims another'(on, fail) {
    const request = aRegister({ claim: aClaim(ID) })
    fail()
    await expectOneConvidado(on, request, await registered(on, request))
    expectInvitations(on, 1)
  },
  async 'a known guest nobody has paid for'(on, fail) {
    const request = aRegister()
    const known = await registered(on, request)
    const paying = { ...request, claim: aClaim(ID) }
    fail()
    expect(await registered(on, paying)).toEqual(known)
    await expectOneConvidado(on, paying, known)
    expectInvitations(on, 1)
  },
  async 'a known guest who gives a hold back'(on, fail) {
    const request = aRegister({ claim: aClaim(ID) })
    const known = await registered(on, request)
    const hold = aClaim(ID)
    await on.storage.empresas.claim(hold)
    const again = { ...request, claim: hold }
    fail()
    expect(await registered(on, again)).toEqual(known)
    await expectOneConvidado(on, again, known)
    expectInvitations(on, 1)
  },
  async 'a row of a queue taken, opened and told of'(on, fail) {
    const { credencialid: para } = await registered(on, aRegister())
    const destino = { tipo: 'lembrete', para, versao: 0, numero: 'n' } as const
    const others = [await registered(on, aRegister()), await registered(on, aRegister())]
    const queue = [destino, ...others.map(({ credencialid }) => ({ ...destino, para: credencialid }))]
    const { envios } = on.storage
    const quem = 'cida'
    fail()
    expect(await envios.take(queue, anAutor({ quem }))).toEqual(destino)
    expect(await envios.find('lembrete', para)).toMatchObject({ estado: 'pego', quem })
    expect(await envios.find('lembrete', queue[1]?.para ?? '')).toBeNull()
    fail()
    expect(await envios.open(destino, false, anAutor({ quem }))).toMatchObject({ kind: 'aberto' })
    fail()
    await envios.tell(destino, 'enviado', anAutor({ quem }))
    expect(await envios.find('lembrete', para)).toMatchObject({ estado: 'enviado', quem })
  },
  async 'a removal that returns the invitation'(on, fail) {
    const { credencialid } = await registered(on, aRegister({ claim: aClaim(ID) }))
    fail()
    expect(await on.storage.credenciais.remove(credencialid, true, anAutor())).toEqual({
      kind: 'removed',
      returned: ID,
    })
    expect([on.ids('credencial'), on.ids('chave')]).toEqual([[], []])
    expectInvitations(on, 0)
  },
}

for (const [name, act] of Object.entries(ACTS)) {
  for (const { code, name: codeName } of CODES) {
    test.each([
      { when: 'after', times: 1 },
      { when: 'before', times: 3 },
      { when: 'after', times: 3 },
    ] as const)(
      `${name} is done once though the commit ends ${codeName} $when it, $times times`,
      async (how) => {
        const on = await openWithEmpresa()
        await act(on, () => on.fake.failNext({ method: 'Commit', code, ...how }))
      },
    )
  }

  if (name.startsWith('a removal')) continue
  for (const method of ['BatchGetDocuments', 'RunQuery'] as const) {
    test.each(CODES)(`${name} is done once though ${method} ends $name twice`, async ({ code }) => {
      const on = await openWithEmpresa()
      await act(on, () => on.fake.failNext({ method, code, when: 'before', times: 2 }))
    })
  }
}

test('two servers on the last five invitations grant five', async () => {
  const on = await openWithEmpresa()
  const servers = [on.storage, await on.openAnother()]
  on.fake.put('empresa', ID, anEmpresa({ empresaid: ID, icredencial: 10, licredencial: 5 }))
  const claims = Array.from({ length: 20 }, (_, n) =>
    (servers[n % 2] ?? on.storage).empresas.claim(aClaim(ID)),
  )
  const kinds = (await Promise.all(claims)).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'claimed')).toHaveLength(5)
  expect(kinds.filter((kind) => kind === 'limit-reached')).toHaveLength(15)
  expect([on.empresa(ID).licredencial, on.ids('reserva').length]).toEqual([10, 5])
})

test('guests who register at two servers in one millisecond get an id each, and one who asks at both gets one', async () => {
  const on = await openWithEmpresa()
  const servers = [on.storage, await on.openAnother()]
  const register = (n: number, request: RegisterRequest) =>
    (servers[n % 2] ?? on.storage).credenciais.register(request)
  await Promise.all(Array.from({ length: 20 }, (_, n) => register(n, aRegister())))
  expect(on.ids('credencial')).toHaveLength(20)
  expect(on.ids('chave')).toHaveLength(20)

  const request = aRegister()
  const same = await Promise.all(Array.from({ length: 10 }, (_, n) => register(n, request)))
  expect(new Set(same.map((each) => 'credencial' in each && each.credencial.credencialid)).size).toBe(1)
  expect([on.ids('credencial').length, on.ids('chave').length]).toEqual([21, 21])
})

test('an act without permission is not tried again: StorageError at once, and nothing is written', async () => {
  const on = await openWithEmpresa()
  for (const [method, act] of [
    ['Commit', () => on.storage.empresas.claim(aClaim(ID))],
    ['Commit', () => on.storage.credenciais.register(aRegister())],
    ['RunQuery', () => on.storage.empresas.claim(aClaim(ID))],
    ['BatchGetDocuments', () => on.storage.credenciais.register(aRegister())],
  ] as const) {
    const before = on.fake.calls(method)
    on.fake.failNext({ method, code: 7, when: 'before' })
    await expect(act()).rejects.toMatchObject({ name: 'StorageError' })
    expect(on.fake.calls(method) - before).toBeLessThanOrEqual(2)
  }
  expect(on.ids('credencial')).toEqual([])
  expectInvitations(on, 0)
})
