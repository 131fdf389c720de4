import type { Texto, Tipo } from '../../server/domain/envio'
import type { Evento } from '../../server/domain/evento'
import type { Encontro } from '../../server/domain/evento-gravado'
import type { Novidade } from '../../server/domain/mudanca'
import { firstNameOf } from '../../server/domain/text.ts'
import { whereOf, whenOf } from './words.ts'

export { firstNameOf }

/**
 * A message, part by part: `abertura` and `recado` are an organiser's own words; the rest comes from storage.
 */
export interface Mensagem {
  /** `Dalva,` */
  saudacao: string
  abertura: string
  /**
   * `Era: Quinta-feira, 16 de setembro de 2027, 19h30, Clube, Vale Dourado`; empty text if nothing different
   * was known.
   */
  era: string
  /** `Agora: Quinta-feira, 23 de setembro de 2027, 19h30`; with the first word only if the event changed. */
  quando: string
  onde: string
  /** Empty text for none. */
  recado: string
  /** The text that introduces the link. That link comes first, so the preview shows it. */
  fim: string
  link: string
  /** Where a guest can say that they will not come; empty text if nobody is asked. */
  presenca: string
}

/** A message's recipient, and the link it carries. */
export type Para = { nome: string; link: string } & (
  | { tipo: 'mesa'; empresa: string }
  /**
   * `ate`: `16 de setembro, 20h`, the deadline for registering; `isAgain`: it was sent before, and nobody
   * used it.
   */
  | { tipo: 'pessoal'; empresa: string; ate: string; isAgain?: boolean }
  | { tipo: 'lembrete' }
  /** `presenca`: where a guest can say that they will not come. */
  | { tipo: 'mudanca'; presenca: string; novidade: Novidade }
  /** `ate`: `16 de outubro de 2027`, the day its page is erased. */
  | { tipo: 'certificado'; ate: string }
)

/** @param texto an organiser's words; null for the product's own */
export function mensagemOf(evento: Evento, para: Para, texto: Texto | null): Mensagem {
  const { abertura, recado } = texto ?? originalOf(para, evento)
  return {
    saudacao: saudacaoOf(para, evento),
    abertura,
    recado,
    link: para.link,
    era: '',
    quando: whenOf(evento),
    onde: whereOf(evento),
    fim: fimOf(para),
    presenca: '',
    ...(para.tipo === 'mudanca' && changedOf(para, evento)),
  }
}

/** What was, what is, and where a guest can say that they will not come. */
function changedOf({ novidade, presenca }: Extract<Para, { tipo: 'mudanca' }>, evento: Evento) {
  const era =
    'era' in novidade && novidade.era ? `Era: ${whenOf(novidade.era)}, ${whereOf(novidade.era)}` : ''
  if (novidade.kind === 'cancelado') return { era, quando: `Seria: ${whenOf(evento)}` }
  return { era, presenca, quando: era === '' ? whenOf(evento) : `Agora: ${whenOf(evento)}` }
}

/** The product's own words, which assume neither a female nor a male reader. */
export function originalOf(para: Para, evento: Evento): Texto {
  const title = titleOf(evento)
  const aberturas: Record<Tipo, string> = {
    mesa: `Nele você vê quem vem e convida uma pessoa por vez para ${title}. O link é só seu: não repasse.`,
    pessoal: `Esperamos você: ${title}.`,
    lembrete: `está chegando o dia: ${title}.`,
    mudanca: isCancelled(para) ? `Lamentamos: ${title} não vai acontecer.` : `Esperamos você: ${title}.`,
    certificado: `agradecemos a sua presença: ${title}.`,
  }
  return { tipo: para.tipo, abertura: aberturas[para.tipo], recado: '' }
}

const isCancelled = (para: Para) => para.tipo === 'mudanca' && para.novidade.kind === 'cancelado'

