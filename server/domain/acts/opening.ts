import { NO_ACESSO } from '../acesso.ts'
import { NoLongerOpenError } from '../errors.ts'
import type { Autor, Opening } from '../historico.ts'
import type { Tx } from '../tx.ts'

/**
 * Wraps an act so that it is refused, and writes nothing, when what opened its request no longer opens
 * anything. The page looked before the act, and since then the link may have been renewed or the browser
 * revoked.
 * @throws NoLongerOpenError
 */
export function openedBy<Result>(
  { opening }: Pick<Autor, 'opening'>,
  act: (tx: Tx) => Result,
): (tx: Tx) => Result {
  if (!opening) return act
  const opened = (tx: Tx) => {
    if (!isOpen(tx, opening)) throw new NoLongerOpenError(opening.kind)
    return act(tx)
  }
  // Code that watches transactions recognises acts by their function text, and this one's is different.
  return Object.assign(opened, { act })
}

function isOpen(tx: Tx, opening: Opening): boolean {
  switch (opening.kind) {
    case 'mesa':
      return tx.mesa(opening.empresaid).versao === opening.versao
    case 'credencial':
      return (tx.chaveOf(opening.credencialid)?.chave ?? NO_ACESSO).versao === opening.versao
    case 'equipe':
      return opening.segredo !== null && tx.get('aparelhos', opening.aparelhoid)?.segredo === opening.segredo
    default:
      return opening satisfies never
  }
}
