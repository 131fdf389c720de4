import type { Services } from '../../server/composition.ts'
import {
  isOffered,
  sobreOf,
  type Dito,
  type Envio,
  type Estado,
  type Situacao,
  type Texto,
  type Tipo,
} from '../../server/domain/envio.ts'
import type { Autor } from '../../server/domain/historico.ts'
import { maskTelefone } from '../../server/domain/telefone.ts'
import { envioOf, type Fila, type Linha } from '../../server/use-cases/envios.ts'
import { openLinha } from '../../server/use-cases/send-envios.ts'
import { CASA } from '../../server/domain/casa.ts'
import { knownSince, novidadeOf } from '../../server/domain/mudanca.ts'
import { credencialPath } from './credenciais.server.ts'
import type { Cena } from './envio.tsx'
import { eventTime } from './event-clock.ts'
import { absoluteUrl, convitePath } from './links.server.ts'
import { firstNameOf, mensagemOf, type Mensagem, type Para } from './mensagem.ts'
import { listed, whenAt } from './words.ts'
import { dayWithYear } from '../../server/domain/quando.ts'

/** Everybody whom a message names: `Helena Prado e João Prado`. */
export const namesOf = ({ nome, outras }: Pick<Linha, 'nome' | 'outras'>) =>
  listed([nome, ...outras.map((devida) => devida.nome)])

/**
 * `(65) 9••••-5432`: masked as elsewhere, except for the ninth digit, which reveals nothing; without a
 * number, the words that replace it.
 */
export function numberOf({ telefone, digits }: Pick<Linha, 'telefone' | 'digits'>): string {
  if (telefone !== '') return maskTelefone(telefone).replace(/^(\(\d\d\)) •(?=•{4}-)/, '$1 9')
  return digits === '' ? 'Sem número: escolha a pessoa no WhatsApp' : 'sem WhatsApp'
}

/** A row's message, in the words an organiser gave its kind. */
export function mensagemFor(linha: Linha, textos: Texto[], request: Request, services: Services): Mensagem {
  return mensagemOf(services.config.evento, paraOf(linha, request, services), textoIn(textos, linha.tipo))
}

/** @param isAgain a holder's own reminder to answer */
export function paraOf(linha: Linha, request: Request, services: Services, isAgain = false): Para {
  const { tipo, versao, nome, recebidoem } = linha
  const { kind, id: para } = sobreOf(linha)
  const empresa = linha.empresa?.nome ?? ''
  const linkOf = (path: string) => absoluteUrl(path, request, services)
  const linkOfConvite = (convite: Pick<Linha, 'tipo' | 'para' | 'empresa'>) =>
    linkOf(convitePath(convite.empresa?.empresaid ?? '', sobreOf(convite).id))
  const linkOfMesa = () => linkOf(`/mesa/${services.mesaTokenOf({ empresaid: para, versao })}`)
  switch (tipo) {
    case 'mesa':
      return { tipo, nome, empresa, link: linkOfMesa() }
    case 'pessoal':
    case 'relance': {
      const ate = whenAt(services.config.evento.inicio, services.closesAt)
      const convites = [linha, ...linha.outras].map((convite) => {
        return { nome: convite.nome, lugares: convite.lugares ?? 1, link: linkOfConvite(convite) }
      })
      const isHouse = linha.empresa?.empresaid === CASA
      return { tipo, nome: namesOf(linha), mesa: isHouse ? '' : empresa, ate, convites, isAgain }
    }
    case 'lembrete':
      return { tipo, nome, link: linkOf(credencialPath(services.tokenOf(para, versao))) }
    case 'certificado': {
      const link = linkOf(`${credencialPath(services.tokenOf(para, versao))}/certificado`)
      return { tipo, nome, link, ate: dayWithYear(services.config.evento.fim, services.eraseAt) }
    }
    case 'mudanca': {
      const novidade = novidadeOf(services.gravado, recebidoem ?? knownSince(para))
      const told = { tipo, sobre: kind, novidade }
      if (kind === 'convites')
        return { ...told, nome: namesOf(linha), links: [linha, ...linha.outras].map(linkOfConvite) }
      const link = kind === 'empresas' ? linkOfMesa() : linkOf(credencialPath(services.tokenOf(para, versao)))
      return { ...told, nome: firstNameOf(nome), links: [link] }
    }
    default:
      return tipo satisfies never
  }
}

