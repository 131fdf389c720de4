import { Outcome } from './outcome'

/** What was done to personal invitations, by its name in `?feito=`: nothing else of an address is ever shown. */
const DONE = {
  criados: 'os convites pessoais foram feitos. Envie a cada pessoa o dela.',
  mudado: 'o nome do convite foi mudado.',
  revogado: 'o convite foi revogado, e voltou para a empresa.',
} as const

/** What could not be done. */
const WARNINGS = {
  'ja-usado': 'alguém já se cadastrou com este convite. Nada mudou.',
  'ja-revogado': 'este convite já foi revogado. Nada mudou.',
} as const

export type ConvitesDoneName = keyof typeof DONE | keyof typeof WARNINGS

/** The message the page of personal invitations opens with after an act; nothing for a name that is none. */
export function ConvitesDone({ nome }: { nome: string | null }) {
  return <Outcome nome={nome} done={DONE} warnings={WARNINGS} />
}
