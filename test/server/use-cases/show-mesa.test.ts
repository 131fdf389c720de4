import { expect, test } from 'vitest'
import { makeConvites } from '../../../server/use-cases/convites-pessoais.ts'
import { showMesa } from '../../../server/use-cases/mesa.ts'
import { aBoard, aGuestOf } from '../../support/a-board.ts'
import { aClaim, anEntrada, aRegister, NOW } from '../../support/factories.ts'
import { keyedBy } from '../../../server/domain/keyed-by.ts'

const { conviteIdOf } = keyedBy('a secret of more than thirty-two characters')

function aTable(icredencial = 9, licredencial = 0) {
  const board = aBoard()
  board.putEmpresa({ empresaid: 'acme', nome: 'Acme', icredencial, licredencial })
  board.putEmpresa({ empresaid: 'outra', nome: 'Outra', icredencial: 5 })
  const show = async (isNamed = true) => {
    const shown = await showMesa(board, 'acme', isNamed)
    if (!shown) throw new Error('no table')
    return shown
  }
  const make = (rotulos: string) =>
    makeConvites({ ...board, conviteIdOf }, { empresaid: 'acme', rotulos, pedido: 'p' }, board.autor())
  const guest = (nome: string, empresaid = 'acme') => aGuestOf(board, { nome }, empresaid)
  const free = (credencialid: string, empresaid: string | null) =>
    board.desistencias.withdraw({ credencialid, empresaid, now: NOW, isClosed: false }, board.autor())
  return { ...board, show, make, guest, free }
}

const sumOf = (n: Awaited<ReturnType<ReturnType<typeof aTable>['show']>>['numeros']) =>
  n.confirmados + n.preenchendo + n.guardados + n.novos + n.outros + n.livres

test('a new table has nobody and all its invitations', async () => {
  expect((await aTable().show()).numeros).toEqual({
    ...{
      total: 9,
      confirmados: 0,
      chegaram: 0,
      preenchendo: 0,
      guardados: 0,
      novos: 0,
      livres: 9,
      outros: 0,
    },
  })
})

test('confirmed, held, new and left are the total, whoever withdrew, arrived or was of another table', async () => {
  const { show, make, guest, free, empresas, convites, credenciais, entradas, autor } = aTable()
  await make('Tia Lúcia\nPrimo Valdir\nZé')
  const codigos = new Map((await convites.list('acme')).map(({ convite: c }) => [c.rotulo, c.codigo]))
  await convites.revoke(codigos.get('Primo Valdir') ?? '', autor())
  const used = await convites.find(codigos.get('Tia Lúcia') ?? '')
  const claim = aClaim('acme', { sid: used?.reserva.sid ?? '' })
  const lucia = await credenciais.register(aRegister({ claim, isPersonal: true }))
  if (lucia.kind !== 'registered') throw new Error(lucia.kind)
  await entradas.add([anEntrada(lucia.credencial.credencialid)], null)
  await guest('ZULMIRA')
  await guest('ÁLVARO')
  await guest('NINGUÉM', 'outra')
  await free(await guest('RUI'), null)
  await free(await guest('CAIO'), 'acme')
  await free(await guest('ALHEIO', 'outra'), 'outra')
  await empresas.claim(aClaim('acme'))

  const { numeros, ocupantes, convites: listed, desistencias, reservados } = await show()
  expect(numeros).toEqual({
    ...{
      total: 9,
      confirmados: 3,
      chegaram: 1,
      preenchendo: 1,
      guardados: 1,
      novos: 1,
      livres: 3,
      outros: 0,
    },
  })
  expect(sumOf(numeros)).toBe(9)
  expect(ocupantes.map(({ nome }) => nome?.split(' ')[0])).toEqual(['ÁLVARO', 'MARIA', 'ZULMIRA'])
  expect(ocupantes[1]).toMatchObject({ rotulo: 'Tia Lúcia', dentroDesde: NOW })
  expect(Object.keys(ocupantes[0] ?? {}).sort()).toEqual([
    ...['credencialid', 'dentroDesde', 'nome', 'numero', 'rotulo'],
  ])
  expect(listed.map(({ rotulo, estado, ocupante }) => [rotulo, estado, ocupante?.numero])).toEqual([
    ['Tia Lúcia', 'usado', 1],
    ['Primo Valdir', 'revogado', undefined],
    ['Zé', 'novo', undefined],
  ])
  expect(desistencias.map(({ por }) => por).sort()).toEqual(['convidado', 'mesa'])
  expect(reservados).toHaveLength(1)
})

test('where names are switched off none is returned, and numbers go by registration', async () => {
  const { show, guest } = aTable()
  const ids = [await guest('ZULMIRA'), await guest('ÁLVARO')]
  const { ocupantes } = await show(false)
  expect(ocupantes.map(({ credencialid, nome, numero }) => [credencialid, nome, numero])).toEqual([
    [ids[0], null, 1],
    [ids[1], null, 2],
  ])
  expect((await show()).ocupantes.map(({ numero }) => numero)).toEqual([2, 1])
})

test('what was used without an occupant has a place of its own in the sum', async () => {
  const { show, guest } = aTable(9, 2)
  await guest('ANA')
  const { numeros } = await show()
  expect(numeros).toMatchObject({ confirmados: 1, outros: 2, livres: 6 })
  expect(sumOf(numeros)).toBe(9)
})

test('a personal invitation whose guest withdrew is used, by nobody', async () => {
  const { show, make, convites, credenciais, free } = aTable()
  await make('Tia')
  const [tia] = await convites.list('acme')
  const claim = aClaim('acme', { sid: tia?.reserva.sid ?? '' })
  const registration = await credenciais.register(aRegister({ claim, isPersonal: true }))
  if (registration.kind !== 'registered') throw new Error(registration.kind)
  await free(registration.credencial.credencialid, null)
  expect((await show()).convites).toMatchObject([{ rotulo: 'Tia', estado: 'usado', ocupante: null }])
})

test('a registration between the reads is read again', async () => {
  const { show, guest, ...board } = aTable()
  let isFirst = true
  const listPagos: typeof board.mesas.listPagos = async (empresaid) => {
    if (isFirst) await guest('ANA')
    isFirst = false
    return board.mesas.listPagos(empresaid)
  }
  const shown = await showMesa({ ...board, mesas: { ...board.mesas, listPagos } }, 'acme', true)
  expect(shown?.numeros).toEqual((await show()).numeros)
})

test('a company that does not exist is no table', async () => {
  expect(await showMesa(aTable(), 'nenhuma', true)).toBeNull()
})
