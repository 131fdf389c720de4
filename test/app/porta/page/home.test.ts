import { expect, test } from 'vitest'
import { casaOf } from '../../../../app/porta/page/home.ts'
import type { EstadoDaPorta } from '../../../../app/porta/shown.ts'

const LISTA = { de: 1, convidados: 3 }
const LIGADA = { kind: 'ligada', lanterna: null } as const

function anEstado(changes: Partial<EstadoDaPorta>): EstadoDaPorta {
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
  expect(casaOf(anEstado({ conexao }), LIGADA)).toBe('lendo')
  expect(casaOf(anEstado({ conexao, lista: null }), LIGADA)).toBe('parear')
})

test('a revoked phone and one whose list was erased are closed', () => {
  const revogado = { kind: 'revogado', revogadoem: 1 } as const
  expect(casaOf(anEstado({ conexao: revogado, lista: null, apagadaem: 2 }), LIGADA)).toBe('revogado')
  expect(casaOf(anEstado({ lista: null, apagadaem: 2 }), LIGADA)).toBe('apagada')
})

test('without a camera the page says why', () => {
  expect(casaOf(anEstado({}), { kind: 'parada', motivo: 'negada' })).toBe('sem-camera negada')
  expect(casaOf(anEstado({ lista: null }), { kind: 'abrindo' })).toBe('lendo')
})