/** What an organiser wrote for a kind of message; null for the product's own text. */
export function textoIn(textos: Texto[], tipo: Tipo): Texto | null {
  return textos.find((texto) => texto.tipo === tipo && texto.abertura !== '') ?? null
}

/**
 * For this long after Enviar the page goes on to WhatsApp by itself; a phone that reloads it later waits for
 * a touch.
 */
const FRESH_MS = 10_000

/** Tells whether this browser has just sent Enviar. */
export function isFresh(situacao: Situacao, quem: string, now: number): boolean {
  return situacao.kind === 'aberto' && situacao.envio.quem === quem && now - situacao.envio.em < FRESH_MS
}

/**
 * The query of the page Enviar leads to. Only that page goes on to WhatsApp, and it has its own entry in the
 * browser's history: going back leads to the page before it, which does not.
 */
export const GOING = 'abrir'

/** What each button records about a row. */
export const DITOS: Record<string, Dito> = {
  foi: 'enviado',
  pular: 'pulado',
  'nao-foi': 'nao-foi',
  'em-maos': 'em-maos',
  'sem-whatsapp': 'sem-whatsapp',
  recusado: 'recusado',
}

/**
 * enviar.
 * @returns whether the row's own page goes on to WhatsApp, as it also does after a second tap on the button
 */
export async function opened(
  { envios }: Pick<Services, 'envios'>,
  fila: Fila,
  asked: { para: string; isForced: boolean },
  autor: Autor,
): Promise<boolean> {
  const abertura = await openLinha(envios, fila, asked, autor)
  switch (abertura.kind) {
    case 'aberto':
      return true
    case 'de-outro': {
      const { envio } = abertura
      return envio.estado === 'aberto' && isFresh({ kind: 'aberto', envio }, autor.quem, autor.em)
    }
    case 'not-due':
      return false
    default:
      return abertura satisfies never
  }
}

interface Seen {
  /** The browser that shows the page. */
  eu: string
  whatsapp: string
  /** Where its number can be added, if it has none. */
  anotar: string | null
  /** Who has it now, and what became of it, in a desk's words. */
  comQuem: (envio: Envio) => string
  toldOf: (envio: Envio) => string
}

/** How far a message got, and so what can be done with it. */
export function cenaOf(linha: Linha, seen: Seen, { config }: Pick<Services, 'config'>): Cena {
  const { situacao } = linha
  const { eu, whatsapp, anotar, comQuem, toldOf } = seen
  const envio = envioOf(linha)
  const hora = envio && eventTime(config.evento.inicio, envio.em)
  if (envio && hora !== null) {
    if (situacao.kind === 'aberto' && envio.quem === eu) return { kind: 'voltou', hora, whatsapp }
    if (situacao.kind === 'aberto') return { kind: 'aberto', told: toldOf(envio) }
    if (situacao.kind === 'feito') return { kind: isSent(envio) ? 'feito' : 'fora', told: toldOf(envio) }
  }
  if (anotar !== null) return { kind: 'sem-numero', href: anotar }
  if (envio && hora !== null && !isOffered(situacao, eu))
    return { kind: 'com-alguem', told: `${comQuem(envio)} desde ${hora}` }
  return { kind: 'enviar' }
}

/** What became of a message, in the words of both desks. */
export const ESTADO_WORDS: Record<Exclude<Estado, 'pego'>, string> = {
  aberto: 'Aberto',
  enviado: 'Enviado',
  pulado: 'Pulado',
  'em-maos': 'Entregue de outro jeito',
  'sem-whatsapp': 'Não tem WhatsApp',
  recusado: 'Não quer mensagens',
}

/** Delivered, by WhatsApp or in another way. */
export const isSent = ({ estado }: Envio) => estado === 'enviado' || estado === 'em-maos'

/** What keeps a queue from its end, from the viewer's side: opened, with others, still to be sent. */
export function pendingIn({ linhas, porEnviar }: Fila, eu: string) {
  const isWithOthers = ({ situacao }: Linha) => situacao.kind === 'com-alguem' && situacao.envio.quem !== eu
  return {
    abertos: linhas.filter(({ situacao }) => situacao.kind === 'aberto').length,
    comOutros: linhas.filter(isWithOthers).length,
    porEnviar: porEnviar.filter(({ situacao }) => isOffered(situacao, eu)).length,
  }
}
