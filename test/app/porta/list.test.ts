import { expect, test } from 'vitest'
import { applyLista, emptyList, wholeOf } from '../../../app/porta/list.ts'
import { CODE_HASH_BYTES, TOKEN_HASH_BYTES, type Lista } from '../../../server/domain/porta-sync.ts'
import { aLista, hashAt } from '../../support/a-lista.ts'

const whole = () => applyLista(emptyList(), aLista(['Ana', 'Bia']))

/** A list of changes to the first guests. */
const difference = (nomes: string[], changes: Partial<Lista>): Lista => ({
  ...aLista(nomes),
  isInteira: false,
  marca: 'n',
  retirados: [],
  entradas: [],
  ...changes,
})

test('a guest listed again replaces the former: link, code and admissions', () => {
  const base64 = (size: number) => Buffer.from(hashAt(9, size)).toString('base64')
  const list = applyLista(
    whole(),
    difference(['Ana Lima'], { tokens: base64(TOKEN_HASH_BYTES), codigos: base64(CODE_HASH_BYTES) }),
  )
  expect(list.byToken.get(hashAt(0, TOKEN_HASH_BYTES))).toBeUndefined()
  expect(list.byCodigo.get(hashAt(0, CODE_HASH_BYTES))).toEqual([])
  const ana = list.byToken.get(hashAt(9, TOKEN_HASH_BYTES))
  expect(ana).toMatchObject({ credencialid: '0', nome: 'Ana Lima', entradas: [] })
  expect(list.byCodigo.get(hashAt(9, CODE_HASH_BYTES))).toEqual([ana])
  expect([list.marca, list.convidados.length]).toEqual(['n', 2])
})

test('a guest removed is still known by link and code, and has no name', () => {
  const list = applyLista(whole(), difference([], { removidos: ['0', 'unknown'] }))
  expect(list.byToken.get(hashAt(0, TOKEN_HASH_BYTES))).toMatchObject({
    nome: '',
    finais: '',
    isRemovido: true,
    searched: { nome: '', mesa: '' },
  })
  expect(list.convidados).toHaveLength(2)
})

test('guests of one code are all found by it', () => {
  const codigos = Buffer.from(hashAt(0, CODE_HASH_BYTES).repeat(2)).toString('base64')
  const list = applyLista(emptyList(), { ...aLista(['Ana', 'Bia']), codigos })
  expect(list.byCodigo.get(hashAt(0, CODE_HASH_BYTES))?.map(({ nome }) => nome)).toEqual(['Ana', 'Bia'])
})

test('a list written out whole is the list again', () => {
  const lista: Lista = { ...aLista(['Ana', 'Bia']), grupos: [[1, '0']] }
  expect(wholeOf(applyLista(emptyList(), lista))).toEqual(lista)
})

test('columns that do not fit are refused, and the list given stays as it was', () => {
  const list = applyLista(emptyList(), aLista(['Ana', 'Bia']))
  const torn = { ...aLista(['Caio', 'Davi']), isInteira: false, finais: [] }
  expect(() => applyLista(list, torn)).toThrow('has no value')
  expect(list.convidados.map(({ nome }) => nome)).toEqual(['Ana', 'Bia'])
})

test('a list whose hashes another version made longer is refused, and the one there was stays', () => {
  const list = applyLista(emptyList(), aLista(['Ana', 'Bia']))
  const longer = Buffer.alloc(3 * (TOKEN_HASH_BYTES + 1)).toString('base64')
  expect(() => applyLista(list, { ...aLista(['Ana', 'Bia', 'Caio']), tokens: longer })).toThrow(
    'another size',
  )
  expect(list.convidados.map(({ nome }) => nome)).toEqual(['Ana', 'Bia'])
})

test('two tables of one name stay two, and a list of an earlier version tells them by name', () => {
  const two = { ...aLista(['Ana', 'Bia', 'Eva'], ['', 'ACME', 'ACME']), mesaids: ['', 'a', 'b'] }
  const list = applyLista(emptyList(), two)
  expect(list.convidados.map(({ mesa, mesaid }) => [mesa, mesaid])).toEqual([
    ['', ''],
    ['ACME', 'a'],
    ['ACME', 'b'],
  ])
  expect(applyLista(emptyList(), wholeOf(list)).convidados).toEqual(list.convidados)
  const earlier = aLista(['Ana', 'Bia'])
  delete earlier.mesaids
  delete earlier.outros
  delete earlier.numeros
  delete earlier.grupos
  const told = applyLista(emptyList(), earlier)
  expect(told.convidados.map(({ mesaid }) => mesaid)).toEqual(['', 'Fazenda São João'])
  expect(told.convidados.map(({ numero }) => numero)).toEqual(['', ''])
})

test('a table’s number comes with each guest; one told to some of a table is stored for these, and the rest follows', () => {
  const mesas = ['ACME', 'ACME', 'ACME']
  const three = {
    ...aLista(['Ana', 'Bia', 'Eva'], mesas),
    mesaids: ['a', 'a', 'a'],
    numeros: ['12', '12', '12'],
  }
  const list = applyLista(emptyList(), three)
  const numeros = (from: typeof list) => from.convidados.map(({ numero }) => numero)
  expect(numeros(list)).toEqual(['12', '12', '12'])
  const part = {
    ...aLista(['Ana', 'Bia'], ['ACME']),
    mesaids: ['a'],
    numeros: ['7'],
    isInteira: false,
    marca: 'n',
  }
  const kept = applyLista(emptyList(), wholeOf(applyLista(list, part)))
  expect(numeros(kept)).toEqual(['7', '7', '12'])
})

test('the link of a record that was merged leads to the guest who stays, on the phone that had both, until it ends', () => {
  const list = whole()
  const [ana, bia] = list.convidados
  const former = { token: bia?.token ?? '', codigo: bia?.codigo ?? '' }
  const told = { ...aLista(['Ana']), isInteira: false, marca: 'n', retirados: [], removidos: ['1'] }
  applyLista(list, { ...told, outros: [[0, btoa(former.token), btoa(former.codigo)]] })
  const finds = (from: typeof list) => [from.byToken.get(former.token), from.byCodigo.get(former.codigo)]
  expect(finds(list)).toEqual([ana, [ana]])
  const kept = applyLista(emptyList(), wholeOf(list))
  expect(finds(kept)).toEqual([kept.byId.get('0'), [kept.byId.get('0')]])
  applyLista(kept, { ...told, marca: 'o' })
  expect(finds(kept)).toEqual([undefined, []])
})
