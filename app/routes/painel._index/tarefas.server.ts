import type { Tipo } from '../../../server/domain/envio'
import { quandoOf } from '../../../server/domain/quando'
import { ORDEM, type Esperas, type Tarefa } from '../../../server/use-cases/tarefas'
import { empresaHref } from '~/painel/convidado-told'
import { filaHref } from '~/painel/envios/filas'
import { countOf, grouped } from '~/shared/words'

/** What the words of a task depend on, beside what waits. */
export interface Contexto {
  inicio: string
  now: number
  isCancelado: boolean
  /** `16 de outubro`, and whether that day has come. */
  expurgo: { dia: string; isDue: boolean }
}

/** A task in words: as the first one, or as a row of those that wait. */
interface Dito {
  /** What follows the number; the whole sentence where nothing is counted. */
  dito: string
  nota?: string
  /** The verb of a row, and the button of the first task. */
  vai: string
  botao: string
  href: string
  /** A queue of messages: as the first task its button leads to the next message at once. */
  fila?: Tipo
}

export interface TarefaShown extends Dito {
  tarefa: Tarefa
  n: string | null
  isUrgent: boolean
}

/** Tasks that are there or not. */
const UNCOUNTED = new Set<Tarefa>(['porta', 'listas', 'semRede', 'folha', 'expurgo'])
const URGENT = new Set<Tarefa>(['semRede'])

const some = (n: number, um: string, muitos: string) => (n === 1 ? um : muitos)

type Said = (n: number, esperas: Esperas, contexto: Contexto) => Dito

const ofFila = (fila: Tipo) => ({ fila, href: filaHref(fila) })

const SAID: Record<Tarefa, Said> = {
  mudanca: (n, _, { isCancelado }) => ({
    dito: `${some(n, 'pessoa', 'pessoas')} a avisar ${isCancelado ? 'do cancelamento' : 'da mudança'}`,
    nota: 'ainda têm o que valia antes',
    vai: 'Avisar',
    botao: 'Avisar pelo WhatsApp',
    ...ofFila('mudanca'),
  }),
  convites: (n, { convite }) => ({
    dito: some(n, 'convite por enviar', 'convites por enviar'),
    nota: `Começa por ${convite?.nome ?? ''}. ${timeTold(n)}`,
    vai: 'Enviar',
    botao: 'Enviar pelo WhatsApp',
    ...ofFila('pessoal'),
  }),
  links: (n, { paradas }) => ({
    dito: some(n, 'empresa ainda sem o link', 'empresas ainda sem o link'),
    nota: standing(paradas.filter(({ link }) => link.kind !== 'enviado')),
    vai: 'Enviar',
    botao: some(n, 'Enviar o link pelo WhatsApp', 'Enviar os links pelo WhatsApp'),
    ...ofFila('mesa'),
  }),
  pedidos: (n, { pedidos }) => ({
    dito: some(n, 'empresa pediu mais convites', 'empresas pediram mais convites'),
    nota: pedidos
      .slice(0, 2)
      .map(({ nome, pedido }) => `${nome}: ${grouped(pedido)}`)
      .join(' · '),
    vai: 'Responder',
    botao: 'Responder',
    href: `${empresaHref(pedidos[0]?.empresaid ?? '')}#pedido`,
  }),
  relance: (n) => ({
    dito: some(n, 'convidado não respondeu', 'convidados não responderam'),
    nota: some(n, 'recebeu há dois dias ou mais', 'receberam há dois dias ou mais'),
    vai: 'Lembrar',
    botao: some(n, 'Lembrar pelo WhatsApp', `Lembrar os ${grouped(n)}`),
    ...ofFila('relance'),
  }),
  paradas: (n, { paradas }) => ({
    dito: some(n, 'empresa não começou', 'empresas não começaram'),
    nota: standing(paradas.filter(({ link }) => link.kind === 'enviado')),
    vai: 'Ver',
    botao: 'Ver quais são',
    href: '#paradas',
  }),
  repetidos: (n) => ({
    dito: some(n, 'possível repetido', 'possíveis repetidos'),
    nota: some(n, 'dois cadastros podem ser da mesma pessoa', 'cadastros que podem ser da mesma pessoa'),
    vai: 'Conferir',
    botao: 'Conferir',
    href: '/painel/repetidos',
  }),
  porta: () => ({
    dito: 'Ninguém para a porta ainda',
    nota: 'um celular por voluntário; funciona sem internet',
    vai: 'Chamar',
    botao: 'Chamar para a porta',
    href: '/painel/equipe',
  }),
  listas: () => ({
    dito: 'Listas para imprimir',
    nota: 'para o caso de faltar luz',
    vai: 'Imprimir',
    botao: 'Escolher a lista',
    href: '/painel/listas',
  }),
  semRede: (n, { semRede: [first] }, { now }) => {
    const nome = first === undefined || first.nome === '' ? 'Um celular' : first.nome
    const minutes = Math.floor((now - (first?.vistoem ?? now)) / 60_000)
    const since = minutes < 60 ? `${minutes} minutos` : countOf(Math.floor(minutes / 60), 'hora', 'horas')
    const others = n > 1 ? `, e mais ${n - 1}` : ''
    return {
      dito: `${nome} está sem internet há ${since}${others}`,
      nota: 'A porta continua. Quem entrou por lá aparece quando voltar.',
      vai: 'Ver',
      botao: 'Ver a porta',
      href: '/painel/porta',
    }
  },
  fora: (n) => ({
    dito: some(n, 'veio sem estar na lista', 'vieram sem estar na lista'),
    vai: 'Resolver',
    botao: 'Resolver',
    href: '/painel/porta',
  }),
  duas: (n) => ({
    dito: some(n, 'pessoa entrou duas vezes', 'pessoas entraram duas vezes'),
    vai: 'Conferir',
    botao: 'Conferir',
    href: '/painel/porta',
  }),
  certificados: (n) => ({
    dito: some(n, 'certificado por enviar', 'certificados por enviar'),
    nota: 'De quem esteve e tem WhatsApp. Com o agradecimento, numa mensagem só.',
    vai: 'Enviar',
    botao: 'Começar a enviar',
    ...ofFila('certificado'),
  }),
  semNumero: (n) => ({
    dito: some(n, 'esteve e não tem WhatsApp', 'estiveram e não têm WhatsApp'),
    nota: 'o certificado também se imprime',
    vai: 'Imprimir',
    botao: 'Imprimir os certificados',
    href: '/painel/listas/certificados',
  }),
  folha: () => ({
    dito: 'Folha para a diretoria',
    nota: 'uma página, com o nome das empresas',
    vai: 'Ver',
    botao: 'Ver a folha',
    href: '/painel/depois/folha',
  }),
  expurgo: (_, __, { expurgo: { dia, isDue } }) => ({
    dito: isDue ? 'Chegou o dia de apagar os dados' : `Dados dos convidados: apagar em ${dia}`,
    nota: 'Os certificados continuam valendo.',
    vai: isDue ? 'Apagar' : 'Ver',
    botao: isDue ? 'Apagar os dados' : 'Ver o que se apaga',
    href: '/painel/expurgo',
  }),
}

