import { assuntoOf, camposOf, TODOS, type Campo } from '../../../server/domain/assuntos'
import type { Evento } from '../../../server/domain/evento'
import { counted, quandoOf } from '../../../server/domain/quando'
import { capitalized } from '~/shared/words'

/** What the pictures are called, own or drawn. */
export const IMAGEM = 'Imagem'

export const imagemTold = (convite: 'desenhado' | 'propria') =>
  convite === 'desenhado' ? 'o convite desenhado' : 'uma imagem sua'

/** A field's name inside a sentence. */
export function nomeOfCampo(campo: Campo): string {
  const found = TODOS.find((name) => camposOf(name).includes(campo))
  return found ? assuntoOf(found).nome : ''
}

/** `16 de outubro de 2027, um sábado` */
export function dayTold(inicio: string, at: number): string {
  const { semana, dia, mes, ano } = quandoOf(inicio, at)
  return `${dia} de ${mes} de ${ano}, ${article(semana)} ${semana}`
}

/** `16 de setembro de 2027 é uma quinta-feira.` */
export function weekdayTold(inicio: string): string {
  const { semana, dia, mes, ano } = quandoOf(inicio)
  return `${dia} de ${mes} de ${ano} é ${article(semana)} ${semana}.`
}

/** `Quinta-feira, 2 horas e meia depois.` */
export function endTold({ inicio, fim }: Pick<Evento, 'inicio' | 'fim'>): string {
  const { semana } = quandoOf(inicio, Date.parse(fim))
  const minutes = Math.round((Date.parse(fim) - Date.parse(inicio)) / 60_000)
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60]
  const parts = [
    days > 0 ? counted(days, 'dia') : '',
    hours > 0 ? counted(hours, 'hora') : '',
    rest === 0 ? '' : rest === 30 && hours > 0 ? 'meia' : counted(rest, 'minuto'),
  ].filter(Boolean)
  const last = parts.pop() ?? ''
  const long = parts.length > 0 ? `${parts.join(', ')} e ${last}` : last
  return `${capitalized(semana)}, ${long} depois.`
}

const article = (semana: string) => (/^(s[áa]bado|domingo)$/.test(semana) ? 'um' : 'uma')
