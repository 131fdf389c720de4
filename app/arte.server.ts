import convitePaisagem from '~/arte/convite-paisagem.svg'
import conviteRetrato from '~/arte/convite-retrato.svg?raw'
import previaPng from '~/arte/previa.png'
import { ownArte, type Arte } from './own-arte.server.ts'

/** The organiser's own picture, when `npm run arte -- --imagem` made one: addresses by file name. */
const own = import.meta.glob<string>('./arte/imagem/*.{avif,webp,jpg}', {
  eager: true,
  query: '?url',
  import: 'default',
})
const ownAlt = import.meta.glob<string>('./arte/imagem/alt.txt', {
  eager: true,
  query: '?raw',
  import: 'default',
})

/** The picture of the invitation: the organiser's own, or else the one drawn from `evento.json`. */
export const arte: Arte = ownArte(own) ?? {
  isOwn: false,
  sources: [{ media: '(min-aspect-ratio: 1/1)', srcSet: convitePaisagem, width: 1600, height: 1000 }],
  img: { src: dataUrl(conviteRetrato), width: 1080, height: 1920 },
  preloads: [],
}

/** What the picture says, when the organiser said so. */
export const arteAlt: string | null = Object.values(ownAlt)[0]?.trim() ?? null

/** The picture of link previews, 1200 × 630. */
export const previa: string = own['./arte/imagem/previa.jpg'] ?? previaPng

/**
 * The drawing within the page: the whole invitation in one round trip. Percent signs for what an address or an
 * attribute cannot hold, spaces among it; it compresses to within 2 % of the file, because `row` of
 * `server/arte/path.ts` parts numbers by commas.
 */
function dataUrl(svg: string): string {
  const escaped = (sign: string) => `%${sign.charCodeAt(0).toString(16)}`
  return `data:image/svg+xml,${svg.trim().replace(/[<>"'#%& ]/g, escaped)}`
}
