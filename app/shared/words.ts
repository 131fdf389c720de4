import { aniversarioOf, momentTold, quandoOf } from '../../server/domain/quando'
import type { Evento } from '../../server/domain/evento'

export type EventoSummary = ReturnType<typeof eventoSummary>

/** The event in words, as pages show it. */
export function eventoSummary(evento: Evento) {
  const { anfitriao, ocasiao, contato, diasAteApagar, nomesNaMesa = true } = evento
  return {
    anfitriao,
    ocasiao,
    /** `80`, the years celebrated; null when the occasion celebrates none. */
    anos: aniversarioOf(ocasiao, quandoOf(evento.inicio).ano)?.anos ?? null,
    /** `16 de setembro, 19h30`; empty text until an event is described. */
    quando: whenAt(evento.inicio),
    contato,
    diasAteApagar,
    /** A table's holder sees its guests' names. */
    nomesNaMesa,
  }
}

/** `16 de setembro, 19h30`. `at`, in milliseconds since the epoch, is another instant by the same clock. */
export function whenAt(iso: string, at?: number): string {
  const { dia, mes, hora } = quandoOf(iso, at)
  return `${dia} de ${mes}, ${hora}`
}

/**
 * A near instant, by the clock of an ISO one: `19h30`, or `17 de setembro, 0h10` if its day is not that of
 * `now`.
 */
export function soonAt(iso: string, at: number, now: number): string {
  const [then, today] = [quandoOf(iso, at), quandoOf(iso, now)]
  return then.dia === today.dia && then.mes === today.mes ? then.hora : whenAt(iso, at)
}

/** `Quinta-feira, 16 de setembro de 2027, 19h30` */
export function whenOf({ inicio }: Pick<Evento, 'inicio'>): string {
  return capitalized(momentTold(inicio))
}

export const capitalized = (text: string) => text.charAt(0).toLocaleUpperCase('pt-BR') + text.slice(1)

/** `quinta-feira, 16 de setembro, 19h30`, where the year goes without saying */
export function dayIn({ inicio }: Pick<Evento, 'inicio'>): string {
  return `${quandoOf(inicio).semana}, ${whenAt(inicio)}`
}

/** `quinta-feira, 16 de setembro` and `19h30`, for two lines */
export function dayAndHourIn({ inicio }: Pick<Evento, 'inicio'>): { dia: string; hora: string } {
  const { semana, dia, mes, hora } = quandoOf(inicio)
  return { dia: `${semana}, ${dia} de ${mes}`, hora }
}

/** `Auditório do Parque de Exposições, Vale Dourado` */
export function whereOf({ local, cidade }: Pick<Evento, 'local' | 'cidade'>): string {
  return `${local}, ${cidade}`
}

type Lugar = Pick<Evento, 'local' | 'endereco' | 'cidade'>

/** `Auditório do Parque de Exposições, Av. dos Ipês, 1200, Centro, Vale Dourado` */
export const addressOf = ({ local, endereco, cidade }: Lugar) =>
  [local, endereco, cidade].filter(Boolean).join(', ')

/** What guests should know, a paragraph each: also which needs the place is ready for. */
export const avisosOf = ({ informacoes, acessibilidade }: Pick<Evento, 'informacoes' | 'acessibilidade'>) => [
  ...(informacoes === undefined ? [] : [informacoes]),
  ...(acessibilidade === undefined ? [] : [`Acessibilidade: ${acessibilidade}`]),
]

/** A map that leads to the event; null while its street is not known. */
export const mapOf = (evento: Lugar) =>
  evento.endereco === undefined
    ? null
    : `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(addressOf(evento))}`

/** Day, place, map and what else to know, as the stub below a picture says them. */
export const encontroShown = (evento: Evento) => ({
  quando: dayIn(evento),
  onde: addressOf(evento),
  mapa: mapOf(evento),
  avisos: avisosOf(evento),
})

export const CANCELADO = 'O evento foi cancelado.'

/** What follows the picture's words, by what can still be done. */
const CHAMADAS = {
  aberto: 'Toque para confirmar sua presença.',
  encerrado: 'As inscrições estão encerradas.',
  cancelado: CANCELADO,
}

/** Everything the invitation's picture says, for people who do not see it. */
export function conviteAlt(evento: Evento, estado: keyof typeof CHAMADAS = 'aberto'): string {
  const aniversario = aniversarioOf(evento.ocasiao, quandoOf(evento.inicio).ano)
  const anos = aniversario ? ` (${aniversario.desde}–${aniversario.ate})` : ''
  return (
    `${evento.anfitriao} tem a honra de convidar para ${evento.ocasiao}${anos}: “${evento.titulo}”. ` +
    `${whenOf(evento)}, ${whereOf(evento)}. ${CHAMADAS[estado]}`
  )
}

/** `20.000` */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, '.')
}

/** How many cars a company may park, from what is stored: `Estacionamento: 4 vagas`; empty text for none. */
export function vagasTold(estacionamento: string): string {
  const typed = estacionamento.trim()
  if (/^0*$/.test(typed)) return ''
  return `Estacionamento: ${/^\d{1,6}$/.test(typed) ? countOf(Number(typed), 'vaga', 'vagas') : typed}`
}

/** `1 convidado`, `12 convidados`, `20.000 convidados` */
export function countOf(count: number, one: string, many: string): string {
  return `${grouped(count)} ${count === 1 ? one : many}`
}

const LIST = new Intl.ListFormat('pt-BR')

/** `ANA`, `ANA e RUI`, `ANA, RUI e BIA` */
export const listed = (names: string[]) => LIST.format(names)

/** `4 de dezembro, 19h30 · Vale Dourado`; if the line breaks, the dot stays at its end. */
export const dotted = (...said: string[]) => said.join('\u00a0· ')

/** The explanation of LIMITE ATINGIDO: a held invitation may still come back. */
export function limitReached(nome: string): string {
  return `Todos os convites de ${nome} já foram usados ou estão reservados neste momento.`
}

/** The same for the public form of an event whose house has given all its places. */
export const LIMIT_OF_HOUSE = 'Os lugares deste evento acabaram.'

/** Tells a guest what the holder of the table sees. @param isNamed whether that includes names */
export function whatMesaSees(isNamed: boolean): string {
  return isNamed
    ? 'Quem cuida da mesa vê seu nome, se confirmou e se chegou.'
    : 'Quem cuida da mesa vê se você confirmou e se chegou, sem o seu nome.'
}
