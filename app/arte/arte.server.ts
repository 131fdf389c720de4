import convitePaisagem from './convite-paisagem.svg'
import conviteRetrato from './convite-retrato.svg?raw'
import encerradoPaisagem from './encerrado-paisagem.svg'
import encerradoRetrato from './encerrado-retrato.svg?raw'
import previaPng from './previa.png'

/** The invitation's picture as the page puts it together. */
interface Arte {
  /** Shown whole, whatever its proportions; the drawn one may lose its edges. */
  isOwn: boolean
  sources: ({ media?: string; type?: string; sizes?: string; srcSet: string } & Medidas)[]
  img: { src: string; srcSet?: string; sizes?: string } & Medidas
  /** What the browser preloads, where it knows the type. */
  preloads: { type: string; media?: string; imageSrcSet: string; imageSizes: string }[]
}

interface Medidas {
  width: number
  height: number
}

interface File extends Medidas {
  orientation: string
  extension: string
  url: string
}

const LANDSCAPE = '(min-aspect-ratio: 1/1)'

/**
 * The organiser's own picture.
 * @param files addresses by file name, as `server/arte/own-picture.ts` names them: `…/retrato-720x1280.avif`
 * @returns null when there is no portrait
 */
function ownArte(files: Record<string, string>): Arte | null {
  const all = Object.entries(files).flatMap(([path, url]) => fileOf(path, url))
  const of = (orientation: string, extension: string) =>
    all
      .filter((file) => file.orientation === orientation && file.extension === extension)
      .sort((a, b) => a.width - b.width)
  const jpegs = of('retrato', 'jpg')
  const largest = jpegs.at(-1)
  if (!largest) return null

  const paisagem = (['avif', 'webp', 'jpg'] as const).flatMap((extension) =>
    sourceOf(of('paisagem', extension), LANDSCAPE),
  )
  const retrato = (['avif', 'webp'] as const).flatMap((extension) => sourceOf(of('retrato', extension)))
  const preloads = [
    ...paisagem.slice(0, 1).map((source) => preloadOf(source, LANDSCAPE)),
    ...retrato
      .slice(0, 1)
      .map((source) => preloadOf(source, paisagem.length > 0 ? `not all and ${LANDSCAPE}` : undefined)),
  ]
  const { width, height, url } = largest
  return {
    isOwn: true,
    sources: [...paisagem, ...retrato],
    img: { src: url, srcSet: srcSetOf(jpegs), sizes: sizesOf(largest), width, height },
    preloads,
  }
}

function fileOf(path: string, url: string): File[] {
  const match = /(retrato|paisagem)-(\d+)x(\d+)\.(avif|webp|jpg)$/.exec(path)
  if (!match) return []
  const [, orientation = '', width, height, extension = ''] = match
  return [{ orientation, extension, width: Number(width), height: Number(height), url }]
}

function sourceOf(files: File[], media?: string): Arte['sources'] {
  const largest = files.at(-1)
  if (!largest) return []
  const { width, height, extension } = largest
  return [
    {
      ...(media !== undefined && { media }),
      ...(extension !== 'jpg' && { type: `image/${extension}` }),
      ...{ srcSet: srcSetOf(files), sizes: sizesOf(largest), width, height },
    },
  ]
}

function preloadOf(
  { srcSet, sizes = '' }: Arte['sources'][number],
  media?: string,
): Arte['preloads'][number] {
  return { type: 'image/avif', ...(media !== undefined && { media }), imageSrcSet: srcSet, imageSizes: sizes }
}

function srcSetOf(files: File[]): string {
  return files.map(({ url, width }) => `${url} ${width}w`).join(', ')
}

/** As the page lays it out: whole within the viewport. */
function sizesOf({ width, height }: Medidas): string {
  const percent = Math.round((width / height) * 1000) / 10
  return `(min-aspect-ratio: ${width}/${height}) ${percent}vh, 100vw`
}

/** The organiser's own picture, when `npm run arte -- --imagem` made one: addresses by file name. */
const own = import.meta.glob<string>('./imagem/*.{avif,webp,jpg}', {
  eager: true,
  query: '?url',
  import: 'default',
})
const ownAlt = import.meta.glob<string>('./imagem/alt.txt', {
  eager: true,
  query: '?raw',
  import: 'default',
})

/** The picture of the invitation: the organiser's own, or else the one drawn from `evento.json`. */
export const arte: Arte = ownArte(own) ?? drawn(conviteRetrato, convitePaisagem)

/** The same once registrations are closed: drawn, it asks nobody to confirm any more. */
export const arteEncerrada: Arte = ownArte(own) ?? drawn(encerradoRetrato, encerradoPaisagem)

function drawn(retrato: string, paisagem: string): Arte {
  return {
    isOwn: false,
    sources: [{ media: '(min-aspect-ratio: 1/1)', srcSet: paisagem, width: 1600, height: 1000 }],
    img: { src: dataUrl(retrato), width: 1080, height: 1920 },
    preloads: [],
  }
}

/** What the picture says, when the organiser said so. */
export const arteAlt: string | null = Object.values(ownAlt)[0]?.trim() ?? null

/** The picture of link previews, 1200 × 630. */
export const previa: string = own['./imagem/previa.jpg'] ?? previaPng

/**
 * The drawing within the page: the whole invitation in one round trip. Percent signs for what an address or an
 * attribute cannot hold, spaces among it; it compresses to within 2 % of the file, because `row` of
 * `server/arte/path.ts` parts numbers by commas.
 */
function dataUrl(svg: string): string {
  const escaped = (sign: string) => `%${sign.charCodeAt(0).toString(16)}`
  return `data:image/svg+xml,${svg.trim().replace(/[<>"'#%& ]/g, escaped)}`
}
