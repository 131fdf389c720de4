import { expect, test } from 'vitest'
import { newConvite } from '../../../server/domain/convite-pessoal.ts'
import { funilOf, respostasOf } from '../../../server/domain/funil.ts'

const aConvite = (lugares: number, abertos: number, recusadoem: number | null = null) => {
  const convite = { ...newConvite('c', ''), rotulo: 'Ana', reservaid: 'r', criadoem: 0, empresa: null }
  return { ...convite, lugares, abertos, recusadoem }
}

test('people are counted: open places as unanswered, all places of who declined as not coming', () => {
  const convites = [aConvite(3, 3), aConvite(3, 1), aConvite(2, 0, 1), aConvite(2, 2, 1)]
  expect(respostasOf(convites)).toEqual({ semResposta: 4, recusaram: 4 })
})

test('everybody is in the funnel once, and who withdrew answered', () => {
  const said = { confirmados: 238, desistiram: 8, recusaram: 20, semResposta: 46, dentro: 100, livres: 116 }
  expect(funilOf(said)).toEqual({
    convidados: 312,
    responderam: 266,
    confirmados: 238,
    dentro: 100,
    semResposta: 46,
    naoVem: 28,
    livres: 116,
  })
})