const standing = (paradas: Esperas['paradas']) =>
  countOf(
    paradas.reduce((sum, { total }) => sum + total, 0),
    'convite parado',
    'convites parados',
  )

/** How long sending takes, at three a minute; beyond a day's worth, how many a day. */
function timeTold(n: number): string {
  if (n > 40) return 'São muitos: 40 por dia é seguro.'
  return n <= 3 ? 'É coisa de um minuto.' : `São uns ${Math.ceil(n / 3)} minutos.`
}

/** The rows that wait beside the first task. */
const ROWS_MAX = 5

/** What waits, in words, first things first. */
export function tarefasShown(esperas: Esperas, contexto: Contexto): TarefaShown[] {
  const waiting = ORDEM[esperas.fase].filter((tarefa) => esperas.quantos[tarefa] > 0)
  return waiting.slice(0, 1 + ROWS_MAX).map((tarefa) => {
    const n = esperas.quantos[tarefa]
    const counted = UNCOUNTED.has(tarefa) ? null : grouped(n)
    return { tarefa, n: counted, isUrgent: URGENT.has(tarefa), ...SAID[tarefa](n, esperas, contexto) }
  })
}

/** What comes next while nothing waits. */
export function nextTold({ fase, lembrarEm }: Esperas, inicio: string): string {
  if (fase === 'depois') return 'Obrigado por cuidar deste evento.'
  if (lembrarEm !== null)
    return `Próxima coisa: lembrar quem não respondeu, dia ${quandoOf(inicio, lembrarEm).dia}.`
  return fase === 'dia' ? 'Bom evento.' : 'Próxima coisa: imprimir as listas, na véspera.'
}
