import { expect, test } from 'vitest'
import { besideOf, newChave } from '../../../../server/domain/acesso.ts'
import { DuplicateEmpresaError } from '../../../../server/domain/errors.ts'
import { aCadastro, aClaim, anAutor, anEmpresa, aRegister, HOLD_MS, NOW } from '../../../support/factories.ts'
import { openOnFakes, type OnFakes } from '../../../support/firebase-fake.ts'
import { registered } from '../../../support/registered.ts'

const ID = '7'
const CREDENCIAL_FIELDS = [
  ...['controle', 'cpf', 'credencialid', 'email', 'empresaid', 'nome', 'qrcode', 'telefone', 'tipo'],
  'usuarioid',
]
const AVIP_FIELDS = ['controle', 'cpf', 'nome', 'tipo', 'usuarioid', 'vipid']

/** Companies as the former product on this database may have left them, each under id `7`. */
const LEFT_THERE: Record<string, { id: string; document: Record<string, unknown> }> = {
  'counters stored as text': {
    id: ID,
    document: anEmpresa({ empresaid: ID, icredencial: '10', licredencial: '5' }),
  },
  'fields missing': {
    id: ID,
    document: { empresaid: ID, nome: 'Fazenda', icredencial: 10, licredencial: 5 },
  },
  'a document that is not named by its empresaid': {
    id: 'xK2uV9',
    document: anEmpresa({ empresaid: ID, licredencial: 5 }),
  },
  'an empresaid stored as a number': {
    id: 'xK2uV9',
    document: { ...anEmpresa({ icredencial: '10', licredencial: '5' }), empresaid: 7 },
  },
  'fields this product does not know': {
    id: ID,
    document: {
      ...anEmpresa({ empresaid: ID, licredencial: 5 }),
      'mesa.cor': 'azul',
      criadaem: NOW,
      tags: ['a'],
    },
  },
}

async function withEmpresa(id: string, document: Record<string, unknown>): Promise<OnFakes> {
  const on = await openOnFakes()
  on.fake.put('empresa', id, document)
  return on
}

for (const [name, { id, document }] of Object.entries(LEFT_THERE)) {
  test(`${name}: the company is found, claimed, paid from and given back to, and only licredencial changes`, async () => {
    const { storage, empresa, ids } = await withEmpresa(id, document)
    expect(await storage.empresas.find(ID, NOW)).toMatchObject({ left: 5, empresa: { icredencial: 10 } })
    expect(empresa(id)).toEqual(document)

    const claim = aClaim(ID)
    expect((await storage.empresas.claim(claim)).kind).toBe('claimed')
    expect(empresa(id)).toEqual({ ...document, licredencial: 6 })

    await storage.credenciais.register(aRegister({ claim }))
    await storage.credenciais.register(aRegister({ claim: aClaim(ID) }))
    expect(empresa(id)).toEqual({ ...document, licredencial: 7 })

    await storage.empresas.claim(aClaim(ID))
    expect(await storage.empresas.releaseEnded(NOW + HOLD_MS)).toBe(1)
    expect(empresa(id)).toEqual({ ...document, licredencial: 7 })
    expect(ids('empresa')).toEqual([id])
  })
}

test('what somebody else changes in a company while a claim is on its way is kept', async () => {
  const document = anEmpresa({ empresaid: ID, licredencial: 5 })
  const { fake, storage, empresa } = await withEmpresa(ID, document)
  fake.failNext({ method: 'Commit', code: 0, when: 'before', delayMs: 200 })
  const claim = storage.empresas.claim(aClaim(ID))
  await expect.poll(() => fake.calls('Commit')).toBe(1)
  fake.put('empresa', ID, { ...document, nome: 'Outro', licredencial: 7 })
  expect((await claim).kind).toBe('claimed')
  expect(empresa(ID)).toEqual({ ...document, nome: 'Outro', licredencial: 8 })
})

test('the last invitation of a company counted in text is the last', async () => {
  const { storage, empresa } = await withEmpresa('a', anEmpresa({ empresaid: ID, licredencial: '9' }))
  const kinds = []
  for (let n = 0; n < 3; n++) kinds.push((await storage.empresas.claim(aClaim(ID))).kind)
  expect(kinds).toEqual(['claimed', 'limit-reached', 'limit-reached'])
  expect(empresa('a').licredencial).toBe(10)
})

test('a company stored twice keeps no other from being listed, imported or exported with its guests', async () => {
  const { fake, storage } = await withEmpresa('a', anEmpresa({ empresaid: ID }))
  fake.put('empresa', 'b', { ...anEmpresa(), empresaid: 7 })
  const row = { empresaid: 'outra', nome: 'Outra', icredencial: 20, licredencial: 0 }
  expect(await storage.empresas.importRows([row], false, anAutor())).toMatchObject({ inserted: 1 })
  const { empresas, broken } = await storage.empresas.list(NOW)
  expect(empresas.map(({ empresa }) => empresa.empresaid)).toEqual(['outra'])
  expect(broken.map(({ name }) => name)).toEqual(['DuplicateEmpresaError'])
  await storage.credenciais.register(aRegister({ claim: aClaim('outra') }))
  const convidados = []
  for await (const convidado of storage.painel.list()) convidados.push(convidado.empresa?.nome)
  expect(convidados).toEqual(['Outra'])
})

