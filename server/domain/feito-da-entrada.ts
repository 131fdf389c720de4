import type { Entrada } from './entrada.ts'
import { feitoOf, type Autor, type Feito } from './historico.ts'

/** What the history says of a fact: its own id is the entry's, so that a repeat says it once. */
export function feitoOfEntrada(autor: Autor, { entradaid, credencialid, anula }: Entrada): Feito {
  const named = { ...autor, historicoid: entradaid }
  return anula === null
    ? feitoOf(named, 'admitiu', credencialid)
    : feitoOf(named, 'anulou', credencialid, anula)
}
