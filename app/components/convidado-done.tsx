import { Outcome } from './outcome'

/** What was done to a guest, by its name in `?feito=`: nothing else of an address is ever shown. */
const DONE = {
  cadastrado: 'o convidado foi cadastrado.',
  corrigido: 'os dados foram corrigidos.',
  mudou: 'a empresa do convite foi mudada.',
  admitido: 'a entrada foi registrada.',
  anulada: 'a entrada não conta mais. Ela continua no histórico.',
  renovado: 'a credencial tem outro link e outro código. Envie o novo link.',
  devolvido: 'o convidado foi excluído, e o convite voltou para a empresa.',
  excluido: 'o convidado foi excluído.',
  juntou: 'os dois cadastros agora são um só.',
  separou: 'são pessoas diferentes. Este par não aparece mais.',
} as const

/** What could not be done. */
const WARNINGS = {
  sumiu: 'este cadastro não existe mais: foi excluído, ou juntado a outro.',
  resolvido: 'este par já foi resolvido por outra pessoa.',
  'sem-link': 'este cadastro veio de outro sistema, e o link dele não pode ser trocado.',
} as const

/** A name of what was done or could not be. */
export type Nome = keyof typeof DONE | keyof typeof WARNINGS

/** The message a page opens with after an act; nothing for a name that is none. */
export function ConvidadoDone({ nome }: { nome: string | null }) {
  return <Outcome nome={nome} done={DONE} warnings={WARNINGS} />
}
