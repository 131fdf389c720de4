import type { Evento } from '../../server/domain/evento'
import { quandoOf } from '../../server/domain/quando'

/** The event in words, as pages tell it; small, because it travels with every page that hydrates. */
export interface EventoSummary {
  anfitriao: string
  ocasiao: string
  /** `16 de setembro, 19h30` */
  quando: string
  contato: string
  diasAteApagar: number
}

export function eventoSummary(evento: Evento): EventoSummary {
  const { anfitriao, ocasiao, contato, diasAteApagar } = evento
  const { dia, mes, hora } = quandoOf(evento.inicio)
  return { anfitriao, ocasiao, quando: `${dia} de ${mes}, ${hora}`, contato, diasAteApagar }
}

/** Everything the invitation's picture says, for who does not see it. */
export function conviteAlt(evento: Evento): string {
  const { semana, dia, mes, ano, hora } = quandoOf(evento.inicio)
  return (
    `${evento.anfitriao} convida: ${evento.ocasiao}, “${evento.titulo}”. ` +
    `${capitalised(semana)}, ${dia} de ${mes} de ${ano}, ${hora}, ${evento.local}, ${evento.cidade}. Toque para confirmar sua presença.`
  )
}

function capitalised(text: string): string {
  return text.charAt(0).toLocaleUpperCase('pt-BR') + text.slice(1)
}
