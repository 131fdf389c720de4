import { expect, test } from 'vitest'
import { makeConvites } from '../../../server/use-cases/convites-pessoais.ts'
import { showMesa, openMesa } from '../../../server/use-cases/mesa.ts'
import { aPainel, aConvidadoOf } from '../../support/a-painel.ts'
import { aClaim, anEntrada, NOW } from '../../support/factories.ts'
import { keyedBy } from '../../../server/domain/keyed-by.ts'
import { registered } from '../../support/registered.ts'

const { conviteIdOf } = keyedBy('a secret of more than thirty-two characters')

function aTable(icredencial = 9, licredencial = 0) {
  const painel = aPainel()
  painel.putEmpresa({ empresaid: 'acme', nome: 'Acme', icredencial, licredencial })
  painel.putEmpresa({ empresaid: 'outra', nome: 'Outra', icredencial: 5 })
  const show = async (isNamed = true) => {
    const shown = await showMesa(painel, 'acme', isNamed)
    if (!shown) throw new Error('no table')
    return shown
  }
  const make = (rotulos: string) =>
    makeConvites({ ...painel, conviteIdOf }, { empresaid: 'acme', rotulos, pedido: 'p' }, painel.autor())
  const convidado = (nome: string, empresaid = 'acme') => aConvidadoOf(painel, { nome }, empresaid)
  const free = (credencialid: string, empresaid: string | null) =>
    painel.desistencias.withdraw({ credencialid, empresaid, now: NOW, isClosed: false }, painel.autor())
  return { ...painel, show, make, convidado, free }
}

const sumOf = (n: Awaited<ReturnType<ReturnType<typeof aTable>['show']>>['numeros']) =>
  n.confirmados + n.preenchendo + n.guardados + n.novos + n.outros + n.livres

test('a new table has nobody and all its invitations', async () => {
  expect((await aTable().show()).numeros).toEqual({
    total: 9,
    confirmados: 0,
    chegaram: 0,
    preenchendo: 0,
    guardados: 0,
    novos: 0,
    livres: 9,
    outros: 0,
  })
})

test('confirmed, held, new and left are the total, whoever withdrew, arrived or was of another table', async () => {
  const { show, make, convidado, free, empresas, convites, credenciais, entradas, autor } = aTable()
  await make('Tia Lúcia\nPrimo Valdir\nZé')
  const codigos = new Map((await convites.list('acme')).map(({ convite: c }) => [c.rotulo, c.codigo]))
  await convites.revoke(codigos.get('Primo Valdir') ?? '', autor())
  const used = await convites.find(codigos.get('Tia Lúcia') ?? '')
  const asked = { claim: aClaim('acme'), codigo: used?.convite.codigo ?? '' }
  const lucia = await registered(credenciais, asked)
  await entradas.add([anEntrada(lucia)], null)
  await convidado('ZULMIRA')
  await convidado('ÁLVARO')
  await convidado('NINGUÉM', 'outra')
  await free(await convidado('RUI'), null)
  await free(await convidado('CAIO'), 'acme')
  await free(await convidado('ALHEIO', 'outra'), 'outra')
  await empresas.claim(aClaim('acme'))

  const { numeros, convidados, convites: listed, desistencias, reservados } = await show()
  expect(numeros).toEqual({
    total: 9,
    confirmados: 3,
    chegaram: 1,
    preenchendo: 1,
    guardados: 1,
    novos: 1,
    livres: 3,
    outros: 0,
  })
  expect(sumOf(numeros)).toBe(9)
  expect(convidados.map(({ nome }) => nome?.split(' ')[0])).toEqual(['ÁLVARO', 'MARIA', 'ZULMIRA'])
  expect(convidados[1]).toMatchObject({ rotulo: 'Tia Lúcia', dentroDesde: NOW })
  expect(Object.keys(convidados[0] ?? {}).sort()).toEqual([
    ...['credencialid', 'dentroDesde', 'grupo', 'nome', 'numero', 'rotulo'],
  ])
  expect(listed.map(({ rotulo, estado, convidados: [one] }) => [rotulo, estado, one?.numero])).toEqual([
    ['Tia Lúcia', 'usado', 1],
    ['Primo Valdir', 'revogado', undefined],
    ['Zé', 'novo', undefined],
  ])
  expect(desistencias.map(({ por }) => por).sort()).toEqual(['convidado', 'mesa'])
  expect(reservados).toHaveLength(1)
})

