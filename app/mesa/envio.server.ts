import type { Services } from '../../server/composition.ts'
import type { Envio } from '../../server/domain/envio.ts'
import { MESA } from '../../server/domain/historico.ts'
import type { Fila, Linha } from '../../server/use-cases/envios.ts'
import {
  cenaOf,
  ESTADO_WORDS,
  GOING,
  isFresh,
  isSent,
  paraOf,
  pendingIn,
  textoIn,
} from '~/shared/envios.server'
import { doneAt, eventTime } from '~/shared/event-clock'
import { withErrorPage } from '~/shared/failure.server'
import { mensagemByWhatsapp } from '~/shared/links.server'
import { mensagemOf } from '~/shared/mensagem'
import type { AppLoadContext } from '~/shared/remix.server'
import { openDesk, type Params } from './envios.server.ts'
import { backToMesa } from './mesa.server.ts'
import type { Estado } from './envio.tsx'

/** One invitation: whom it is for, the message as it will be, and what the table may do with it; or the end of the queue. */
export async function envioShown(
  params: Params,
  request: Request,
  services: Services,
  context: AppLoadContext,
) {
  const { mesa, nome, convite, fila } = await openDesk(params, services)
  const beside = { path: mesa.path, mesa: nome, feitos: fila.enviados.length, total: fila.linhas.length }
  const linha = fila.linhas.find(({ para }) => para === params.codigo)
  if (!convite) return { ...beside, linha: null, refresh: null, fim: endOf(fila, services) }
  if (!linha) throw backToMesa(mesa, convite.estado === 'revogado' ? 'ja-revogado' : 'ja-usado')
  const textos = await withErrorPage(services, services.envios.listTextos())
  const asked = new URL(request.url).searchParams.get(GOING)
  const going = context.going ?? { digits: '', isAgain: asked === 'lembrete' }
  const para = { ...paraOf(linha, request, services), isAgain: going.isAgain }
  const mensagem = mensagemOf(services.config.evento, para, textoIn(textos, 'pessoal'))
  const whatsapp = mensagemByWhatsapp(mensagem, going.digits)
  const isGoing =
    context.going !== undefined || (asked !== null && isFresh(linha.situacao, MESA, services.now()))
  const seen = {
    eu: MESA,
    whatsapp,
    anotar: null,
    comQuem: () => 'A organização está com este convite',
    toldOf: (envio: Envio) => toldOf(envio, services),
  }
  const cena =
    context.going && linha.situacao.kind === 'feito'
      ? { kind: 'lembrado' as const, whatsapp }
      : cenaOf(linha, seen, services)
  return {
    ...beside,
    linha: {
      codigo: linha.para,
      nome: linha.nome,
      empresa: null,
      numero: 'você escolhe no WhatsApp',
      mensagem,
      cena,
    },
    /** Where the page goes on to by itself. */
    refresh: isGoing ? whatsapp : null,
    fim: null,
  }
}

type Clock = Pick<Services, 'config' | 'now'>

const WORDS: Record<Envio['estado'], string> = {
  ...ESTADO_WORDS,
  pego: 'Com alguém',
  'sem-whatsapp': 'Sem WhatsApp',
}

/** `Aberto às 14h02`, `Enviado 8/9 pela organização`, `Sem WhatsApp, anotado pela organização 8/9`: of whom else is not said. */
function toldOf(envio: Envio, { config, now }: Clock): string {
  const [what, quando] = [WORDS[envio.estado], doneAt(config.evento.inicio, envio.em, now())]
  if (envio.quem === MESA) return `${what} ${quando}`
  const isDone = envio.estado === 'aberto' || isSent(envio)
  return isDone ? `${what} ${quando} pela organização` : `${what}, anotado pela organização ${quando}`
}

/** How far an invitation got, as the panel tells it. */
export function estadoOf(linha: Linha, clock: Clock): Estado {
  const { situacao } = linha
  switch (situacao.kind) {
    case 'livre':
    case 'de-novo':
    case 'pulado':
      return { look: 'parado', text: 'Ainda não enviado', next: 'enviar' }
    case 'com-alguem':
      return situacao.envio.quem === MESA
        ? { look: 'parado', text: 'Ainda não enviado', next: 'enviar' }
        : { look: 'meio', text: 'Com a organização agora', next: null }
    case 'aberto':
      return {
        look: 'meio',
        text: toldOf(situacao.envio, clock),
        next: situacao.envio.quem === MESA ? 'dizer' : null,
      }
    case 'feito': {
      const { envio } = situacao
      return isSent(envio)
        ? { look: 'ligado', text: toldOf(envio, clock), next: 'lembrar' }
        : {
            look: 'fim',
            text: toldOf(envio, clock),
            next: envio.estado === 'recusado' ? null : 'enviar-de-novo',
          }
    }
    default:
      return situacao satisfies never
  }
}

/** What the end of the queue tells: how many were sent, and what is left, for what reason. */
function endOf(fila: Fila, { config, now }: Clock) {
  return { ...pendingIn(fila, MESA), hora: eventTime(config.evento.inicio, now()), fora: fila.fora.length }
}
