import { expect, test } from 'vitest'
import type { Alteracoes, ConvidadoNaPorta } from '../../server/domain/porta-repo.ts'
import { codeOf, tokenOf } from '../../server/domain/token.ts'
import { createPortaList } from '../../server/use-cases/porta-list.ts'

const SECRET = 'a secret of more than thirty-two characters'
const ID = '1820502000000'

test('ten thousand guests of one morning have as good as no code twice', () => {
  const codes = Array.from({ length: 10_000 }, (_, n) => codeOf(SECRET, String(Number(ID) + n), 0))
  expect(new Set(codes).size).toBeGreaterThan(9_998)
})

test('fifteen thousand guests leave turns of the event loop to others', async () => {
  const convidados = Array.from({ length: 15_000 }, (_, index): ConvidadoNaPorta => ({
    credencialid: String(1_800_000_000_000 + index * 997),
    nome: 'ANA LIMA',
    telefone: '65987655432',
    versao: 0,
    outros: [],
    grupo: null,
    mesa: null,
    isRetirado: false,
    entradas: [],
  }))
  const changed: Alteracoes = {
    marca: 'm.1',
    hasMore: false,
    isInteira: true,
    convidados,
    removidos: ['9'],
    age: 0,
  }
  const portaListOf = createPortaList({
    tokenOf: (id, versao) => tokenOf(SECRET, id, versao),
    codeOf: (id, versao) => codeOf(SECRET, id, versao),
  })
  let turns = 0
  let isMaking = true
  const count = () => {
    turns += 1
    if (isMaking) setImmediate(count)
  }
  setImmediate(count)
  await portaListOf(changed, 'fone')
  isMaking = false
  expect(turns).toBeGreaterThan(20)
})
