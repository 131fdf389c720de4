import type { Sobre, Texto, Tipo } from '../../server/domain/envio'
import type { Evento } from '../../server/domain/evento'
import type { Encontro } from '../../server/domain/evento-gravado'
import type { Novidade } from '../../server/domain/mudanca'
import { comArtigo, daOcasiao, naOcasiao } from '../../server/domain/artigo.ts'
import { firstNameOf } from '../../server/domain/text.ts'
import { addressOf, capitalized, whereOf, whenOf } from './words.ts'

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
  /** What the message leads to, and the words before each: WhatsApp shows a preview of the first. */
  links: { antes: string; link: string }[]
}

/** A message's recipient, and the link it carries. */
export type Para = { nome: string } & (
  | { tipo: 'mesa'; link: string; empresa: string }
  /**
   * `mesa`: empty text for the house; `ate`: `16 de setembro, 20h`, the deadline for registering; `isAgain`:
   * it was sent before, and nobody used it; `convites`: of one number.
   */
  | { tipo: 'pessoal' | 'relance'; mesa: string; ate: string; isAgain: boolean; convites: Convidada[] }
  | { tipo: 'lembrete'; link: string }
  | { tipo: 'mudanca'; sobre: Sobre; links: string[]; novidade: Novidade }
  /** `ate`: `16 de outubro de 2027`, the day its page is erased. */
  | { tipo: 'certificado'; link: string; ate: string }
)

type Convidada = Record<'nome' | 'link', string> & { lugares: number }

/** @param texto an organiser's words; null for the product's own */
export function mensagemOf(evento: Evento, para: Para, texto: Texto | null): Mensagem {
  const { abertura, recado } = texto ?? originalOf(para, evento)
  return {
    saudacao: saudacaoOf(para, evento),
    abertura,
    recado,
    era: '',
    quando: whenOf(evento),
    onde: [addressOf(evento), isComing(para) && evento.informacoes].filter(Boolean).join('\n'),
    links: linksOf(para),
    ...(para.tipo === 'mudanca' && changedOf(para, evento)),
  }
}

/** Whether its reader may still come. */
const isComing = (para: Para) => para.tipo !== 'certificado' && !isCancelled(para)

/** What was, and what is. */
function changedOf({ novidade }: Extract<Para, { tipo: 'mudanca' }>, evento: Evento) {
  const era =
    'era' in novidade && novidade.era ? `Era: ${whenOf(novidade.era)}, ${whereOf(novidade.era)}` : ''
  if (novidade.kind === 'cancelado') return { era, quando: `Seria: ${whenOf(evento)}` }
  return { era, quando: era === '' ? whenOf(evento) : `Agora: ${whenOf(evento)}` }
}

/** The product's own words, which assume neither a female nor a male reader. */
export function originalOf(para: Para, evento: Evento): Texto {
  const { ocasiao, anfitriao } = evento
  const na = `${naOcasiao(ocasiao)} (${anfitriao})`
  const aberturas: Record<Tipo, string> = {
    mesa: `Nele você vê quem vem e convida uma pessoa por vez para ${eventoTold(evento)}. O link é só seu: não repasse.`,
    pessoal: `Esperamos você ${na}.`,
    relance: `esperamos a sua resposta para ${eventoTold(evento)}.`,
    lembrete: `está chegando o dia ${daOcasiao(ocasiao)} (${anfitriao}).`,
    mudanca: isCancelled(para)
      ? `Lamentamos: ${eventoTold(evento)} não vai acontecer.`
      : `Esperamos você ${na}.`,
    certificado: `agradecemos a sua presença ${na}.`,
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
      const mesa = para.mesa === '' ? '' : `, na mesa ${para.mesa}`
      const [{ lugares } = { lugares: 1 }, ...others] = para.convites
      if (others.length > 0) return `${begin} estes convites são de vocês.`
      return `${begin} este convite é ${lugares === 1 ? 'só seu' : `seu e vale para ${lugares} pessoas`}${mesa}.`
    }
    case 'relance':
      return `${para.nome},`
    case 'lembrete':
    case 'certificado':
      return `${firstNameOf(para.nome)},`
    case 'mudanca':
      return capitalized(`${para.nome === '' ? '' : `${para.nome}, `}${novidadeIn(para.novidade, evento)}.`)
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
      return 'o evento acontece no mesmo dia e lugar; confira pelo link como ele ficou'
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

function linksOf(para: Para): Mensagem['links'] {
  const lead = (antes: string, link: string) => [{ antes, link }]
  switch (para.tipo) {
    case 'mesa':
      return lead(PAINEL, para.link)
    case 'pessoal':
      return linksTo(para.convites, `Cadastre-se até ${para.ate}:`)
    case 'relance':
      return linksTo(para.convites, `Você vem? Responda por aqui, sim ou não, até ${para.ate}:`)
    case 'lembrete':
      return lead('Sua credencial, para mostrar na entrada (não vai poder ir? avise por ela):', para.link)
    case 'mudanca':
      return para.links.flatMap((link) => {
        const known = lead(KNOWN[para.sobre][isCancelled(para) ? 'cancelado' : 'mudou'], link)
        const isAsked = para.sobre === 'credenciais' && !isCancelled(para)
        return isAsked ? [...known, ...lead('Não vou poder ir:', `${link}/presenca`)] : known
      })
    case 'certificado':
      return lead(`Seu certificado, para baixar antes de ${para.ate}:`, para.link)
    default:
      return para satisfies never
  }
}

const PAINEL = 'Painel da mesa:'

/** What introduces the link that somebody has already. */
const KNOWN: Record<Sobre, Record<'mudou' | 'cancelado', string>> = {
  empresas: { mudou: PAINEL, cancelado: PAINEL },
  convites: { mudou: 'O seu convite continua valendo:', cancelado: 'O convite diz o mesmo:' },
  credenciais: {
    mudou: 'Sua credencial, para mostrar na entrada:',
    cancelado: 'Sua credencial diz o mesmo:',
  },
}

/** Several invitations are told apart by whose they are. */
const linksTo = (convites: Convidada[], antes: string): Mensagem['links'] =>
  convites.map(({ nome, lugares, link }, index) => {
    const whose = `Convite de ${nome}${lugares === 1 ? '' : `, para ${lugares} pessoas`}:`
    return { antes: convites.length === 1 ? antes : index === 0 ? `${antes}\n${whose}` : whose, link }
  })

/** `Palestra comemorativa dos 80 anos (Sociedade Rural do Vale Dourado)` */
export const titleOf = ({ ocasiao, anfitriao }: Evento) => `${ocasiao} (${anfitriao})`

/** Inside a sentence: `a palestra comemorativa (Sociedade Rural)`. */
export const eventoTold = ({ ocasiao, anfitriao }: Evento) => `${comArtigo(ocasiao)} (${anfitriao})`

/** The whole message, as WhatsApp gets it. */
export function textOf(mensagem: Mensagem): string {
  const { saudacao, abertura, era, quando, onde, recado, links } = mensagem
  const leads = links.map(({ antes, link }) => `${antes} ${link}`)
  return [`${saudacao} ${abertura}`, era, `${quando}\n${onde}`, recado, ...leads]
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
