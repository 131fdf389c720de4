import { Outcome } from './outcome'

/** What was done at a table, by its name in `?feito=`. */
const DONE = {
  criados: 'os convites pessoais estão prontos. Envie a cada pessoa o seu.',
  mudado: 'o rótulo mudou. O link continua o mesmo.',
  revogado: 'o convite foi revogado e voltou para a mesa.',
  liberado: 'o convite voltou para a mesa. Não enviamos mensagem: avise quem o tinha.',
  fechado: 'o link público está fechado. Só entra quem tem convite pessoal.',
  aberto: 'o link público está aberto. Quem tiver o link usa um convite livre.',
} as const

/** What could not be done. */
const WARNINGS = {
  'ja-usado': 'este convite já foi usado. Nada mudou.',
  'ja-revogado': 'este convite já estava revogado. Nada mudou.',
  'ja-livre': 'este convite já tinha voltado para a mesa. Nada mudou.',
  'ja-chegou': 'essa pessoa já chegou ao evento, e o convite fica com ela. Nada mudou.',
  encerrado: 'o prazo para mudanças terminou. Nada mudou.',
} as const

export type MesaDoneName = keyof typeof DONE | keyof typeof WARNINGS

/** The message the panel of a table opens with after an act. */
export function MesaDone({ nome }: { nome: string | null }) {
  return <Outcome nome={nome} done={DONE} warnings={WARNINGS} />
}
