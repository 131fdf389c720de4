import type { Services } from '../../../server/composition.ts'
import type { Evento } from '../../../server/domain/evento.ts'
import { absoluteUrl, qrOf } from '~/shared/links.server'
import type { Qr } from '~/shared/page'
import { capitalized, conviteAlt, dayIn, whenOf } from '~/shared/words'

/** An event as guests see it. */
export type Vista = Awaited<ReturnType<typeof vistaOf>>

type Arte = Services['arte']
type ArteFile = NonNullable<ReturnType<Arte['files']['get']>>

/** The organiser's own picture, or else the drawn one. */
const RETRATO = /^(?:retrato-.*\.jpg|convite-retrato\.svg)$/

/**
 * The pictures of an event. Those of an event that is not stored are embedded in the page, because other
 * processes do not have them. If none can be drawn, only words are shown.
 */
function figurasOf(shown: Arte | null, isStored: boolean) {
  const named = (pattern: RegExp) =>
    [...(shown?.files ?? [])]
      .filter(([name]) => pattern.test(name))
      .map(([, file]) => file)
      .at(-1)
  const [retrato, previa, drawn] = [named(RETRATO), named(/^previa\.(?:jpg|png)$/), named(/^logo-.*\.png$/)]
  const srcOf = ({ path, type, contents }: ArteFile) =>
    isStored ? path : `data:${type};base64,${contents.toString('base64')}`
  const { width = 0, height = 0 } = shown?.logo ?? {}
  return {
    figuras: retrato && previa ? { retrato: srcOf(retrato), previa: srcOf(previa) } : null,
    logo: drawn ? { path: srcOf(drawn), width, height } : null,
  }
}

/**
 * The last encoded QR code: the address is the same for each event, and encoding it costs as much as the rest
 * of the page.
 */
let last: { link: string; qr: Qr } | null = null

function qrOfSite(link: string): Qr {
  if (last?.link !== link) last = { link, qr: qrOf(link) }
  return last.qr
}

/**
 * Previews of the invitation, its link and a credencial for an event.
 * @param arte its pictures, if there are any
 */
export async function vistaOf(evento: Evento, arte: Arte | null, services: Services, request: Request) {
  const link = absoluteUrl('/', request, services)
  return {
    evento,
    quando: whenOf(evento),
    resumo: `${capitalized(dayIn(evento))}, ${evento.cidade}`,
    host: new URL(link).host,
    qr: qrOfSite(link),
    alt: arte?.alt ?? conviteAlt(evento),
    ...figurasOf(arte, evento === services.gravado?.evento),
  }
}
