import { expect, test } from 'vitest'
import { correctConvite, makeConvites } from '../../../server/use-cases/convites-pessoais.ts'
import { CASA, DA_CASA } from '../../../server/domain/casa.ts'
import { aPainel } from '../../support/a-painel.ts'
import { anEmpresa, aClaim, aRegister } from '../../support/factories.ts'
import { keyedBy } from '../../../server/domain/keyed-by.ts'

const { conviteIdOf } = keyedBy('a secret of more than thirty-two characters')
const REQUEST = {
  empresaid: 'acme',
  pedido: 'a random value',
  rotulos: 'Tia Lúcia\r\n\r\n  Diretor   comercial \n',
}

function aTable(icredencial = 5) {
  const painel = aPainel()
  painel.store.put('empresas', anEmpresa({ empresaid: 'acme', icredencial, licredencial: 0 }))
  const make = (request: Partial<typeof REQUEST & { lugares: number }> = {}) =>
    makeConvites({ ...painel, conviteIdOf }, { ...REQUEST, ...request }, painel.autor())
  return { ...painel, make, licredencial: () => painel.store.get('empresas', 'acme')?.licredencial }
}

test('each line becomes an invitation with a code of its own, and counts at once', async () => {
  const { make, convites, licredencial } = aTable()
  const made = await make()
  const listed = await convites.list('acme')
  expect(listed.map(({ convite }) => convite.rotulo).sort()).toEqual(['Diretor comercial', 'Tia Lúcia'])
  const codigos = made.kind === 'created' ? made.codigos : []
  expect(codigos.sort()).toEqual(listed.map(({ convite }) => convite.codigo).sort())
  expect(new Set(listed.flatMap(({ reservas }) => reservas.map(({ reservaid }) => reservaid))).size).toBe(2)
  expect(licredencial()).toBe(2)
})

test('the same form sent again, even at once, makes no others; another form does', async () => {
  const { make, licredencial } = aTable()
  const all = await Promise.all([make(), make(), make()])
  expect(new Set(all.map((made) => JSON.stringify(made))).size).toBe(1)
  expect(licredencial()).toBe(2)
  await make({ pedido: 'another' })
  await make({ rotulos: 'Tia Lúcia' })
  expect(licredencial()).toBe(5)
})

test('equal labels are different people', async () => {
  const { make, licredencial } = aTable()
  await make({ rotulos: 'Convidado\nConvidado\nConvidado' })
  expect(licredencial()).toBe(3)
})

test('a line that names who comes along is for all of them, and counts all', async () => {
  const { make, convites, licredencial } = aTable(14)
  const rotulos = 'José e esposa 65 99911-2244\nTia Lúcia + 2\nAna e Maria Queiroz\nRui e família'
  await make({ rotulos })
  const listed = await convites.list('acme')
  const places = Object.fromEntries(listed.map(({ convite: { rotulo, lugares } }) => [rotulo, lugares]))
  expect(places).toEqual({
    'José e esposa': 2,
    'Tia Lúcia + 2': 3,
    'Ana e Maria Queiroz': 1,
    'Rui e família': 1,
  })
  expect(licredencial()).toBe(7)
  await make({ rotulos: 'José e esposa', lugares: 4 })
  expect(licredencial()).toBe(11)
  // An invitation is for ten at most, and these do not fit.
  expect(await make({ rotulos: 'Ida e 30 amigos' })).toEqual({ kind: 'limit-reached', left: 3 })
})

test('one more than are left makes none, and says how many are', async () => {
  const { make, licredencial } = aTable(1)
  expect(await make()).toEqual({ kind: 'limit-reached', left: 1 })
  expect(licredencial()).toBe(0)
})

test('a bad line is named, and none is made', async () => {
  const { make, licredencial } = aTable()
  const rotulos = ['Tia', 'x'.repeat(61), '', '\ud800'].join('\n')
  expect(await make({ rotulos })).toEqual({ kind: 'invalid', lines: [2, 4] })
  expect(await make({ rotulos: ' \n\u200b\n' })).toEqual({ kind: 'invalid', lines: [2] })
  expect(await make({ rotulos: ' \n ' })).toEqual({ kind: 'nothing-typed' })
  expect(licredencial()).toBe(0)
})

test('a company that does not exist gets none', async () => {
  const { make } = aTable()
  expect(await make({ empresaid: 'nobody' })).toEqual({ kind: 'empresa-not-found' })
})

