import { expect, test } from 'vitest'
import { listPairs } from '../../../server/use-cases/repetidos.ts'
import { registerGuest } from '../../../server/use-cases/register-guest.ts'
import { aBoard, aGuestOf, type Board } from '../../support/a-board.ts'
import { aCadastro } from '../../support/factories.ts'

const ANA = aCadastro({ nome: 'Ana Lima', telefone: '(65) 98765-5432', email: '' })

const register = (board: Board, fields: Partial<Parameters<typeof registerGuest>[1]> = {}) =>
  registerGuest(board, { values: ANA, empresaid: null, isOther: false, ...fields }, board.autor())

async function registered(board: Board, fields: Parameters<typeof register>[1] = {}): Promise<string> {
  const result = await register(board, fields)
  if (result.kind !== 'registered') throw new Error(result.kind)
  return result.credencialid
}

test('the organiser registers without a company, mirrored and in the history, and no address is kept', async () => {
  const board = aBoard()
  const id = await registered(board)
  expect(board.store.credenciais.get(id)).toMatchObject({ nome: 'ANA LIMA', telefone: '65987655432' })
  expect(board.mirrored).toEqual([id])
  expect(board.acts(id)).toEqual(['cadastrou'])
  expect([...board.store.chaves.values()]).toMatchObject([{ credencialid: id, origem: null, recibo: null }])
})

test('a company pays with an invitation newly taken, until LIMITE ATINGIDO, and then nothing is stored', async () => {
  const board = aBoard()
  board.putEmpresa({ empresaid: 'serra', icredencial: 1 })
  const id = await registered(board, { empresaid: 'serra' })
  expect([...board.store.reservas.values()]).toMatchObject([
    { empresaid: 'serra', estado: 'usada', credencialid: id, origem: null },
  ])
  const values = { ...ANA, nome: 'Bia Reis' }
  expect(await register(board, { values, empresaid: 'serra' })).toMatchObject({ kind: 'limit-reached' })
  expect(await register(board, { values, empresaid: 'nobody' })).toEqual({ kind: 'empresa-not-found' })
  expect(board.store.credenciais.size).toBe(1)
  expect(board.store.empresas.get('serra')).toMatchObject({ licredencial: 1 })
  expect([...board.store.historico.values()]).toHaveLength(1)
})

test('neither the pace of an address nor the closing of registrations binds the organiser', async () => {
  const board = aBoard()
  board.putEmpresa({ empresaid: 'serra', icredencial: 40 })
  for (let n = 0; n < 30; n++) {
    const values = { ...ANA, telefone: `659876500${String(n).padStart(2, '0')}` }
    await registered(board, { values, empresaid: 'serra' })
  }
  expect(board.store.empresas.get('serra')).toMatchObject({ licredencial: 30 })
})

test('every field that is wrong is told at once, the twin too, and nothing is stored', async () => {
  const board = aBoard()
  const ana = await aGuestOf(board)
  const wrong = await register(board, { values: aCadastro({ nome: '', telefone: '1', email: 'x' }) })
  expect(wrong).toMatchObject({ kind: 'refused', twin: null })
  expect(wrong.kind === 'refused' && Object.keys(wrong.errors)).toEqual(['nome', 'telefone', 'email'])
  const result = await register(board, { values: { ...ANA, email: 'ana@' } })
  expect(result).toMatchObject({
    ...{ kind: 'refused', errors: { email: expect.any(String) as string } },
    twin: { isExact: true, convidado: { credencial: { credencialid: ana } } },
  })
  expect(board.store.credenciais.size).toBe(1)
})

test('a guest known already is named, and stays as stored: no e-mail filled in, no invitation spent', async () => {
  const board = aBoard()
  board.putEmpresa({ empresaid: 'serra' })
  const ana = await aGuestOf(board)
  const again = { values: { ...ANA, email: 'ana@exemplo.com' }, empresaid: 'serra', isOther: true }
  expect(await register(board, again)).toMatchObject({
    ...{ kind: 'refused', errors: {} },
    twin: { isExact: true, convidado: { credencial: { credencialid: ana } } },
  })
  expect(board.store.credenciais.get(ana)).toMatchObject({ email: '' })
  expect(board.store.empresas.get('serra')).toMatchObject({ licredencial: 0 })
  expect(board.acts(ana)).toEqual([])
})

test('a guest stored with an old mobile is known by the present one', async () => {
  const board = aBoard()
  const ana = await aGuestOf(board, { telefone: '6587655432' })
  expect(await register(board)).toMatchObject({
    twin: { isExact: true, convidado: { credencial: { credencialid: ana } } },
  })
})

test('a guest alike in other words is named, and registered when the organiser says it is somebody else', async () => {
  const board = aBoard()
  const ana = await aGuestOf(board, { nome: 'LIMA DE ANA' })
  const refused = await register(board)
  expect(refused).toMatchObject({
    twin: { isExact: false, convidado: { credencial: { credencialid: ana } } },
  })
  expect(await listPairs(board)).toEqual([])
  const credencialid = await registered(board, { isOther: true })
  expect(board.store.credenciais.size).toBe(2)
  // The organiser is not asked again.
  expect(await listPairs(board)).toEqual([])
  expect(board.acts(credencialid)).toEqual(['cadastrou', 'separou'])
})

test('two organisers register one guest at once: one does, the other is told, one invitation is spent', async () => {
  const board = aBoard()
  board.putEmpresa({ empresaid: 'serra' })
  const results = await Promise.all([1, 2].map(() => register(board, { empresaid: 'serra' })))
  expect(results.map(({ kind }) => kind).sort()).toEqual(['refused', 'registered'])
  expect(board.store.credenciais.size).toBe(1)
  expect(board.store.empresas.get('serra')).toMatchObject({ licredencial: 1 })
  expect([...board.store.historico.values()].map(({ ato }) => ato)).toEqual(['cadastrou'])
})
