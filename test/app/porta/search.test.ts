import { expect, test } from 'vitest'
import { applyLista, emptyList, nearInList, searchList } from '../../../app/porta/list.ts'
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

test('names near what was typed fill the room below those that have it, by the rule of the board', () => {
  const list = applyLista(
    emptyList(),
    aLista([
      'Dalva Souza',
      'Dalva Sousa',
      'Darva Sousa',
      'Maria Conceição',
      'João Piumhi',
      'Luiz Reis',
      'José Prado',
    ]),
  )
  const near = (typed: string) => {
    const found = searchList(list, typed).map(({ credencialid }) => credencialid)
    return nearInList(list, typed, found).map(({ nome }) => nome)
  }
  expect(near('dalva sousa')).toEqual(['Dalva Souza', 'Darva Sousa'])
  expect(near('conseisao')).toEqual(['Maria Conceição'])
  expect(near('zé')).toEqual(['José Prado'])
  expect(near('piumi')).toEqual(['João Piumhi'])
  expect(near('luís')).toEqual(['Luiz Reis'])
  for (const typed of ['so', 'zzxq', '0001', 'dalva sousa lima']) expect(near(typed), typed).toEqual([])
  const many = aLista(Array.from({ length: 20 }, (_, at) => `Souza ${String.fromCharCode(85 - at)}`))
  const eight = nearInList(applyLista(emptyList(), many), 'sousa', ['1', '2'])
  expect(eight.map(({ nome }) => nome)).toEqual(['B', 'C', 'D', 'E', 'F', 'G'].map((one) => `Souza ${one}`))
})

test('a guest who was removed is near nothing any more', () => {
  const list = applyLista(emptyList(), aLista(['Dalva Souza', 'Rita Lima']))
  const near = (typed: string) => nearInList(list, typed, []).map(({ nome }) => nome)
  expect(near('soiza')).toEqual(['Dalva Souza'])
  const removidos = [list.convidados[0]?.credencialid ?? '']
  applyLista(list, { ...aLista([]), retirados: [], entradas: [], isInteira: false, removidos })
  expect(near('soiza')).toEqual([])
})
