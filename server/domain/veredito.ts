/** What the door knows about a guest whose code or link it has read. */
export interface Lido {
  /** The link has been replaced: it may be somebody else's now. */
  isOld: boolean
  /** Withdrawn, or no longer stored. */
  isCancelado: boolean
  /** Milliseconds since the epoch by the server's clock, and the aparelho; null while outside. */
  primeira: { entradaid: string; em: number; aparelhoid: string } | null
}

export type Veredito =
  | { kind: 'entrar' }
  | { kind: 'ja-entrou'; em: number; aparelhoid: string }
  | { kind: 'cancelado' }
  | { kind: 'fora-da-lista' }
  | { kind: 'link-antigo' }

/**
 * Decides at the door, on the phone and on the server alike. Only `entrar` admits by itself; every other
 * verdict offers Entrou mesmo assim.
 * @param lido null for a token, code or name that nobody on the list has
 * @param entradaid of the admission about to be made: if it is already stored, it was sent again
 */
export function decideVeredito(lido: Lido | null, entradaid: string): Veredito {
  if (!lido) return { kind: 'fora-da-lista' }
  const { primeira, isCancelado, isOld } = lido
  if (primeira?.entradaid === entradaid) return { kind: 'entrar' }
  if (isCancelado) return { kind: 'cancelado' }
  if (primeira) return { kind: 'ja-entrou', em: primeira.em, aparelhoid: primeira.aparelhoid }
  return isOld ? { kind: 'link-antigo' } : { kind: 'entrar' }
}