test('where names are switched off none is returned, and numbers go by registration', async () => {
  const { show, convidado } = aTable()
  const ids = [await convidado('ZULMIRA'), await convidado('ÁLVARO')]
  const { convidados } = await show(false)
  expect(convidados.map(({ credencialid, nome, numero }) => [credencialid, nome, numero])).toEqual([
    [ids[0], null, 1],
    [ids[1], null, 2],
  ])
  expect((await show()).convidados.map(({ numero }) => numero)).toEqual([2, 1])
})

test('what was used without an occupant has a place of its own in the sum', async () => {
  const { show, convidado } = aTable(9, 2)
  await convidado('ANA')
  const { numeros } = await show()
  expect(numeros).toMatchObject({ confirmados: 1, outros: 2, livres: 6 })
  expect(sumOf(numeros)).toBe(9)
})

test('a personal invitation whose guest withdrew is used, by nobody', async () => {
  const { show, make, convites, credenciais, free } = aTable()
  await make('Tia')
  const [tia] = await convites.list('acme')
  const asked = { claim: aClaim('acme'), codigo: tia?.convite.codigo ?? '' }
  const credencialid = await registered(credenciais, asked)
  await free(credencialid, null)
  expect((await show()).convites).toMatchObject([{ rotulo: 'Tia', estado: 'usado', convidados: [] }])
})

test('a registration between the reads is read again', async () => {
  const { show, convidado, ...painel } = aTable()
  let isFirst = true
  const listPagos: typeof painel.mesas.listPagos = async (empresaid) => {
    if (isFirst) await convidado('ANA')
    isFirst = false
    return painel.mesas.listPagos(empresaid)
  }
  const shown = await showMesa({ ...painel, mesas: { ...painel.mesas, listPagos } }, 'acme', true)
  expect(shown?.numeros).toEqual((await show()).numeros)
})

test('a company that does not exist is no table', async () => {
  expect(await showMesa(aTable(), 'nenhuma', true)).toBeNull()
})

const keyed = keyedBy('a secret of more than thirty-two characters')

function aPorta(eraseAt = NOW + 1) {
  const painel = aPainel()
  painel.putEmpresa({ empresaid: 'acme' })
  let reads = 0
  const mesas = { ...painel.mesas, find: (id: string) => (reads++, painel.mesas.find(id)) }
  const parts = { mesas, eraseAt, now: () => NOW, parseMesaToken: keyed.parseMesaToken }
  return { ...painel, reads: () => reads, open: (token: string | undefined) => openMesa(parts, token) }
}

const TOKEN = keyed.mesaTokenOf({ empresaid: 'acme', versao: 0 })

test('a token opens its table until the link is renewed, and the new one opens it then', async () => {
  const { open, mesas, autor } = aPorta()
  expect(await open(TOKEN)).toMatchObject({ kind: 'open', empresaid: 'acme' })
  const versao = (await mesas.renewLink('acme', autor())) ?? NaN
  expect(await open(TOKEN)).toEqual({ kind: 'replaced' })
  expect(await open(keyed.mesaTokenOf({ empresaid: 'acme', versao }))).toMatchObject({ kind: 'open' })
})

test('a token that was never signed is not looked up in storage', async () => {
  const { open, reads } = aPorta()
  for (const token of [undefined, '', 'acme', `${TOKEN}x`, TOKEN.slice(1), keyed.tokenOf('acme', 0)])
    expect(await open(token)).toEqual({ kind: 'not-found' })
  expect(reads()).toBe(0)
})

test('from the day of erasure on a token of ours opens nothing, and any other is still none', async () => {
  const { open, reads } = aPorta(NOW)
  expect(await open(TOKEN)).toEqual({ kind: 'erased' })
  expect(await open('x')).toEqual({ kind: 'not-found' })
  expect(reads()).toBe(0)
})
