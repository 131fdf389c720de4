import { Message } from './message'

interface Props {
  /** The value of `?feito=`: nothing else of an address is ever shown. */
  nome: string | null
  /** What was done, by its name. */
  done: Readonly<Record<string, string>>
  /** What could not be done. */
  warnings: Readonly<Record<string, string>>
}

/** What became of the last act; nothing for a name that is none. */
export function Outcome({ nome, done, warnings }: Props) {
  if (nome === null) return null
  if (Object.hasOwn(done, nome)) return <Message>{done[nome]}</Message>
  return Object.hasOwn(warnings, nome) ? <Message isWarning>{warnings[nome]}</Message> : null
}
