import type { ConviteNoPainel, Numeros } from './painel-repo.ts'

/** How many people of an invitation a list counts. Who declined declined for all of them. */
export const pessoasDe = ({ recusadoem, lugares, abertos }: ConviteNoPainel) =>
  recusadoem === null ? abertos : lugares

/** The people of invitations: guests who registered with one are counted as guests. */
export function respostasOf(convites: ConviteNoPainel[]): Pick<Numeros, 'semResposta' | 'recusaram'> {
  const sums = { semResposta: 0, recusaram: 0 }
  for (const convite of convites)
    sums[convite.recusadoem === null ? 'semResposta' : 'recusaram'] += pessoasDe(convite)
  return sums
}

/** Everybody invited or registered, in people: how many answered, said yes, and are inside. */
export function funilOf(numeros: Omit<Numeros, 'convites' | 'reservados' | 'pessoais'>) {
  const { confirmados, desistiram, recusaram, semResposta, dentro, livres } = numeros
  const naoVem = desistiram + recusaram
  const responderam = confirmados + naoVem
  return {
    convidados: responderam + semResposta,
    responderam,
    confirmados,
    dentro,
    semResposta,
    naoVem,
    livres,
  }
}
