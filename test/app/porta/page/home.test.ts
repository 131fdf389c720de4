import { expect, test } from 'vitest'
import { homeOf } from '../../../../app/porta/page/home.ts'
import type { EstadoDaPorta } from '../../../../app/porta/shown.ts'

const LISTA = { de: 1, convidados: 3 }
const ON = { kind: 'on', torch: null } as const

function aState(changes: Partial<EstadoDaPorta>): EstadoDaPorta {
  return {
    agora: 1,
    conexao: { kind: 'conectado' },
    nome: 'Porta A',
    porEnviar: 0,
    depoisDeDesligado: 0,
    feitas: 0,
    lista: LISTA,
    apagadaem: null,
    relogio: null,
    ensaio: null,
    isRelogioMudado: false,
    ...changes,
  }
}

test('a phone with its list reads on without its pairing', () => {
  const conexao = { kind: 'sem-pareamento' } as const
  expect(homeOf(aState({ conexao }), ON)).toBe('viewfinder')
  expect(homeOf(aState({ conexao, lista: null }), ON)).toBe('unpaired')
})

test('a revoked phone and one whose list was erased are closed', () => {
  const revogado = { kind: 'revogado', revogadoem: 1 } as const
  expect(homeOf(aState({ conexao: revogado, lista: null, apagadaem: 2 }), ON)).toBe('revoked')
  expect(homeOf(aState({ lista: null, apagadaem: 2 }), ON)).toBe('erased')
})

test('without a camera the page says why', () => {
  expect(homeOf(aState({}), { kind: 'off', reason: 'denied' })).toBe('no-camera denied')
  expect(homeOf(aState({ lista: null }), { kind: 'opening' })).toBe('viewfinder')
})
