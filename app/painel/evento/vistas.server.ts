import type { Services } from '../../../server/composition.ts'
import type { Evento } from '../../../server/domain/evento.ts'
import { absoluteUrl, qrOf } from '~/shared/links.server'
import { conviteAlt, whenAt, whenOf } from '~/shared/words'
import { quandoOf } from '../../../server/domain/quando.ts'
import type { Vista } from './vistas.tsx'

/** The one place that asks for pictures of an event. Where there are none, words stand alone. */
const figurasOf = (): Vista['figuras'] => null

/** The invitation, its link and a credencial as they look with an event. */
export function vistaOf(evento: Evento, services: Services, request: Request): Vista {
  const { anfitriao, ocasiao, titulo, local, cidade, inicio } = evento
  const link = absoluteUrl('/', request, services)
  return {
    ...{ anfitriao, ocasiao, titulo, local, cidade },
    quando: whenOf(evento),
    resumo: `${capitalized(quandoOf(inicio).semana)}, ${whenAt(inicio)}, ${cidade}`,
    host: new URL(link).host,
    qr: qrOf(link),
    alt: conviteAlt(evento),
    figuras: figurasOf(),
  }
}

const capitalized = (text: string) => text.charAt(0).toLocaleUpperCase('pt-BR') + text.slice(1)
