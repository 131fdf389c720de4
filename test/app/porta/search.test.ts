import { expect, test } from 'vitest'
import { applyLista, emptyList, listaOf } from '../../../app/porta/list.ts'
import { searchList } from '../../../app/porta/search.ts'
import { CODE_HASH_BYTES, TOKEN_HASH_BYTES, type Lista } from '../../../server/domain/porta-sync.ts'

function aLista(nomes: string[], mesas = ['', 'Fazenda São João']): Lista {
  const hashes = (size: number) =>
    Buffer.concat(nomes.map((_, at) => Buffer.from(String(at).padStart(size, '0')))).toString('base64')
  return {
    marca: 'm',
    isInteira: true,
    ids: nomes.map((_, at) => String(at)),
    nomes,
    mesas,
    mesa: nomes.map((_, at) => at % mesas.length),
    finais: nomes.map((_, at) => String(at % 10_000).padStart(4, '0')),
    versoes: nomes.map(() => 0),
    tokens: hashes(TOKEN_HASH_BYTES),
    codigos: hashes(CODE_HASH_BYTES),
    retirados: [1],
    removidos: [],
    entradas: [['e', 0, 'a', 1, 5, null]],
  }
}
const found = (nomes: string[], typed: string) =>
  searchList(applyLista(emptyList(), aLista(nomes)), typed).map(({ nome }) => nome)

test('words in any order, without accents, particles left out, all of them required', () => {
  const nomes = ['João da Conceição', 'Maria João', 'Joana Souza']
  expect(found(nomes, 'conceicao de joao')).toEqual(['João da Conceição'])
  expect(found(nomes, 'joao')).toEqual(['João da Conceição', 'Maria João'])
  expect(found(nomes, 'sao joao')).toEqual(['Maria João'])
  expect(found(nomes, 'joana 0002')).toEqual(['Joana Souza'])
  expect(found(nomes, 'joana 0001')).toEqual([])
})

test('under three letters nothing is found, and never more than eight', () => {
  const nomes = Array.from({ length: 20 }, (_, at) => `Ana ${String.fromCharCode(85 - at)}`)
  expect(found(nomes, 'an')).toEqual([])
  expect(found(nomes, ' a n')).toEqual([])
  expect(found(nomes, 'ana')).toHaveLength(8)
  expect(found(nomes, 'ana')[0]).toBe('Ana B')
})

test('a list written out whole is the list again', () => {
  const lista = aLista(['Ana', 'Bia'])
  expect(listaOf(applyLista(emptyList(), lista))).toEqual(lista)
})

test('columns that do not fit are refused, and the list given stays as it was', () => {
  const list = applyLista(emptyList(), aLista(['Ana', 'Bia']))
  const torn = { ...aLista(['Caio', 'Davi']), isInteira: false, finais: [] }
  expect(() => applyLista(list, torn)).toThrow('has no value')
  expect(list.guests.map(({ nome }) => nome)).toEqual(['Ana', 'Bia'])
})

test('5,000 guests are searched in under 10 ms', () => {
  const first = ['Ana', 'José', 'Antônio', 'Conceição', 'Terezinha', 'Luís']
  const nomes = Array.from(
    { length: 5000 },
    (_, at) => `${first[at % 6] ?? ''} da Silva ${at.toString(36)} Cavalcanti`,
  )
  const list = applyLista(emptyList(), aLista(nomes))
  // The fastest of ten: what a search costs, not what else the machine was doing.
  for (const typed of ['silva cavalcanti', 'conceicao', 'fazenda sao', 'xyz', '4417']) {
    const took = Array.from({ length: 10 }, () => {
      const begin = performance.now()
      searchList(list, typed)
      return performance.now() - begin
    })
    expect(Math.min(...took), typed).toBeLessThan(10)
  }
})

test('a list whose hashes another version made longer is refused, and the one there was stays', () => {
  const list = applyLista(emptyList(), aLista(['Ana', 'Bia']))
  const longer = Buffer.alloc(3 * (TOKEN_HASH_BYTES + 1)).toString('base64')
  expect(() => applyLista(list, { ...aLista(['Ana', 'Bia', 'Caio']), tokens: longer })).toThrow(
    'another size',
  )
  expect(list.guests.map(({ nome }) => nome)).toEqual(['Ana', 'Bia'])
})
