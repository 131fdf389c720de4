import { NO_ACESSO } from '../acesso.ts'
import { NoLongerOpenError } from '../errors.ts'
import type { Autor, Opening } from '../historico.ts'
import type { Tx } from '../tx.ts'

/**
 * An act that is refused, with nothing written, where what opened its request opens nothing any more: the page looked
 * before the act, and the link may have been renewed, or the browser revoked, since.
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
  // Code that watches transactions recognises acts by their text, and this function has another.
  return Object.assign(opened, { act })
}

function isOpen(tx: Tx, opening: Opening): boolean {
  switch (opening.kind) {
    case 'mesa':
      return tx.mesa(opening.empresaid).versao === opening.versao
    case 'credencial':
      return (tx.chaveOf(opening.credencialid)?.chave ?? NO_ACESSO).versao === opening.versao
    case 'equipe':
      return opening.segredo !== null && tx.aparelho(opening.aparelhoid)?.segredo === opening.segredo
    default:
      return opening satisfies never
  }
}
