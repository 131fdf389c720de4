import { Contato } from './contato'
import { useEvento } from './use-evento'

/** How to reach the organisation; nothing where the event is not known. */
export function ContactLine() {
  const evento = useEvento()
  if (!evento) return null
  return (
    <p className="nota">
      {'Alguma dúvida? Fale com a organização: '}
      <Contato contato={evento.contato} />.
    </p>
  )
}