function saudacaoOf(para: Para, evento: Evento): string {
  switch (para.tipo) {
    case 'mesa': {
      const painel = `este é o painel da mesa ${para.empresa}.`
      const nome = firstNameOf(para.nome)
      return nome === '' ? `E${painel.slice(1)}` : `${nome}, ${painel}`
    }
    case 'pessoal': {
      const begin = para.isAgain ? `Ainda dá tempo, ${para.nome}:` : `${para.nome},`
      return `${begin} este convite é só seu, na mesa ${para.empresa}.`
    }
    case 'lembrete':
    case 'certificado':
      return `${firstNameOf(para.nome)},`
    case 'mudanca':
      return `${firstNameOf(para.nome)}, ${novidadeIn(para.novidade, evento)}.`
    default:
      return para satisfies never
  }
}

/** What is new to the recipient, in words that stay true whatever an organiser writes beside them. */
function novidadeIn(novidade: Novidade, evento: Evento): string {
  switch (novidade.kind) {
    case 'mudou':
      return changeIn(novidade.era, evento)
    case 'voltou':
      return 'o evento volta a ser no dia e no lugar de antes'
    case 'mantido':
      return 'o evento acontece no mesmo dia e lugar; confira na sua credencial como ele ficou'
    case 'cancelado':
      return 'o evento foi cancelado'
    default:
      return novidade satisfies never
  }
}

/** `mudou o dia do evento`, `mudaram a hora e o lugar do evento` */
function changeIn(era: Encontro, evento: Evento): string {
  const [was, is] = [whenOf(era), whenOf(evento)]
  const isSameDay = was.slice(0, was.lastIndexOf(',')) === is.slice(0, is.lastIndexOf(','))
  const isSameTime = Date.parse(era.inicio) === Date.parse(evento.inicio)
  const quando = isSameTime ? [] : [isSameDay ? 'a hora' : 'o dia']
  const changes = [...quando, ...(whereOf(era) === whereOf(evento) ? [] : ['o lugar'])]
  return `${changes.length > 1 ? 'mudaram' : 'mudou'} ${changes.join(' e ')} do evento`
}

function fimOf(para: Para): string {
  switch (para.tipo) {
    case 'mesa':
      return 'Painel da mesa:'
    case 'pessoal':
      return `Cadastre-se até ${para.ate}:`
    case 'lembrete':
      return 'Sua credencial, para mostrar na entrada (não vai poder ir? avise por ela):'
    case 'mudanca':
      return isCancelled(para) ? 'Sua credencial diz o mesmo:' : 'Sua credencial, para mostrar na entrada:'
    case 'certificado':
      return `Seu certificado, para baixar antes de ${para.ate}:`
    default:
      return para satisfies never
  }
}

/** `Palestra comemorativa dos 80 anos (Sociedade Rural do Vale Dourado)` */
export const titleOf = ({ ocasiao, anfitriao }: Evento) => `${ocasiao} (${anfitriao})`

/** The words that introduce the link for guests who will not come. */
export const NAO_PODEREI = 'Não poderei ir:'

/** The whole message, as WhatsApp gets it. */
export function textOf(mensagem: Mensagem): string {
  const { saudacao, abertura, era, quando, onde, recado, fim, link, presenca } = mensagem
  const naoPoderei = presenca === '' ? '' : `${NAO_PODEREI} ${presenca}`
  return [`${saudacao} ${abertura}`, era, `${quando}\n${onde}`, recado, `${fim} ${link}`, naoPoderei]
    .filter((part) => part !== '')
    .join('\n\n')
}

/**
 * A link as a page shows it: only its recipient learns the secret part. `convite.exemplo.org.br/mesa/…h3V`,
 * `convite.exemplo.org.br/c/…h3V/certificado`
 */
export function hiddenLink(link: string): string {
  const { host, pathname } = new URL(link)
  const [, first = '', secret = '', ...rest] = pathname.split('/')
  return [host, first, `…${secret.slice(-3)}`, ...rest].join('/')
}

/**
 * The head entry of a page that goes on to WhatsApp by itself: the policy would block a redirect after a
 * form.
 */
export const refreshTo = (whatsapp: string) => ({ httpEquiv: 'refresh', content: `0;url=${whatsapp}` })