test('a company stored twice is refused with the names of both documents, whatever is asked of it', async () => {
  const { fake, storage, empresa } = await withEmpresa('a', anEmpresa({ empresaid: ID }))
  const other = { ...anEmpresa(), empresaid: 7 }
  fake.put('empresa', 'b', other)
  const row = { empresaid: ID, nome: 'Fazenda', icredencial: 20, licredencial: 0 }
  for (const act of [
    () => storage.empresas.find(ID, NOW),
    () => storage.empresas.claim(aClaim(ID)),
    () => storage.empresas.importRows([row], true, anAutor()),
    () => storage.credenciais.register(aRegister({ claim: aClaim(ID) })),
  ]) {
    const refusal = await act().then(String, (error: unknown) => error)
    expect(refusal).toBeInstanceOf(DuplicateEmpresaError)
    expect(refusal).toMatchObject({ empresaid: ID, documents: ['a', 'b'] })
    expect(String(refusal)).toContain('documents a, b')
  }
  expect(empresa('b')).toEqual(other)
  expect(fake.documents('credencial').size + fake.documents('reserva').size).toBe(0)
})

test('a refused company does not spoil the claims of another that wait with it', async () => {
  const { fake, storage } = await withEmpresa('a', anEmpresa({ empresaid: ID }))
  fake.put('empresa', 'b', anEmpresa({ empresaid: ID }))
  fake.put('empresa', 'c', anEmpresa({ empresaid: '8' }))
  const [twice, once] = await Promise.allSettled([
    storage.empresas.claim(aClaim(ID)),
    storage.empresas.claim(aClaim('8')),
  ])
  expect(twice.status).toBe('rejected')
  expect(once).toMatchObject({ status: 'fulfilled', value: { kind: 'claimed' } })
})

test('documents of the collection without an empresaid are no companies, and disturb none', async () => {
  const { fake, storage } = await withEmpresa('a', anEmpresa({ empresaid: ID }))
  fake.put('empresa', 'b', { nome: 'rascunho' })
  fake.put('empresa', 'c', { nome: 'outro' })
  const { empresas, broken } = await storage.empresas.list(NOW)
  expect(broken).toEqual([])
  expect(empresas.map(({ empresa: { empresaid } }) => empresaid)).toEqual([ID])
  const row = { empresaid: '8', nome: 'Fazenda', icredencial: 20, licredencial: 0 }
  expect(await storage.empresas.importRows([row], false, anAutor())).toMatchObject({
    inserted: 1,
    refused: [],
  })
})

test('importing a known company writes the columns given and leaves its number and its other fields', async () => {
  const document = { empresaid: 7, nome: 'Antes', icredencial: '10', licredencial: '5', lote: 'B' }
  const { storage, empresa, ids } = await withEmpresa('a', document)
  const row = { empresaid: ID, nome: 'Depois', icredencial: 20, licredencial: 0 }
  expect(await storage.empresas.importRows([row], false, anAutor())).toEqual({
    inserted: 0,
    updated: 1,
    refused: [],
  })
  expect(empresa('a')).toMatchObject({ nome: 'Depois', icredencial: 20, licredencial: '5', lote: 'B' })
  expect(Object.keys(empresa('a')).sort()).toEqual(Object.keys(document).sort())
  expect(ids('empresa')).toEqual(['a'])
})

test('a credencial with missing fields and numbers is read with empty text and digits', async () => {
  const { fake, storage } = await openOnFakes()
  fake.put('credencial', '1600000000000', { nome: 'ANA', cpf: '123', telefone: 11987654321 })
  const credencial = {
    credencialid: '1600000000000',
    nome: 'ANA',
    cpf: '123',
    telefone: '11987654321',
    empresaid: '',
    usuarioid: '',
    email: '',
    qrcode: '',
    tipo: '',
    controle: '',
  }
  const convidado = { credencial, ...besideOf(newChave('')), empresa: null }
  expect(await storage.credenciais.findById('1600000000000')).toEqual(convidado)
  expect(await storage.credenciais.findByCpf('123')).toEqual([convidado])
  const listed = []
  for await (const each of storage.painel.list()) listed.push(each)
  expect(listed).toMatchObject([convidado])
})

test('correcting an old credencial changes the three fields and adds none but those', async () => {
  const { fake, storage } = await openOnFakes()
  const old = {
    credencialid: '1600000000000',
    nome: 'ANA',
    cpf: '123',
    telefone: '1',
    email: '',
    cor: 'azul',
  }
  fake.put('credencial', old.credencialid, old)
  const cadastro = aCadastro({ nome: 'ANA LIMA', telefone: '11987654321', email: 'ana@exemplo.com' })
  const request = { credencialid: old.credencialid, cadastro, shown: null, chaveOf: () => 'ana' }
  expect((await storage.credenciais.correct(request, anAutor())).kind).toBe('corrected')
  expect(fake.documents('credencial').get(old.credencialid)).toEqual({ ...old, ...cadastro })
})

test('a new credencial has the ten fields and no other, its avip the six; new collections stand beside', async () => {
  const { fake, rtdb, storage } = await withEmpresa('a', anEmpresa({ empresaid: ID }))
  fake.put('credencial', '1600000000000', { nome: 'ANA' })
  const credencialid = await registered(storage.credenciais, { claim: aClaim(ID) })
  await storage.avips.mirror(credencialid)
  const stored = fake.documents('credencial').get(credencialid) ?? {}
  expect(Object.keys(stored).sort()).toEqual(CREDENCIAL_FIELDS)
  expect(Object.values(stored).every((value) => typeof value === 'string')).toBe(true)
  expect(Object.keys(rtdb.value(`avip/${credencialid}`) ?? {}).sort()).toEqual(AVIP_FIELDS)
  expect(rtdb.values()).toEqual({ avip: { [credencialid]: rtdb.value(`avip/${credencialid}`) } })
  expect(fake.documents('credencial').get('1600000000000')).toEqual({ nome: 'ANA' })
})
