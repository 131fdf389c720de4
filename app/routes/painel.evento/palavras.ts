import { ASSUNTOS, type Assunto, type Campo } from '../../../server/domain/descricao'
import type { Evento } from '../../../server/domain/evento'
import { durationTold, minutosOf, quandoOf } from '../../../server/domain/quando'

/** What is told of the event, by the name it has on the form. */
export const NOMES: Record<Assunto, string> = {
  anfitriao: 'Quem convida',
  ocasiao: 'Ocasião',
  titulo: 'Título',
  inicio: 'Começa',
  fim: 'Termina',
  local: 'Local',
  cidade: 'Cidade',
  contato: 'WhatsApp para dúvidas',
  inscricoesAte: 'Inscrições',
  diasAteApagar: 'Apagar os dados',
  nomesNaMesa: 'Nomes na mesa',
  assinaturas: 'Quem assina',
  minutos: 'Carga horária',
}

/** What the organiser's own pictures or the drawn ones are called. */
export const IMAGEM = 'Imagem'

export const imagemTold = (convite: 'desenhado' | 'propria') =>
  convite === 'desenhado' ? 'o convite desenhado' : 'uma imagem sua'

/** The same of the field a sentence is about. */
export function nomeOfCampo(campo: Campo): string {
  const found = Object.entries(ASSUNTOS).find(([, campos]) => (campos as readonly Campo[]).includes(campo))
  return found ? NOMES[found[0] as Assunto] : ''
}

/** `quinta-feira, 16 de setembro de 2027, 19h30`, at the clock of the start. */
export function momentTold(inicio: string, at = Date.parse(inicio)): string {
  const { semana, dia, mes, ano, hora } = quandoOf(inicio, at)
  return `${semana}, ${dia} de ${mes} de ${ano}, ${hora}`
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
  return `${semana.charAt(0).toUpperCase()}${semana.slice(1)}, ${long} depois.`
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
const article = (semana: string) => (/^(s[áa]bado|domingo)$/.test(semana) ? 'um' : 'uma')

const signatureTold = ({ nome, cargo }: { nome: string; cargo: string }) =>
  cargo === '' ? nome : `${nome}, ${cargo}`

/** What the event says of something. */
export function toldIn(evento: Evento, assunto: Assunto): string {
  const { inicio, fim, inscricoesAte, diasAteApagar, nomesNaMesa = true } = evento
  switch (assunto) {
    case 'inicio':
      return momentTold(inicio)
    case 'fim':
      return momentTold(inicio, Date.parse(fim))
    case 'inscricoesAte':
      return inscricoesAte === undefined
        ? 'até o fim do evento'
        : `até ${momentTold(inicio, Date.parse(inscricoesAte))}`
    case 'diasAteApagar':
      return `${counted(diasAteApagar, 'dia')} depois do fim`
    case 'nomesNaMesa':
      return nomesNaMesa ? 'o responsável vê os nomes' : 'o responsável vê “Ocupante 1, 2, 3”'
    case 'assinaturas':
      return evento.assinaturas?.map(signatureTold).join('; ') ?? 'ninguém'
    case 'minutos':
      return `${durationTold(minutosOf(evento))}${evento.minutos === undefined ? ', do começo ao fim' : ''}`
    default:
      return evento[assunto]
  }
}
