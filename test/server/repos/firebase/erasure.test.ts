import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import {
  aCadastro,
  aClaim,
  anAutor,
  anEmpresa,
  anEntrada,
  anInvitation,
  aRegister,
  NOW,
} from '../../../support/factories.ts'
import { aNovo } from '../../../contract/convite.cases.ts'
import { openOnFakes, type OnFakes } from '../../../support/firebase-fake.ts'
import { expectInvitations, ID, openWithEmpresa, registered } from '../../../support/firebase-convidado.ts'

/** Every collection the adapter writes to. */
const COLLECTIONS = [
  ...['empresa', 'credencial', 'reserva', 'chave', 'avip_outbox', 'aparelho', 'entrada', 'historico'],
  ...['planilha', 'convitepessoal', 'mesa', 'desistencia', 'meta'],
]

async function registerConvidados(
  { storage: { credenciais, avips } }: OnFakes,
  count: number,
): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, n) => String(NOW + n))
  for (const id of ids) await credenciais.register(aRegister({ now: Number(id) }))
  await avips.mirrorDue(Date.now())
  return ids
}

function expectNobodyLeft(on: OnFakes): void {
  for (const collection of ['credencial', 'chave', 'avip_outbox']) expect(on.ids(collection)).toEqual([])
  expect(on.rtdb.values()).toBeNull()
}

const drain = ({ storage }: OnFakes) => storage.avips.mirrorDue(Date.now())

test('erasing erases each avip from the realtime database once', async () => {
  const on = await openOnFakes()
  const ids = await registerConvidados(on, 40)
  expect(Object.keys(on.rtdb.value('avip') ?? {}).sort()).toEqual(ids)
  const before = on.rtdb.requests()
  expect(await on.storage.credenciais.erasePersonalData(anAutor())).toBe(40)
  expect(await drain(on)).toEqual({ mirrored: 40, due: 0 })
  // Plus one request for what there is.
  expect(on.rtdb.requests() - before).toBe(41)
  expectNobodyLeft(on)
})

test('erasing counts each guest once, though a commit’s answer was lost and another was refused', async () => {
  const on = await openOnFakes()
  await registerConvidados(on, 70)
  on.fake.failNext({ method: 'Commit', code: 14, when: 'after' })
  on.fake.failNext({ method: 'Commit', code: 10, when: 'before' })
  expect(await on.storage.credenciais.erasePersonalData(anAutor())).toBe(70)
  await drain(on)
  expectNobodyLeft(on)
})

test('erasing that fails half-way keeps what is done, and goes on from there', async () => {
  const on = await openOnFakes()
  await registerConvidados(on, 70)
  on.fake.failNext({ method: 'Commit', code: 0, when: 'before' })
  on.fake.failNext({ method: 'Commit', code: 7, when: 'before' })
  await expect(on.storage.credenciais.erasePersonalData(anAutor())).rejects.toMatchObject({
    name: 'StorageError',
  })
  expect(on.ids('credencial').length).toBe(40)
  expect(on.ids('chave').length).toBe(40)
  expect(on.ids('avip_outbox').length).toBe(30)
  expect(await on.storage.credenciais.erasePersonalData(anAutor())).toBe(40)
  await drain(on)
  expectNobodyLeft(on)
})

test('a realtime database that is away keeps no guest in Firestore; their avips go when it is back', async () => {
  const on = await openOnFakes()
  await registerConvidados(on, 3)
  await on.rtdb.refuse()
  await expect(on.storage.credenciais.erasePersonalData(anAutor())).rejects.toMatchObject({
    name: 'StorageError',
  })
  expect(on.ids('credencial')).toEqual([])
  expect(on.ids('chave')).toEqual([])
  await on.rtdb.accept()
  expect(on.rtdb.value('avip')).not.toBeNull()
  expect(await on.storage.credenciais.erasePersonalData(anAutor())).toBe(0)
  expect(await drain(on)).toEqual({ mirrored: 3, due: 0 })
  expectNobodyLeft(on)
})

test('avips and keys that lost their credencial are erased too, and no other value of the realtime database', async () => {
  const on = await openOnFakes()
  on.rtdb.put('avip/1500000000000', { vipid: '1500000000000', nome: 'ANTIGO' })
  on.rtdb.put('avip/50% do grupo', { nome: 'PORTARIA' })
  on.rtdb.put('outro', { valor: 1 })
  on.fake.put('chave', 'korfa', { credencialid: '1500000000000', reservaid: null })
  expect(await on.storage.credenciais.erasePersonalData(anAutor())).toBe(0)
  expect(await drain(on)).toEqual({ mirrored: 2, due: 0 })
  expect(on.ids('chave')).toEqual([])
  expect(on.rtdb.values()).toEqual({ outro: { valor: 1 } })
})

test('a guest who registers meanwhile is erased whole or kept whole', async () => {
  const on = await openOnFakes()
  await registerConvidados(on, 40)
  const another = (await on.openAnother()).credenciais
  const [, ...late] = await Promise.all([
    on.storage.credenciais.erasePersonalData(anAutor()),
    ...Array.from({ length: 10 }, (_, n) => another.register(aRegister({ now: NOW + 100 + n }))),
  ])
  expect(late.map(({ kind }) => kind)).toEqual(late.map(() => 'registered'))
  await drain(on)
  expect(on.ids('chave').length).toBe(on.ids('credencial').length)
  expect(Object.keys(on.rtdb.value('avip') ?? {}).sort()).toEqual(on.ids('credencial').sort())
})