test('a line gives a name, a number and a note, in the order typed', async () => {
  const { make, convites } = aTable(20)
  const lines = [
    ['- Zé Bento', 'Zé Bento'],
    ['1. Rui Prado', 'Rui Prado'],
    ['Diretor 2', 'Diretor 2'],
    ['Ana-Maria', 'Ana-Maria'],
    ['=SOMA(A1)', '=SOMA(A1)'],
    ['Tia Lúcia\t37998123499', 'Tia Lúcia', '37998123499'],
    ['* Eva\tMesa 3\t(37) 3812-3499', 'Eva', '3738123499', 'Mesa 3'],
    ['João (37) 99812-3499', 'João', '37998123499'],
    ['Lia; +55 37 99812-3499', 'Lia', '37998123499'],
    ['Dr. Antônio (Santa Casa) 65 99812-0003', 'Dr. Antônio', '65998120003', 'Santa Casa'],
    ['Helena (da (nova) diretoria)', 'Helena (da', '', 'nova) diretoria'],
    ['Paulo e Sônia Mendes; (65) 9 9812-9999', 'Paulo e Sônia Mendes', '65998129999'],
  ] as const
  const rotulos = lines.map(([line]) => line).join('\n')
  expect(await make({ rotulos })).toMatchObject({ kind: 'created', ilegiveis: [] })
  const made = (await convites.list('acme')).map(({ convite: { rotulo, telefone, nota } }) => [
    ...[rotulo, telefone, nota],
  ])
  expect(made).toEqual(lines.map(([, rotulo, telefone = '', nota = '']) => [rotulo, telefone, nota]))
  expect(await make({ rotulos: '37998123499', pedido: 'a third' })).toEqual({ kind: 'invalid', lines: [1] })
})

test('a number that cannot be read is left out and told by its line', async () => {
  const { make, convites } = aTable()
  const rotulos = 'Ana 99812-3499\n\nBia 65 99812-0003\nCaio\t00 99812-0003'
  expect(await make({ rotulos })).toMatchObject({ kind: 'created', ilegiveis: [1, 4] })
  expect((await convites.list('acme')).map(({ convite }) => [convite.rotulo, convite.telefone])).toEqual([
    ['Ana', ''],
    ['Bia', '65998120003'],
    ['Caio', ''],
  ])
})

test('each is for as many people as the form says, and holds a place for each', async () => {
  const { make, convites, licredencial } = aTable()
  expect(await make({ lugares: 3 })).toEqual({ kind: 'limit-reached', left: 5 })
  expect(await make({ lugares: 2 })).toMatchObject({ kind: 'created' })
  expect((await convites.list('acme')).map(({ convite }) => convite.lugares)).toEqual([2, 2])
  expect(licredencial()).toBe(4)
})

test('the house makes them too: without LOTAÇÃO so many at a time, with it as many as are left', async () => {
  const { make, convites, store } = aTable()
  const rotulos = 'a\n'.repeat(190_000)
  expect(await make({ empresaid: '', rotulos })).toEqual({ kind: 'too-many' })
  expect(await make({ empresaid: '' })).toMatchObject({ kind: 'created' })
  expect(await convites.list('')).toHaveLength(2)
  store.put('empresas', anEmpresa({ empresaid: CASA, usuarioid: DA_CASA, icredencial: 3, licredencial: 2 }))
  expect(await make({ empresaid: '', pedido: 'b' })).toEqual({ kind: 'limit-reached', left: 1 })
  expect(await make({ empresaid: '', rotulos: 'Prefeito', pedido: 'c' })).toMatchObject({ kind: 'created' })
  expect(await convites.list(CASA)).toHaveLength(1)
})

test('a pasted table is read by its columns, and what says that a list follows is nobody', async () => {
  const { make, convites } = aTable()
  const rotulos = 'Lista de convidados:\nPaulo Reis; 34 99812-9999; Assistência Rural\n'
  expect(await make({ rotulos })).toMatchObject({ kind: 'created' })
  expect(
    (await convites.list('acme')).map(({ convite }) => [convite.rotulo, convite.telefone, convite.nota]),
  ).toEqual([['Paulo Reis', '34998129999', 'Assistência Rural']])
})

test('a line made to be read for hours is invalid at once', async () => {
  const { make, licredencial } = aTable()
  expect(await make({ rotulos: `a${' '.repeat(20_000)}b` })).toEqual({ kind: 'invalid', lines: [1] })
  const lines = [' -', ' 1', ', ', '1 '].map((between) => `a${between.repeat(950)}b`)
  expect(await make({ rotulos: lines.join('\n') })).toEqual({ kind: 'invalid', lines: [1, 2, 3, 4] })
  expect(licredencial()).toBe(0)
})

test('more lines than a table has invitations are refused before any is looked at', async () => {
  expect(await aTable().make({ rotulos: 'a\n'.repeat(190_000) })).toEqual({ kind: 'limit-reached', left: 5 })
})

