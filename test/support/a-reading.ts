import type { Reading } from '../../app/porta/reading.ts'

export const LIDA = {
  credencialid: 'c',
  nome: 'Ana Lima',
  mesa: 'Fazenda Santa Clara',
  numero: '12',
  finais: '2299',
}

/** A guest the camera read at 19:20 UTC, who may enter. */
export function aReading(changes: Partial<Reading> = {}): Reading {
  return {
    kind: 'read',
    entradaid: 'e',
    em: Date.parse('2027-09-16T19:20:00Z'),
    veredito: { kind: 'entrar' },
    by: null,
    convidado: LIDA,
    anotado: null,
    modo: 'camera',
    isAdmitted: false,
    world: 'real',
    ...changes,
  }
}

/** A guest who was admitted. */
export const anAdmitted = (changes: Partial<Reading> = {}) => aReading({ isAdmitted: true, ...changes })
