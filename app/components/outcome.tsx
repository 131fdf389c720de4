import { Mensagem } from './message'

interface Props {
  /** The value of `?feito=`: nothing else of an address is ever shown. */
  nome: string | null
  /** What was done, by its name. */
  feitos: Readonly<Record<string, string>>
  /** What could not be done. */
  avisos: Readonly<Record<string, string>>
}

/** What became of the last act; nothing for a name that is none. */
export function Desfecho({ nome, feitos, avisos }: Props) {
  if (nome === null) return null
  if (Object.hasOwn(feitos, nome)) return <Mensagem>{feitos[nome]}</Mensagem>
  return Object.hasOwn(avisos, nome) ? <Mensagem isAviso>{avisos[nome]}</Mensagem> : null
}
