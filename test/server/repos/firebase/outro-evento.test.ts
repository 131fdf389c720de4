import { expect, test } from 'vitest'
import type { ComecarRequest } from '../../../../server/domain/outro-evento.ts'
import { aClaim, anAutor, anEmpresa, anEventoGravado, aRegister, NOW } from '../../../support/factories.ts'
import { openOnFakes, type OnFakes } from '../../../support/firebase-fake.ts'

/** An event whose guests are erased, with companies that hold invitations and paid. */
async function openErased(): Promise<OnFakes & { request: ComecarRequest }> {
  const on = await openOnFakes()
  const { credenciais, empresas, eventos } = on.storage
  const evento = anEventoGravado()
  await eventos.adotar(evento, NOW)
  for (const empresaid of ['mesa', 'outra']) {
    on.fake.put('empresa', empresaid, anEmpresa({ empresaid }))
    for (let n = 0; n < 3; n++) await empresas.claim(aClaim(empresaid))
    const claim = aClaim(empresaid)
    await credenciais.register(aRegister({ claim }))
  }
  await credenciais.erasePersonalData(anAutor())
  const request = {
    de: evento.eventoid,
    eventoid: 'proximo',
    areContactsErased: false,
    balanco: null,
    entradas: null,
  }
  return { ...on, request }
}

function expectBegun({ empresa, ids, fake }: OnFakes): void {
  for (const empresaid of ['mesa', 'outra']) expect(empresa(empresaid).licredencial).toBe(0)
  for (const of of ['reserva', 'pendentes', 'credencial', 'chave', 'entrada']) expect(ids(of)).toEqual([])
  expect([...fake.documents('historico').values()].map(({ ato }) => ato)).toEqual(['comecou-evento'])
  const stored = JSON.parse(String(fake.documents('evento').get('evento')?.gravado)) as object
  expect(stored).toMatchObject({ eventoid: 'proximo', evento: null, comeco: null, versao: 2 })
}

for (const cut of [1, 2, 3, 4]) {
  test(`a beginning cut off after ${cut} of its parts shows no event, and another process goes on with it`, async () => {
    const on = await openErased()
    const commits = on.fake.calls('Commit')
    // These pass without a fault: code 0 after the commit answers as usual.
    const pass = { method: 'Commit', code: 0, when: 'after' } as const
    for (let n = 0; n < cut; n++) on.fake.failNext(pass)
    on.fake.failNext({ method: 'Commit', code: 7, when: 'before' })
    await expect(on.storage.eventos.comecarOutro(on.request, anAutor())).rejects.toMatchObject({
      name: 'StorageError',
    })
    expect(on.fake.calls('Commit') - commits).toBe(cut + 1)
    const another = await on.openAnother()
    expect(await another.eventos.find()).toMatchObject({ evento: null, comeco: { areContactsErased: false } })
    expect(await another.eventos.terminarComeco()).toBe(true)
    expectBegun(on)
    expect(await another.eventos.terminarComeco()).toBe(false)
  })
}

test('whoever describes the next event goes on with a beginning that was cut off', async () => {
  const on = await openErased()
  on.fake.failNext({ method: 'Commit', code: 0, when: 'after' })
  on.fake.failNext({ method: 'Commit', code: 7, when: 'before' })
  await expect(on.storage.eventos.comecarOutro(on.request, anAutor())).rejects.toThrow()
  const asked = { avisar: false, cancelado: false, imagemid: null, versao: null, eventoid: 'x', now: NOW }
  const { evento } = anEventoGravado()
  const another = await on.openAnother()
  expect(await another.eventos.gravar({ ...asked, evento }, anAutor())).toMatchObject({
    gravado: { eventoid: 'proximo', versao: 3, anteriores: [{ passouem: NOW }] },
  })
  expect(on.ids('reserva')).toEqual([])
})

test('commits whose answers were lost, or were refused, begin it once', async () => {
  const on = await openErased()
  for (let n = 0; n < 4; n++) {
    on.fake.failNext({ method: 'Commit', code: 14, when: 'after' })
    on.fake.failNext({ method: 'Commit', code: 10, when: 'before' })
  }
  expect(await on.storage.eventos.comecarOutro(on.request, anAutor())).toMatchObject({ kind: 'comecou' })
  expectBegun(on)
})

test('two processes that go on with one beginning end it once, and spare what is of the next event', async () => {
  const on = await openErased()
  on.fake.failNext({ method: 'Commit', code: 0, when: 'after' })
  on.fake.failNext({ method: 'Commit', code: 7, when: 'before' })
  await expect(on.storage.eventos.comecarOutro(on.request, anAutor())).rejects.toThrow()
  const another = await on.openAnother()
  await Promise.all([on.storage, another].map(({ eventos }) => eventos.terminarComeco()))
  expectBegun(on)
})

test('the board of who begins it shows at once what is left', async () => {
  const on = await openErased()
  expect(await on.storage.painel.count(NOW)).toMatchObject({ reservados: 6, livres: 12 })
  await on.storage.eventos.comecarOutro(on.request, anAutor())
  expect(await on.storage.painel.count(NOW)).toMatchObject({ reservados: 0, livres: 20 })
})
