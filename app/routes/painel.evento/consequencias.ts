import { isRetold, NA_AGENDA, NO_CONVITE } from '../../../server/domain/assuntos'
import type { Evento } from '../../../server/domain/evento'
import {
  DAY_MS,
  dayWithHour,
  durationTold,
  minutosOf,
  quandoOf,
  type Terms,
} from '../../../server/domain/quando'
import { countOf, whenAt } from '~/shared/words'
import { dayTold } from './palavras.ts'

/** A sentence in pieces; every second piece is emphasised. */
export type Frase = string[]

/** An event with its two terms. */
type Prazos = Terms & { evento: Evento }

/** Who is affected, and the present time. */
interface Afetados {
  confirmados: number
  /** Paired phones of the door. */
  celulares: number
  now: number
}

/** What follows when the event is first described. */
export function consequencesOfFirst({ evento, closesAt, eraseAt }: Prazos, now: number): Frase[] {
  return [
    ...doubts(evento, now),
    [
      'O convite passa a dizer ',
      `${quandoOf(evento.inicio).semana}, ${whenAt(evento.inicio)}`,
      ', e é desenhado em alguns segundos.',
    ],
    now >= closesAt
      ? ['As inscrições já começam ', 'fechadas', '.']
      : ['Quem tem o link se cadastra até ', whenAt(evento.inicio, closesAt), '.'],
    [
      'Os dados dos convidados serão apagados em ',
      dayTold(evento.inicio, eraseAt),
      '. O aviso de privacidade o promete: depois que alguém se cadastrar, o prazo só encurta.',
    ],
  ]
}

/**
 * What follows when the event changes.
 * @param isMoved guests have to come at another time or to another place
 */
export function consequencesOf(was: Prazos, is: Prazos, isMoved: boolean, afetados: Afetados): Frase[] {
  const { confirmados, celulares, now } = afetados
  const isSame = (name: keyof Evento) => was.evento[name] === is.evento[name]
  const frases: Frase[] = doubts(is.evento, now)
  if (isMoved) {
    const move = `${moveTold(was.evento, is.evento)}: `
    frases.push(
      mustBeTold(
        confirmados,
        move,
        '. Ninguém recebe nada sozinho; ao gravar, a fila de envios fica pronta.',
      ),
    )
  }
  if (isRetold(NA_AGENDA, was.evento, is.evento) && confirmados > 0) {
    frases.push([
      'Quem guardou na agenda abre a credencial e toca em ',
      'Mudar na minha agenda',
      '. Em algumas agendas aparece um segundo compromisso; a credencial diz qual apagar.',
    ])
  }
  if (is.closesAt !== was.closesAt) frases.push(closingTold(was, is, now))
  if (isMoved && confirmados > 0)
    frases.push(['Quem não puder ir toca em Não vou poder ir, e o lugar volta para a mesa.'])
  if (is.eraseAt !== was.eraseAt) {
    frases.push([
      'Os dados dos convidados serão apagados em ',
      dayTold(is.evento.inicio, is.eraseAt),
      `, e não mais em ${dayTold(was.evento.inicio, was.eraseAt)}. O aviso de privacidade diz a nova data.`,
    ])
  }
  if (!isSame('nomesNaMesa')) {
    const isNamed = is.evento.nomesNaMesa ?? true
    frases.push([
      'O responsável de cada empresa ',
      isNamed ? 'passa a ver os nomes' : 'deixa de ver os nomes',
      ' de quem se cadastrou na mesa dele.',
    ])
  }
  if (JSON.stringify(was.evento.assinaturas) !== JSON.stringify(is.evento.assinaturas)) {
    frases.push([
      'Os certificados baixados daqui em diante ',
      is.evento.assinaturas ? 'trazem estas assinaturas' : 'saem sem assinatura',
      '. O código não muda.',
    ])
  }
  if (minutosOf(was.evento) !== minutosOf(is.evento)) {
    const horas = durationTold(minutosOf(is.evento))
    frases.push(['Os certificados dirão ', horas, '. Depois do fim do evento isso não muda mais.'])
  }
  if (!isSame('contato')) frases.push(['As páginas dos convidados mostram o novo contato.'])
  if (isRetold(NO_CONVITE, was.evento, is.evento)) {
    frases.push([
      'O convite e a credencial são desenhados de novo em alguns segundos. ' +
        'Listas já impressas ficam como estão.',
    ])
    if (celulares > 0) frases.push(phonesTold(celulares))
  }
  return frases
}

