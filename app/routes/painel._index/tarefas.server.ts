import { TIPOS } from '../../../server/domain/envio'
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

/** Tasks that are there or not: their words are a whole sentence. */
const UNCOUNTED = new Set<Tarefa>(['porta', 'listas', 'semRede', 'folha', 'expurgo'])

/** What follows the number, of one and of many; verb and button; where they lead. */
type Dito = readonly [um: string, muitos: string, vai: string, botao: string, para: string]

const DITOS: Record<Tarefa, Dito> = {
  mudanca: ['pessoa para avisar', 'pessoas para avisar', 'Avisar', 'Avisar pelo WhatsApp', 'mudanca'],
  convites: ['convite por enviar', 'convites por enviar', 'Enviar', 'Enviar pelo WhatsApp', 'pessoal'],
  links: [
    'empresa não começou: falta mandar o link',
    'empresas não começaram: falta mandar o link',
    'Enviar',
    'Enviar pelo WhatsApp',
    'mesa',
  ],
  pedidos: ['empresa pediu mais convites', 'empresas pediram mais convites', 'Responder', 'Responder', ''],
  relance: ['convidado não respondeu', 'convidados não responderam', 'Lembrar', 'Lembrar', 'relance'],
  paradas: ['empresa não começou', 'empresas não começaram', 'Ver', 'Ver quais são', '#paradas'],
  repetidos: ['possível repetido', 'possíveis repetidos', 'Conferir', 'Conferir', '/painel/repetidos'],
  porta: ['Ainda não há ninguém na porta', '', 'Convidar', 'Convidar para a porta', '/painel/equipe'],
  listas: ['Listas para imprimir', '', 'Imprimir', 'Escolher a lista', '/painel/listas'],
  semRede: ['', '', 'Ver', 'Ver a porta', '/painel/porta'],
  fora: ['veio sem estar na lista', 'vieram sem estar na lista', 'Resolver', 'Resolver', '/painel/porta'],
  duas: ['pessoa entrou duas vezes', 'pessoas entraram duas vezes', 'Conferir', 'Conferir', '/painel/porta'],
  certificados: [
    'certificado por enviar',
    'certificados por enviar',
    'Enviar',
    'Começar a enviar',
    'certificado',
  ],
  semNumero: [
    ...(['esteve e não tem WhatsApp', 'estiveram e não têm WhatsApp'] as const),
    ...(['Imprimir', 'Imprimir os certificados', '/painel/listas/certificados'] as const),
  ],
  folha: ['Folha para a diretoria', '', 'Ver', 'Ver a folha', '/painel/depois/folha'],
  expurgo: ['Chegou o dia de apagar os dados', '', 'Ver', 'Ver o que se apaga', '/painel/expurgo'],
}

/** In place of sending links, while none of those companies has a number to send to. */
const SEM_NUMERO: Dito = [
  ...(['empresa não começou: falta o WhatsApp', 'empresas não começaram: falta o WhatsApp'] as const),
  ...(['Anotar', 'Anotar os números', '/painel/empresas?mostrar=sem-whatsapp'] as const),
]

const hasLink = ({ link }: Esperas['paradas'][number]) => link.kind === 'por-enviar'

/** What is said below a task. */
function notaOf(tarefa: Tarefa, n: number, { convite, pedidos, paradas }: Esperas): string {
  const isSent = ({ link }: Esperas['paradas'][number]) => link.kind === 'enviado'
  const notas: Partial<Record<Tarefa, string>> = {
    mudanca: 'ainda têm o que valia antes',
    convites: `O primeiro é de ${convite?.nome ?? ''}${convite?.digits ? '' : ', sem número: escolha a pessoa no WhatsApp'}. ${timeTold(n)}`,
    links: standing(paradas.filter((one) => !isSent(one))),
    pedidos: pedidos
      .slice(0, 2)
      .map(({ nome, pedido }) => `${nome}: ${grouped(pedido)}`)
      .join(' · '),
    relance: n === 1 ? 'recebeu há dois dias ou mais' : 'receberam há dois dias ou mais',
    paradas: standing(paradas.filter(isSent)),
    porta: 'um celular por voluntário; funciona sem internet',
    listas: 'para o caso de faltar luz',
    semRede: 'A porta continua. Quem entrou por lá aparece quando voltar.',
    certificados: 'De quem esteve e tem WhatsApp. Com o agradecimento, numa mensagem só.',
    folha: 'uma página, com o nome das empresas',
    expurgo: 'Os certificados continuam valendo.',
  }
  return notas[tarefa] ?? ''
}

