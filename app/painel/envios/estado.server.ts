import type { Services } from '../../../server/composition.ts'
import type { Envio, Tipo } from '../../../server/domain/envio.ts'
import { MESA } from '../../../server/domain/historico.ts'
import type { Fila, Linha } from '../../../server/use-cases/envios.ts'
import { ESTADO_WORDS } from '~/shared/envios.server'
import { doneAt, eventTime, untilTime } from '~/shared/event-clock'

/** How far a message got, as a row shows it. */
export interface EstadoShown {
  look: 'parado' | 'meio' | 'ligado' | 'fora' | 'fim'
  text: string
  /** Why, or what follows; null if the word says it all. */
  nota: string | null
}

/** The name of the person who did something. */
export function quemOf(quem: string, nomes: Fila['nomes']): string {
  const nome = nomes.get(quem) ?? ''
  if (quem === MESA) return 'quem cuida da mesa'
  return nome === '' ? 'aparelho sem nome' : nome
}

type Clock = Pick<Services, 'config' | 'now'>

/** @param eu the aparelhoid of the browser that shows the page */
export function estadoOf(linha: Linha, nomes: Fila['nomes'], eu: string, clock: Clock): EstadoShown {
  const { situacao, digits } = linha
  const { inicio } = clock.config.evento
  const now = clock.now()
  if (digits === null && situacao.kind !== 'aberto' && situacao.kind !== 'feito')
    return { look: 'fora', text: 'Precisa de número', nota: null }
  switch (situacao.kind) {
    case 'livre':
      return { look: 'parado', text: 'Ainda não', nota: null }
    case 'de-novo':
      return { look: 'parado', text: 'Ainda não', nota: whyOf(linha.tipo, situacao.change) }
    case 'com-alguem': {
      const { quem, ate } = situacao.envio
      const volta = untilTime(inicio, ate ?? now, now)
      return {
        look: 'meio',
        text: quem === eu ? 'Com você agora' : `Com ${quemOf(quem, nomes)} agora`,
        nota: `Volta para a fila às ${volta}, se não for enviado.`,
      }
    }
    case 'aberto':
      return {
        look: 'meio',
        text: toldOf(situacao.envio, nomes, clock),
        nota: 'O WhatsApp abriu. A mensagem foi?',
      }
    case 'pulado':
      return { look: 'parado', text: toldOf(situacao.envio, nomes, clock), nota: null }
    case 'feito': {
      const { envio } = situacao
      const look = envio.estado === 'sem-whatsapp' || envio.estado === 'recusado' ? 'fim' : 'ligado'
      return { look, text: toldOf(envio, nomes, clock), nota: null }
    }
    default:
      return situacao satisfies never
  }
}

const whyOf = (tipo: Tipo, change: keyof typeof WHY) =>
  tipo === 'relance' && change === 'evento' ? 'Já foi lembrado, há três dias ou mais.' : WHY[change]

const WHY = {
  evento: 'O evento mudou de novo: o que foi dito antes não vale mais.',
  link: 'O link foi trocado: o que foi enviado não abre mais.',
  numero: 'O número mudou depois do envio.',
}

/** `Aberto às 14h02 por Cida`, `Enviado 8/9 por Cida`, `Não tem WhatsApp (8/9, Cida)` */
export function toldOf({ estado, em, quem }: Envio, nomes: Fila['nomes'], { config, now }: Clock): string {
  const quando = doneAt(config.evento.inicio, em, now())
  const nome = quemOf(quem, nomes)
  switch (estado) {
    case 'pego':
      return `Com ${nome}`
    case 'sem-whatsapp':
    case 'recusado':
    case 'em-maos':
      return `${ESTADO_WORDS[estado]} (${quando.replace('às ', '')}, ${nome})`
    case 'aberto':
    case 'enviado':
    case 'pulado':
      return `${ESTADO_WORDS[estado]} ${quando} por ${nome}`
    default:
      return estado satisfies never
  }
}

/** `14h05`, by the event's clock. */
export const horaOf = (at: number, { config }: Pick<Services, 'config'>) =>
  eventTime(config.evento.inicio, at)
