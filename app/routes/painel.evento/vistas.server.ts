import type { Services } from '../../../server/composition.ts'
import type { Evento } from '../../../server/domain/evento.ts'
import { absoluteUrl, qrOf } from '~/shared/links.server'
import { capitalized, conviteAlt, dayIn, whenOf } from '~/shared/words'
import type { Vista } from './vistas.tsx'

type Arte = Services['arte']
type ArteFile = NonNullable<ReturnType<Arte['files']['get']>>

/** The organiser's own picture, or else the drawn one. */
const RETRATO = /^(?:retrato-.*\.jpg|convite-retrato\.svg)$/

/**
 * The pictures of an event: those of one that is not stored within the page, for other processes have none of them.
 * Where none can be drawn, words stand alone.
 */
function figurasOf(shown: Arte | null, isStored: boolean): Vista['figuras'] {
  const named = (pattern: RegExp) =>
    [...(shown?.files ?? [])]
      .filter(([name]) => pattern.test(name))
      .map(([, file]) => file)
      .at(-1)
  const [retrato, previa] = [named(RETRATO), named(/^previa\.(?:jpg|png)$/)]
  const srcOf = ({ path, type, contents }: ArteFile) =>
    isStored ? path : `data:${type};base64,${contents.toString('base64')}`
  return retrato && previa ? { retrato: srcOf(retrato), previa: srcOf(previa) } : null
}

/** The QR code that was encoded last: the address is the same for each event, and costs as much as the page around it. */
let last: { link: string; qr: Vista['qr'] } | null = null

function qrOfSite(link: string): Vista['qr'] {
  if (last?.link !== link) last = { link, qr: qrOf(link) }
  return last.qr
}

/** The invitation, its link and a credencial as they look with an event. @param arte its pictures, where there are any */
export async function vistaOf(
  evento: Evento,
  arte: Arte | null,
  services: Services,
  request: Request,
): Promise<Vista> {
  const link = absoluteUrl('/', request, services)
  return {
    evento,
    quando: whenOf(evento),
    resumo: `${capitalized(dayIn(evento))}, ${evento.cidade}`,
    host: new URL(link).host,
    qr: qrOfSite(link),
    alt: arte?.alt ?? conviteAlt(evento),
    figuras: figurasOf(arte, evento === services.gravado?.evento),
  }
}
