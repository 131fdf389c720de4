import { Message } from './message'

/** What was done to a company, by its name in `?feito=`: nothing else of an address is ever shown. */
const DONE = {
  total: (total: number) => `o total agora é de ${total} convites.`,
  nova: () => 'a empresa foi gravada. Envie a ela o link.',
  mesa: () => 'o painel da mesa tem outro link. Envie o novo a quem cuida da mesa.',
  fechado: () => 'o link público está fechado: só entra quem tem convite pessoal.',
  aberto: () => 'o link público está aberto.',
} as const

export type EmpresaDoneName = keyof typeof DONE

/** The message a company's page opens with after an act; nothing for a name that is none. */
export function EmpresaDone({ nome, total }: { nome: string | null; total: number }) {
  if (nome === null || !Object.hasOwn(DONE, nome)) return null
  return <Message>{DONE[nome as EmpresaDoneName](total)}</Message>
}
