import { expect, test } from 'vitest'
import { listRepetidos } from '../../../server/use-cases/repetidos.ts'
import { registerConvidado } from '../../../server/use-cases/registration.ts'
import { aPainel, aConvidadoOf, type Painel } from '../../support/a-painel.ts'
import { aCadastro } from '../../support/factories.ts'

const ANA = aCadastro({ nome: 'Ana Lima', telefone: '(65) 98765-5432', email: '' })

const register = (painel: Painel, fields: Partial<Parameters<typeof registerConvidado>[1]> = {}) =>
  registerConvidado(painel, { values: ANA, empresaid: null, isOther: false, ...fields }, painel.autor())

async function registered(painel: Painel, fields: Parameters<typeof register>[1] = {}): Promise<string> {
  const result = await register(painel, fields)
  if (result.kind !== 'registered') throw new Error(result.kind)
  return result.credencialid
}

test('the organiser registers without a company, mirrored and in the history, and no address is kept', async () => {
  const painel = aPainel()
  const id = await registered(painel)
  expect(painel.store.get('credenciais', id)).toMatchObject({ nome: 'ANA LIMA', telefone: '65987655432' })
  expect(painel.mirrored).toEqual([id])
  expect(painel.linhasOf(id)).toEqual(['cadastrou'])
  expect(painel.store.all('chaves')).toMatchObject([{ credencialid: id, origem: null, recibo: null }])
})

test('a company pays with an invitation newly taken, until LIMITE ATINGIDO, and then nothing is stored', async () => {
  const painel = aPainel()
  painel.putEmpresa({ empresaid: 'serra', icredencial: 1 })
  const id = await registered(painel, { empresaid: 'serra' })
  expect(painel.store.all('reservas')).toMatchObject([
    { empresaid: 'serra', estado: 'usada', credencialid: id, origem: null },
  ])
  const values = { ...ANA, nome: 'Bia Reis' }
  expect(await register(painel, { values, empresaid: 'serra' })).toMatchObject({ kind: 'limit-reached' })
  expect(await register(painel, { values, empresaid: 'nobody' })).toEqual({ kind: 'empresa-not-found' })
  expect(painel.store.count('credenciais')).toBe(1)
  expect(painel.store.get('empresas', 'serra')).toMatchObject({ licredencial: 1 })
  expect(painel.store.all('historico')).toHaveLength(1)
})

test('neither the pace of an address nor the closing of registrations binds the organiser', async () => {
  const painel = aPainel()
  painel.putEmpresa({ empresaid: 'serra', icredencial: 40 })
  for (let n = 0; n < 30; n++) {
    const values = { ...ANA, telefone: `659876500${String(n).padStart(2, '0')}` }
    await registered(painel, { values, empresaid: 'serra' })
  }
  expect(painel.store.get('empresas', 'serra')).toMatchObject({ licredencial: 30 })
})

test('every field that is wrong is told at once, the twin too, and nothing is stored', async () => {
  const painel = aPainel()
  const ana = await aConvidadoOf(painel)
  const wrong = await register(painel, { values: aCadastro({ nome: '', telefone: '1', email: 'x' }) })
  expect(wrong).toMatchObject({ kind: 'refused', repetido: null })
  expect(wrong.kind === 'refused' && Object.keys(wrong.errors)).toEqual(['nome', 'telefone', 'email'])
  const result = await register(painel, { values: { ...ANA, email: 'ana@' } })
  expect(result).toMatchObject({
    kind: 'refused',
    errors: { email: expect.any(String) as string },
    repetido: { isExact: true, convidado: { credencial: { credencialid: ana } } },
  })
  expect(painel.store.count('credenciais')).toBe(1)
})

test('a guest known already is named, and stays as stored: no e-mail filled in, no invitation spent', async () => {
  const painel = aPainel()
  painel.putEmpresa({ empresaid: 'serra' })
  const ana = await aConvidadoOf(painel)
  const again = { values: { ...ANA, email: 'ana@exemplo.com' }, empresaid: 'serra', isOther: true }
  expect(await register(painel, again)).toMatchObject({
    kind: 'refused',
    errors: {},
    repetido: { isExact: true, convidado: { credencial: { credencialid: ana } } },
  })
  expect(painel.store.get('credenciais', ana)).toMatchObject({ email: '' })
  expect(painel.store.get('empresas', 'serra')).toMatchObject({ licredencial: 0 })
  expect(painel.linhasOf(ana)).toEqual([])
})

test('a guest stored with an old mobile is known by the present one', async () => {
  const painel = aPainel()
  const ana = await aConvidadoOf(painel, { telefone: '6587655432' })
  expect(await register(painel)).toMatchObject({
    repetido: { isExact: true, convidado: { credencial: { credencialid: ana } } },
  })
})

test('a guest alike in other words is named, and registered when the organiser says it is somebody else', async () => {
  const painel = aPainel()
  const ana = await aConvidadoOf(painel, { nome: 'LIMA DE ANA' })
  const refused = await register(painel)
  expect(refused).toMatchObject({
    repetido: { isExact: false, convidado: { credencial: { credencialid: ana } } },
  })
  expect(await listRepetidos(painel)).toEqual([])
  const credencialid = await registered(painel, { isOther: true })
  expect(painel.store.count('credenciais')).toBe(2)
  // The organiser is not asked again.
  expect(await listRepetidos(painel)).toEqual([])
  expect(painel.linhasOf(credencialid)).toEqual(['cadastrou', 'separou'])
})

test('two organisers register one guest at once: one does, the other is told, one invitation is spent', async () => {
  const painel = aPainel()
  painel.putEmpresa({ empresaid: 'serra' })
  const results = await Promise.all([1, 2].map(() => register(painel, { empresaid: 'serra' })))
  expect(results.map(({ kind }) => kind).sort()).toEqual(['refused', 'registered'])
  expect(painel.store.count('credenciais')).toBe(1)
  expect(painel.store.get('empresas', 'serra')).toMatchObject({ licredencial: 1 })
  expect(painel.store.all('historico').map(({ ato }) => ato)).toEqual(['cadastrou'])
})
