import type { Services } from '../../server/composition.ts'
import type { Situacao, Texto, Tipo } from '../../server/domain/envio.ts'
import type { Linha } from '../../server/use-cases/envios.ts'
import { novidadeOf } from '../../server/use-cases/what-changed.ts'
import { credencialPath } from './credenciais.server.ts'
import { dayOfErasure } from './event-clock.ts'
import { absoluteUrl, convitePath } from './links.server.ts'
import { mensagemOf, type Mensagem, type Para } from './mensagem.ts'
import { whenAt } from './words.ts'

/** Whom a message goes to, as far as it says so. */
type Destinatario = Pick<Linha, 'tipo' | 'para' | 'versao' | 'nome' | 'empresa'>

/** The message of a row, in the words an organiser gave its kind. */
export function mensagemFor(
  linha: Destinatario,
  textos: Texto[],
  request: Request,
  services: Services,
): Mensagem {
  return mensagemOf(services.config.evento, paraOf(linha, request, services), textoIn(textos, linha.tipo))
}

export function paraOf(linha: Destinatario, request: Request, services: Services): Para {
  const { tipo, para, versao, nome } = linha
  const empresa = linha.empresa?.nome ?? ''
  const linkOf = (path: string) => absoluteUrl(path, request, services)
  switch (tipo) {
    case 'mesa': {
      const link = linkOf(`/mesa/${services.mesaTokenOf({ empresaid: para, versao })}`)
      return { tipo, nome, empresa, link }
    }
    case 'pessoal': {
      const ate = whenAt(services.config.evento.inicio, services.closesAt)
      return { tipo, nome, empresa, ate, link: linkOf(convitePath(linha.empresa?.empresaid ?? '', para)) }
    }
    case 'lembrete':
      return { tipo, nome, link: linkOf(credencialPath(services.tokenOf(para, versao))) }
    case 'certificado': {
      const link = linkOf(`${credencialPath(services.tokenOf(para, versao))}/certificado`)
      return { tipo, nome, link, ate: dayOfErasure(services.config.evento.fim, services.eraseAt) }
    }
    case 'mudanca': {
      const link = linkOf(credencialPath(services.tokenOf(para, versao)))
      return { tipo, nome, link, presenca: `${link}/presenca`, novidade: novidadeOf(services.gravado, para) }
    }
    default:
      return tipo satisfies never
  }
}

/** What an organiser wrote for a kind of message; null where it is the product's own text. */
export function textoIn(textos: Texto[], tipo: Tipo): Texto | null {
  return textos.find((texto) => texto.tipo === tipo && texto.abertura !== '') ?? null
}

/** As long after ENVIAR its page goes on to WhatsApp by itself; a phone that reloads it later waits for a touch. */
const FRESH_MS = 10_000

/** Tells whether this browser has just sent ENVIAR. */
export function isFresh(situacao: Situacao, quem: string, now: number): boolean {
  return situacao.kind === 'aberto' && situacao.envio.quem === quem && now - situacao.envio.em < FRESH_MS
}

/**
 * The query of the page ENVIAR leads to. It alone goes on to WhatsApp, in its own place of the browser's past: the way
 * back leads to the page before it, which does not.
 */
export const GOING = 'abrir'