/** What follows when the event is cancelled. */
export function consequencesOfCancel({ confirmados, celulares }: Afetados): Frase[] {
  return [
    mustBeTold(confirmados, '', '. Ninguém recebe nada sozinho; ao cancelar, a fila de envios fica pronta.'),
    ['As inscrições ', 'fecham imediatamente', '.'],
    ['O convite, as páginas das empresas e as credenciais dizem que o evento foi ', 'cancelado', '.'],
    ['Quem guardou na agenda abre a credencial e toca em ', 'Tirar da agenda', '.'],
    ['Nenhum cadastro se perde, e o prazo para apagar os dados continua o mesmo.'],
    ...(celulares > 0 ? [phonesTold(celulares)] : []),
  ]
}

/** What follows when a cancellation is undone. */
export function consequencesOfRetake(is: Prazos, { confirmados, celulares, now }: Afetados): Frase[] {
  return [
    mustBeTold(confirmados, '', ' de que o evento volta a acontecer. A fila de envios fica pronta.'),
    now >= is.closesAt
      ? ['As inscrições ', 'continuam fechadas', ': o prazo delas passou.']
      : ['As inscrições ', 'abrem de novo', `, até ${whenAt(is.evento.inicio, is.closesAt)}.`],
    ['O convite e as credenciais voltam a valer como eram.'],
    ...(celulares > 0 ? [phonesTold(celulares)] : []),
  ]
}

/** What is right by the rules, and seldom what was meant. */
function doubts({ fim, inicio }: Evento, now: number): Frase[] {
  const [begins, ends] = [Date.parse(inicio), Date.parse(fim)]
  const frases: Frase[] = []
  if (ends <= now) frases.push(['Atenção: ', 'esta data já passou', '. Confira o ano.'])
  else if (begins <= now) frases.push(['Atenção: ', 'o começo já passou', '.'])
  if (ends - begins > DAY_MS)
    frases.push(['Atenção: ', 'o evento dura mais de um dia', `. Confira o fim: ${dayTold(inicio, ends)}.`])
  return frases
}

const mustBeTold = (confirmados: number, before: string, after: string): Frase =>
  confirmados === 0
    ? ['Ninguém confirmou ainda: não há quem avisar.']
    : [
        before,
        countOf(confirmados, 'confirmado precisa ser avisado', 'confirmados precisam ser avisados'),
        `, e também quem já recebeu o convite ou o link${after}`,
      ]

function moveTold(was: Evento, is: Evento): string {
  if (Date.parse(was.inicio) === Date.parse(is.inicio)) return 'O lugar muda'
  const [from, to] = [quandoOf(was.inicio), quandoOf(is.inicio)]
  if (from.dia === to.dia && from.mes === to.mes && from.ano === to.ano)
    return `A hora muda de ${from.hora} para ${to.hora}`
  const year = from.ano === to.ano ? '' : ` de ${from.ano}`
  const month = from.mes === to.mes && year === '' ? '' : ` de ${from.mes}${year}`
  return `A data muda de ${from.dia}${month} para ${to.dia} de ${to.mes}${year && ` de ${to.ano}`}`
}

function closingTold(was: Prazos, is: Prazos, now: number): Frase {
  const [from, to] = [was, is].map(({ evento, closesAt }) => quandoOf(evento.inicio, closesAt).ano)
  const told = ({ evento: { inicio }, closesAt }: Prazos) =>
    from === to ? whenAt(inicio, closesAt) : dayWithHour(inicio, closesAt)
  const before = told(was)
  if (now >= is.closesAt) return ['As inscrições ', 'fecham ao gravar', `, e não mais em ${before}.`]
  const verb = now >= was.closesAt ? 'abrem de novo, até ' : 'fecham em '
  return [`As inscrições ${verb}`, told(is), `, e não mais em ${before}.`]
}

function phonesTold(celulares: number): Frase {
  const who = countOf(celulares, 'celular da porta recebe', 'celulares da porta recebem')
  return [`${who} a mudança quando ${celulares === 1 ? 'tiver' : 'tiverem'} rede.`]
}