type Silent = Esperas['semRede'][number] | undefined

/** The words that depend on more than a number. @param first the phone that is silent for longest */
function ditoOf(tarefa: Tarefa, [um, muitos]: Dito, n: number, first: Silent, contexto: Contexto): string {
  const { now, isCancelado, expurgo } = contexto
  if (tarefa === 'expurgo' && !expurgo.isDue) return `Dados dos convidados: apagar em ${expurgo.dia}`
  if (tarefa === 'semRede') {
    const nome = first === undefined || first.nome === '' ? 'Um celular' : first.nome
    const minutes = Math.floor((now - (first?.vistoem ?? now)) / 60_000)
    const since = minutes < 60 ? `${minutes} minutos` : countOf(Math.floor(minutes / 60), 'hora', 'horas')
    return `${nome} está sem internet há ${since}${n > 1 ? `, e mais ${n - 1}` : ''}`
  }
  const dito = UNCOUNTED.has(tarefa) || n === 1 ? um : muitos
  return tarefa === 'mudanca' ? `${dito} ${isCancelado ? 'do cancelamento' : 'da mudança'}` : dito
}

const standing = (paradas: Esperas['paradas']) =>
  countOf(
    paradas.reduce((sum, { total }) => sum + total, 0),
    'convite sem uso',
    'convites sem uso',
  )

/** How long sending takes, at three a minute; beyond a day's worth, how many a day. */
function timeTold(n: number): string {
  if (n > 40) return 'São muitos: 40 por dia é seguro.'
  return n <= 3 ? 'É coisa de um minuto.' : `Ao todo, uns ${Math.ceil(n / 3)} minutos.`
}

/** The rows that wait beside the first task. */
const ROWS_MAX = 5

/** What waits, in words, first things first: as the first task, or as a row of those that wait. */
export function tarefasShown(esperas: Esperas, contexto: Contexto) {
  const waiting = ORDEM[esperas.fase].filter((tarefa) => esperas.quantos[tarefa] > 0)
  return waiting.slice(0, 1 + ROWS_MAX).map((tarefa) => {
    const n = esperas.quantos[tarefa]
    const row = tarefa === 'links' && !esperas.paradas.some(hasLink) ? SEM_NUMERO : DITOS[tarefa]
    const [, , vai, botao, para] = row
    const fila = TIPOS.find((tipo) => tipo === para) ?? null
    const asking = `${empresaHref(esperas.pedidos[0]?.empresaid ?? '')}#pedido`
    return {
      tarefa,
      n: UNCOUNTED.has(tarefa) ? null : grouped(n),
      dito: ditoOf(tarefa, row, n, esperas.semRede[0], contexto),
      nota: notaOf(tarefa, n, esperas),
      vai,
      botao: tarefa === 'relance' && n > 1 ? `Lembrar os ${grouped(n)}` : botao,
      href: fila ? filaHref(fila) : para === '' ? asking : para,
      /** A queue of messages: as the first task its button leads to the next message at once. */
      fila,
      isUrgent: tarefa === 'semRede',
    }
  })
}

/** What comes next while nothing waits. */
export function nextTold({ fase, lembrarEm }: Esperas, inicio: string): string {
  if (fase === 'depois') return 'Obrigado por cuidar deste evento.'
  if (lembrarEm !== null)
    return `Próxima coisa: lembrar quem não respondeu, dia ${quandoOf(inicio, lembrarEm).dia}.`
  return fase === 'dia' ? 'Bom evento.' : 'Próxima coisa: imprimir as listas, na véspera.'
}
