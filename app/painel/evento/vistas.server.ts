import type { Services } from '../../../server/composition.ts'
import type { Evento } from '../../../server/domain/evento.ts'
import { absoluteUrl, qrOf } from '~/shared/links.server'
import { conviteAlt, whenAt, whenOf } from '~/shared/words'
import { quandoOf } from '../../../server/domain/quando.ts'
import type { Vista } from './vistas.tsx'

type File = NonNullable<ReturnType<Services['arte']['files']['get']>>

/** The organiser's own picture, or else the drawn one. */
const RETRATO = /^(?:retrato-.*\.jpg|convite-retrato\.svg)$/

/**
 * The pictures of an event: of the one that is stored by their addresses, of any other as they would be, within the page.
 * Where none can be drawn, words stand alone.
 */
async function figurasOf(
  evento: Evento,
  { gravado, arte, arteOf, log }: Services,
): Promise<Vista['figuras']> {
  const isStored = evento === gravado?.evento
  const drawn = isStored
    ? arte
    : await arteOf(evento).catch((err: unknown) => log.warn({ err }, 'no preview'))
  const named = (pattern: RegExp) =>
    [...(drawn?.files ?? [])]
      .filter(([name]) => pattern.test(name))
      .map(([, file]) => file)
      .at(-1)
  const [retrato, previa] = [named(RETRATO), named(/^previa\.(?:jpg|png)$/)]
  const srcOf = ({ path, type, contents }: File) =>
    isStored ? path : `data:${type};base64,${contents.toString('base64')}`
  return retrato && previa ? { retrato: srcOf(retrato), previa: srcOf(previa) } : null
}

/** The invitation, its link and a credencial as they look with an event. */
export async function vistaOf(evento: Evento, services: Services, request: Request): Promise<Vista> {
  const { anfitriao, ocasiao, titulo, local, cidade, inicio } = evento
  const link = absoluteUrl('/', request, services)
  return {
    ...{ anfitriao, ocasiao, titulo, local, cidade },
    quando: whenOf(evento),
    resumo: `${capitalized(quandoOf(inicio).semana)}, ${whenAt(inicio)}, ${cidade}`,
    host: new URL(link).host,
    qr: qrOf(link),
    alt: conviteAlt(evento),
    figuras: await figurasOf(evento, services),
  }
}

const capitalized = (text: string) => text.charAt(0).toLocaleUpperCase('pt-BR') + text.slice(1)
