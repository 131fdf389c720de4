import type { Texto, Tipo } from '../../server/domain/envio'
import type { Evento } from '../../server/domain/evento'
import { whereOf, whenOf } from './words.ts'

/** A message part by part: `abertura` and `recado` are an organiser's own words, all else comes from what is stored. */
export interface Mensagem {
  /** `Dalva,` */
  saudacao: string
  abertura: string
  quando: string
  onde: string
  /** Empty text for none. */
  recado: string
  /** What is said of the link, which comes last: it is what the preview shows. */
  fim: string
  link: string
}

/** Whom a message is for, and the link it carries. */
export type Para = { nome: string; link: string } & (
  | { tipo: 'mesa'; empresa: string }
  /** `ate`: `16 de setembro, 20h`, until when one registers; `isAgain`: it was sent before, and nobody used it. */
  | { tipo: 'pessoal'; empresa: string; ate: string; isAgain?: boolean }
  | { tipo: 'lembrete' }
)

/** @param texto an organiser's words; null for the product's own */
export function mensagemOf(evento: Evento, para: Para, texto: Texto | null): Mensagem {
  const { abertura, recado } = texto ?? originalOf(para.tipo, evento)
  return {
    ...{ saudacao: saudacaoOf(para), abertura, recado, link: para.link },
    ...{ quando: whenOf(evento), onde: whereOf(evento), fim: fimOf(para) },
  }
}

/** The words of the product, in which nothing guesses whether a woman or a man reads them. */
export function originalOf(tipo: Tipo, evento: Evento): Texto {
  const title = titleOf(evento)
  const aberturas: Record<Tipo, string> = {
    mesa: `Nele você vê quem vem e convida uma pessoa por vez para ${title}. O link é só seu: não repasse.`,
    pessoal: `Esperamos você: ${title}.`,
    lembrete: `está chegando o dia: ${title}.`,
  }
  return { tipo, abertura: aberturas[tipo], recado: '' }
}

function saudacaoOf(para: Para): string {
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
      return `${firstNameOf(para.nome)},`
    default:
      return para satisfies never
  }
}

function fimOf(para: Para): string {
  switch (para.tipo) {
    case 'mesa':
      return 'Painel da mesa:'
    case 'pessoal':
      return `Cadastre-se até ${para.ate}:`
    case 'lembrete':
      return 'Sua credencial, para mostrar na entrada (não vai poder ir? avise por ela):'
    default:
      return para satisfies never
  }
}

/** `Palestra comemorativa dos 80 anos (Sociedade Rural do Vale Dourado)` */
export const titleOf = ({ ocasiao, anfitriao }: Evento) => `${ocasiao} (${anfitriao})`

/** What people write before a name. */
const TITLES = /^(?:dr|dra|sr|sra|srta|prof|profa|eng|enga|dona|seu|senhor|senhora|doutor|doutora)\.?$/i

/** `Dalva` of `DALVA REGINA`, `Rui` of `Dr. Rui Lacerda`: the first name, as it is written in Portuguese. */
export function firstNameOf(nome: string): string {
  const words = nome.split(/\s+/).filter((word) => word !== '')
  const first = words.find((word) => !TITLES.test(word)) ?? words[0] ?? ''
  const isTyped = first !== first.toLocaleUpperCase('pt-BR') && first !== first.toLocaleLowerCase('pt-BR')
  if (isTyped) return first
  return first
    .toLocaleLowerCase('pt-BR')
    .replace(/(^|[-'’])(\p{L})/gu, (_, before: string, letter: string) => {
      return before + letter.toLocaleUpperCase('pt-BR')
    })
}

/** The whole of it, as WhatsApp gets it. */
export function textOf({ saudacao, abertura, quando, onde, recado, fim, link }: Mensagem): string {
  return [`${saudacao} ${abertura}`, `${quando}\n${onde}`, recado, `${fim} ${link}`]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** A link as a page shows it: whose it is stays with who gets it. `convite.exemplo.org.br/mesa/…h3V` */
export function hiddenLink(link: string): string {
  const { host, pathname } = new URL(link)
  const [, first = ''] = pathname.split('/')
  return `${host}/${first}/…${pathname.slice(-3)}`
}

/** What a page has in its head that goes on to WhatsApp by itself: a redirect after a form would be held up by its policy. */
export const refreshTo = (whatsapp: string) => ({ httpEquiv: 'refresh', content: `0;url=${whatsapp}` })
