import { readSigned } from './signed-text.ts'
import type { Veredito } from './veredito.ts'

/** A guest invented for a rehearsal, and the verdict the door gives for them. */
export type ConvidadoDeEnsaio = ReturnType<typeof ensaioOf>['convidados'][number]

/** Milliseconds a rehearsal lasts unless it is ended: a forgotten one must be over before guests arrive. */
export const ENSAIO_MS = 30 * 60_000

const NOMES = [
  ...['ANA ENSAIO', 'BENTO DE ENSAIO PRADO', 'CÉLIA DO ENSAIO', 'DAVI ENSAIO LIMA', 'EVA ENSAIO'],
  ...['FÁBIO ENSAIO ROCHA', 'GILDA DE ENSAIO', 'HUGO ENSAIO', 'ÍRIS ENSAIO DUARTE', 'JOSÉ DE ENSAIO MOURA'],
  ...['KÁTIA ENSAIO', 'LUÍS DO ENSAIO', 'MARIA APARECIDA DE ENSAIO CAVALCANTI', 'NILO ENSAIO', 'OLGA ENSAIO'],
  ...['PEDRO ENSAIO', 'QUITÉRIA DE ENSAIO', 'RAUL ENSAIO', 'SÔNIA ENSAIO', 'TITO ENSAIO'],
]
const FAZENDA = { mesa: 'FAZENDA ENSAIO', numero: '12' }
const MESAS = [FAZENDA, FAZENDA, { mesa: 'CERÂMICA ENSAIO', numero: 'A3' }]
const SEM_MESA = { mesa: '', numero: '' }
const SIGNS = '23456789CDFGHJKMNPQRTVWXY'
const VEREDITOS: Record<number, Exclude<Veredito['kind'], 'fora-da-lista'>> = {
  3: 'ja-entrou',
  9: 'ja-entrou',
  6: 'cancelado',
  14: 'cancelado',
  11: 'link-antigo',
}

/**
 * Makes the same rehearsal for every phone and for the board's screen: all of it is derived from the id, so
 * that nothing is stored or sent. Its tokens open nothing, because they are not signed.
 * @returns the guests, and the token of somebody who is not among them
 */
export function ensaioOf(ensaioid: string) {
  // As long as a signature, and in its place.
  const tokenOf = (id: string) => id + ensaioid.slice(-22).padStart(22, '-')
  const convidados = NOMES.map((nome, n) => {
    return {
      id: `ensaio-${n}`,
      nome,
      ...(MESAS[n % 4] ?? SEM_MESA),
      /** Last four digits of an invented phone. */
      finais: String(1000 + n * 37),
      /** `K7F3-92QD`, in the form a real code is read aloud. */
      codigo: codigoOf(n),
      /** The token in the QR code of the guest's link. */
      token: tokenOf(`ensaio-${n}`),
      veredito: VEREDITOS[n] ?? 'entrar',
    }
  })
  return { convidados, estranho: tokenOf('ensaio-ninguem') }
}

/** Tells whether any rehearsal made this token. */
export const isDeEnsaio = (token: string): boolean => /^ensaio-(?:\d+|ninguem)$/.test(readSigned(token).id)

/** Eight characters of the codes' alphabet, different for each number. */
function codigoOf(n: number): string {
  const sign = (k: number) => SIGNS.charAt(k % SIGNS.length)
  return `NXYX-${sign(n)}${sign(n * 3 + 5)}${sign(n * 7 + 1)}${sign(n * 11 + 2)}`
}
