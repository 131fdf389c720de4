import { foldText } from '../domain/text.ts'

/** What says that somebody comes, or does not. */
const YES =
  /^(S|OK|X|Y(ES)?|TRUE|VERDADEIRO|SIM\b.*|(ELE |ELA |EU )?(VEM|VAI|VOU)|CONFIRM(OU|O|AD[OA]S?)( .*)?|PRESENTE|ATTENDING)$/
const NO =
  /^(N|NO)$|\b(NAO|NOT|IMPOSSIBILITAD[OA]|AUSENTE|CANCEL(OU|AD[OA])|DESIST(IU|ENTE)|RECUS(OU|AD[OA])|DECLIN(OU|ED))\b/
/** Who says so has not answered. */
const UNSURE = /\b(AINDA|TALVEZ|SEI|CERTEZA|SURE|YET|RESPOND\w*|CONFIRM\w*|INFORM\w*|AGUARD\w*|DEFIN\w*)\b/

/** What is recorded of a row by the cell that says it; who has not answered is invited. */
export function comoIn(cell: string): 'convidar' | 'confirmados' | 'nao' {
  const said = foldText(cell)
  if (YES.test(said)) return 'confirmados'
  return NO.test(said) && !UNSURE.test(said) ? 'nao' : 'convidar'
}

/** What those who sell or register tickets say of one that is not good any more. */
export const CANCELADO =
  /\b((CANCELAD|ESTORNAD|REEMBOLSAD|RECUSAD|EXPIRAD)[AO]|CANCELL?ED|REFUNDED|EXPIRED|DECLINED|NOT ATTENDING)\b/