test('a guest who is paid for while being removed gives the invitation back, and the reserva names nobody', async () => {
  const on = await openWithEmpresa()
  const request = aRegister({ origem: 'uma-casa' })
  const { credencialid } = await registered(on, request)
  const another = await on.openAnother()
  const asked = on.fake.calls('RunQuery')
  // The first search for a payer finds none, and answers late.
  on.fake.failNext({ method: 'RunQuery', code: 0, when: 'after', delayMs: 300 })
  const removal = on.storage.credenciais.remove(credencialid, true, anAutor())
  await expect.poll(() => on.fake.calls('RunQuery')).toBeGreaterThan(asked)
  const convite = aClaim(ID, { origem: 'uma-casa' })
  expect((await another.credenciais.register({ ...request, claim: convite })).kind).toBe('already-registered')
  expect(await removal).toEqual({ kind: 'removed', returned: ID })
  expectInvitations(on, 0)
  expect([...on.fake.documents('reserva').values()]).toMatchObject([
    { estado: 'liberada', origem: null, ritmo: null, sid: '' },
  ])
})

for (const [what, hasBefore] of [
  ['the first erasure', false],
  ['another erasure', true],
] as const)
  test(`what was noted at the door and is stored while ${what} takes place is in no document afterwards`, async () => {
    const on = await openOnFakes()
    const another = await on.openAnother()
    if (hasBefore) await on.storage.credenciais.erasePersonalData(anAutor())
    await registerConvidados(on, 3)
    const noted = (seq: number) => anEntrada('', { seq, anotado: 'TIA ZEZE' })
    for (let n = 0; n < 8; n++) {
      const erasing = on.storage.credenciais.erasePersonalData(anAutor())
      const adding = Array.from({ length: 6 }, async (_, k) => {
        await sleep(k * 15)
        await another.entradas.add([noted(n * 10 + k)], null)
      })
      await Promise.all([erasing, ...adding])
      for (const [, stored] of on.fake.documents('entrada')) expect(stored.anotado).toBeNull()
      await on.storage.credenciais.register(aRegister({ now: NOW + 100 + n }))
    }
    expect(on.ids('entrada')).toHaveLength(48)
  })

test('a fact that was decided before the erasure and comes after it is decided again', async () => {
  const on = await openOnFakes()
  const another = await on.openAnother()
  on.fake.failNext({ method: 'Commit', code: 0, when: 'before', delayMs: 400 })
  const adding = another.entradas.add([anEntrada('', { anotado: 'TIA ZEZE' })], null)
  await sleep(100)
  await on.storage.credenciais.erasePersonalData(anAutor())
  await adding
  expect([...on.fake.documents('entrada').values()].map(({ anotado }) => anotado)).toEqual([null])
})

test('after the erasure no document holds anything that was typed, whatever comes afterwards', async () => {
  const on = await openOnFakes()
  const { credenciais, convites, desistencias, entradas, equipe, planilhas, avips } = on.storage
  const cadastro = aCadastro({ nome: 'ZULMIRA LIMA', telefone: '37998123401', email: 'zulmira@exemplo.com' })
  on.fake.put(
    'empresa',
    'mesa',
    anEmpresa({ empresaid: 'mesa', contato: 'HELENA', solicitante: 'DIRETORIA' }),
  )
  await credenciais.register(aRegister({ cadastro, claim: aClaim('mesa') }))
  const desistencia = { credencialid: String(NOW), empresaid: null, now: NOW, isClosed: false }
  await desistencias.withdraw(desistencia, anAutor())
  await convites.create('mesa', [aNovo('TIA BERENICE')], NOW, anAutor())
  await entradas.add([anEntrada('', { anotado: 'SEU ELEUTERIO' })], anAutor())
  await equipe.invite(anInvitation({ nome: 'CLOTILDE' }), anAutor())
  const arquivo = { planilhaid: 'p', enviadaem: NOW, tipo: 'convidados', arquivo: 'GENOVEVA.csv' } as const
  await planilhas.put({ ...arquivo, bytes: new TextEncoder().encode('GENOVEVA') })
  await avips.mirrorDue(Date.now())
  const everything = () => {
    const documents = COLLECTIONS.map((name) => [...on.fake.documents(name)])
    return JSON.stringify([documents, on.rtdb.values()])
  }
  const TYPED =
    /ZULMIRA|37998123401|HELENA|DIRETORIA|BERENICE|ELEUTERIO|CLOTILDE|GENOVEVA|ESCOLASTICA|PERPETUA/i
  expect(everything()).toMatch(TYPED)

  await credenciais.erasePersonalData(anAutor(), undefined, { isEarlyAllowed: true, areContactsErased: true })
  await entradas.add([anEntrada('', { anotado: 'ESCOLASTICA', modo: 'busca' })], anAutor())
  const late = { ...cadastro, nome: 'PERPETUA LIMA' }
  await credenciais.register(aRegister({ cadastro: late, isClosed: true, claim: aClaim('mesa') }))
  await avips.mirrorDue(Date.now())
  expect(everything()).not.toMatch(TYPED)
})
