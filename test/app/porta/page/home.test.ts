import { expect, test } from 'vitest'
import { homeOf } from '../../../../app/porta/page/layout.ts'
import type { PortaState } from '../../../../app/porta/porta.ts'

const LISTA = { de: 1, convidados: 3 }
const ON = { kind: 'on', torch: null, other: null } as const

function aState(changes: Partial<PortaState>): PortaState {
  return {
    now: 1,
    connection: { kind: 'connected' },
    nome: 'Porta A',
    porEnviar: 0,
    isHeld: false,
    madeAfterRevoked: 0,
    isOutdated: false,
    factsMade: 0,
    inicio: null,
    lista: LISTA,
    apagadaem: null,
    clockSkew: null,
    world: 'real',
    ate: null,
    isByHand: false,
    ...changes,
  }
}

test('a phone with its list reads on without its pairing', () => {
  const connection = { kind: 'unpaired' } as const
  expect(homeOf(aState({ connection }), ON)).toBe('viewfinder')
  expect(homeOf(aState({ connection, lista: null }), ON)).toBe('unpaired')
})

test('a revoked phone and one whose list was erased are closed', () => {
  const revogado = { kind: 'revoked', revogadoem: 1 } as const
  expect(homeOf(aState({ connection: revogado, lista: null, apagadaem: 2 }), ON)).toBe('revoked')
  expect(homeOf(aState({ lista: null, apagadaem: 2 }), ON)).toBe('erased')
})

test('without a camera the page says why', () => {
  expect(homeOf(aState({}), { kind: 'off', reason: 'denied' })).toBe('no-camera denied')
  expect(homeOf(aState({ lista: null }), { kind: 'opening' })).toBe('viewfinder')
})