test('what a form says is hashed a few times, and not once more with each of its lines', async () => {
  const { empresas, convites, now, autor } = aTable(1_000)
  let hashed = 0
  const counted: typeof conviteIdOf = (purpose, seed) => {
    hashed += seed.length
    return conviteIdOf(purpose, seed)
  }
  const rotulos = `${'x'.repeat(50)}\n`.repeat(1_000)
  const parts = { empresas, convites, now, conviteIdOf: counted }
  expect(await makeConvites(parts, { ...REQUEST, rotulos }, autor())).toMatchObject({ kind: 'created' })
  expect(hashed).toBeLessThan(10 * rotulos.length)
})

async function aConvite() {
  const painel = aPainel()
  painel.putEmpresa({ empresaid: 'acme', icredencial: 5 })
  const request = { empresaid: 'acme', rotulos: 'Tia', pedido: 'p' }
  const made = await makeConvites({ ...painel, conviteIdOf }, request, painel.autor())
  if (made.kind !== 'created') throw new Error(made.kind)
  const [codigo = ''] = made.codigos
  const correct = (
    typed: { rotulo: string; telefone?: string; nota?: string },
    fields: { empresaid?: string; codigo?: string } = {},
  ) => correctConvite(painel, { empresaid: 'acme', codigo, typed, ...fields }, painel.autor())
  const rename = (rotulo: string, fields = {}) => correct({ rotulo }, fields)
  const rotulo = async () => (await painel.convites.find(codigo))?.convite.rotulo
  return { ...painel, codigo, correct, rename, rotulo }
}

test('a new invitation gets another label once, however often the form is sent', async () => {
  const { rename, rotulo, linhasOf } = await aConvite()
  for (let n = 0; n < 3; n++) expect(await rename(' Tia  Lúcia ')).toEqual({ kind: 'corrected' })
  expect(await rotulo()).toBe('Tia Lúcia')
  expect(linhasOf('acme')).toEqual(['criou-convites', 'renomeou-convite'])
})

test('a label that cannot be one changes nothing', async () => {
  const { rename, rotulo } = await aConvite()
  for (const typed of ['', ' ', 'x'.repeat(61)])
    expect(await rename(typed)).toEqual({ kind: 'invalid', campo: 'rotulo', message: null })
  expect(await rotulo()).toBe('Tia')
})

test('another table’s holder finds no such invitation, nor does who invents a code', async () => {
  const { rename, rotulo } = await aConvite()
  for (const fields of [
    { empresaid: 'outra' },
    { codigo: 'a'.repeat(20) },
    { codigo: '../x' },
    { codigo: '' },
  ])
    expect(await rename('Meu', fields)).toEqual({ kind: 'convite-not-found' })
  expect(await rotulo()).toBe('Tia')
})

test('a used or revoked one keeps its label', async () => {
  const { rename, rotulo, codigo, credenciais, autor } = await aConvite()
  const [renamed] = await Promise.all([
    rename('Outra'),
    credenciais.register(aRegister({ claim: aClaim('acme'), codigo })),
  ])
  expect(['corrected', 'too-late']).toContain(renamed.kind)
  const kept = await rotulo()
  expect(await rename('Mais outra')).toEqual({ kind: 'too-late', estado: 'usado' })
  expect(await rotulo()).toBe(kept)
  const other = await aConvite()
  await other.convites.revoke(other.codigo, autor())
  expect(await other.rename('Outra')).toEqual({ kind: 'too-late', estado: 'revogado' })
})

test('number and note are corrected, stay where the form has none, and go where it is left blank', async () => {
  const { correct, codigo, convites, autor } = await aConvite()
  const pessoa = async () => {
    const { rotulo, telefone, nota } = (await convites.find(codigo))?.convite ?? {}
    return [rotulo, telefone, nota]
  }
  await correct({ rotulo: 'Tia', telefone: '(65) 99911-2244', nota: ' prima  do Zé ' })
  expect(await pessoa()).toEqual(['Tia', '65999112244', 'prima do Zé'])
  await correct({ rotulo: 'Tia Lúcia' })
  expect(await pessoa()).toEqual(['Tia Lúcia', '65999112244', 'prima do Zé'])
  expect(await correct({ rotulo: 'Tia Lúcia', telefone: '99911' })).toMatchObject({
    kind: 'invalid',
    campo: 'telefone',
  })
  await correct({ rotulo: 'Tia Lúcia', telefone: ' ', nota: '' })
  expect(await pessoa()).toEqual(['Tia Lúcia', '', ''])
  await convites.answer({ codigo, isRecusa: true, now: 1, isClosed: false }, autor())
  expect(await correct({ rotulo: 'Outra' })).toEqual({ kind: 'too-late', estado: 'recusado' })
})
