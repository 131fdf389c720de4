import type { Entrada } from './entrada.ts'
import { feitoOf, type Autor, type Feito } from './historico.ts'

/** The history's entry for a fact, under the fact's own id, so that a repeat adds nothing. */
export function feitoOfEntrada(autor: Autor, { entradaid, credencialid, anula }: Entrada): Feito {
  const named = { ...autor, historicoid: entradaid }
  return anula === null
    ? feitoOf(named, 'admitiu', credencialid)
    : feitoOf(named, 'anulou', credencialid, anula)
}
