import { expect, test } from 'vitest'
import { applyLista, emptyList, searchList } from '../../../app/porta/list.ts'
import { aLista } from '../../support/a-lista.ts'

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
