import type { Arte, ArteFile } from '../../server/arte/arte.ts'

/** The invitation's picture, as the page assembles it. */
interface Imagem {
  /** Shown whole, whatever its proportions; a drawn picture may lose its edges. */
  isOwn: boolean
  sources: ({
    media?: string | undefined
    type?: string | undefined
    sizes?: string
    srcSet: string
  } & Medidas)[]
  img: { src: string; srcSet?: string; sizes?: string } & Medidas
  /** What the browser preloads, if it supports the type. */
  preloads: { type: string; media?: string | undefined; imageSrcSet: string; imageSizes: string }[]
}

interface Medidas {
  width: number
  height: number
}

interface File extends Medidas {
  extension: string
  url: string
}

/**
 * The largest compressed portrait, in bytes, that lets the landing arrive in the first flight; few words make
 * a larger one.
 */
const IN_PAGE_MAX = 11_300

const LANDSCAPE = '(min-aspect-ratio: 1/1)'

/**
 * The organiser's own picture, whose files `server/arte/own-picture.ts` names: `retrato-720x1280.avif`.
 * @returns null when there is no portrait
 */
function ownPicture(arte: Arte): Imagem | null {
  const jpegs = ownFiles(arte, 'retrato', 'jpg')
  const largest = jpegs.at(-1)
  if (!largest) return null

  const paisagem = ['avif', 'webp', 'jpg'].flatMap((extension) =>
    sourceOf(ownFiles(arte, 'paisagem', extension), LANDSCAPE),
  )
  const retrato = ['avif', 'webp'].flatMap((extension) => sourceOf(ownFiles(arte, 'retrato', extension)))
  const upright = paisagem.length > 0 ? `not all and ${LANDSCAPE}` : undefined
  const preloads = [
    ...paisagem.slice(0, 1).map((source) => preloadOf(source, LANDSCAPE)),
    ...retrato.slice(0, 1).map((source) => preloadOf(source, upright)),
  ]
  const { width, height, url } = largest
  return {
    isOwn: true,
    sources: [...paisagem, ...retrato],
    img: { src: url, srcSet: srcSetOf(jpegs), sizes: sizesOf(largest), width, height },
    preloads,
  }
}

/** Its files of one kind, the narrowest first. */
function ownFiles({ files }: Arte, orientation: 'retrato' | 'paisagem', extension: string): File[] {
  const found = Array.from(files, ([name, { path: url }]) => {
    const [, of, width, height, as] = /^(\w+)-(\d+)x(\d+)\.(\w+)$/.exec(name) ?? []
    return of === orientation && as === extension
      ? [{ extension, width: Number(width), height: Number(height), url }]
      : []
  })
  return found.flat().sort((a, b) => a.width - b.width)
}

function sourceOf(files: File[], media?: string): Imagem['sources'] {
  const largest = files.at(-1)
  if (!largest) return []
  const { width, height, extension } = largest
  const type = extension === 'jpg' ? undefined : `image/${extension}`
  return [{ media, type, srcSet: srcSetOf(files), sizes: sizesOf(largest), width, height }]
}

function preloadOf(
  { srcSet, sizes = '' }: Imagem['sources'][number],
  media?: string,
): Imagem['preloads'][number] {
  return { type: 'image/avif', media, imageSrcSet: srcSet, imageSizes: sizes }
}

function srcSetOf(files: File[]): string {
  return files.map(({ url, width }) => `${url} ${width}w`).join(', ')
}

/** The width at which the page lays it out: a phone's own, or whole beside the stub. */
function sizesOf({ width, height }: Medidas): string {
  const percent = Math.round((width / height) * 1000) / 10
  return `(min-width: 48em) and (min-aspect-ratio: ${3 * width}/${2 * height}) ${percent}vh, (min-width: 48em) 67vw, 100vw`
}

/**
 * The picture of the invitation: the organiser's own, or else the one drawn from the event.
 * @param isClosed registrations are closed, so a drawn picture no longer asks anyone to confirm
 */
export function imagemOf(arte: Arte, isClosed: boolean): Imagem {
  return ownPicture(arte) ?? drawn(arte, isClosed ? 'encerrado' : 'convite')
}

function drawn({ files }: Arte, what: 'convite' | 'encerrado'): Imagem {
  const { path } = fileNamed(files, `${what}-paisagem.svg`)
  const retrato = fileNamed(files, `${what}-retrato.svg`)
  const isInPage = (retrato.br ?? retrato.contents).length <= IN_PAGE_MAX
  const media = `not all and ${LANDSCAPE}`
  return {
    isOwn: false,
    sources: [{ media: LANDSCAPE, srcSet: path, width: 1600, height: 1000 }],
    img: { src: isInPage ? dataUrlOf(retrato) : retrato.path, width: 1080, height: 1920 },
    preloads: isInPage
      ? []
      : [{ type: 'image/svg+xml', media, imageSrcSet: retrato.path, imageSizes: '100vw' }],
  }
}

/** The widest file of the own picture that a page's head shows, in pixels: half a laptop's screen. */
const HEAD_MAX = 720

/** The organiser's own picture for the heads of pages, in place of the scenery; null for none. */
export function capaOf(arte: Arte): string | null {
  return ownFiles(arte, 'retrato', 'jpg').findLast(({ width }) => width <= HEAD_MAX)?.url ?? null
}

/** The address of the link preview's picture, 1200 × 630. */
export function previaOf({ files }: Arte): string {
  return (files.get('previa.jpg') ?? fileNamed(files, 'previa.png')).path
}

function fileNamed(files: Arte['files'], name: string): ArteFile {
  const file = files.get(name)
  if (!file) throw new Error(`[arte] there is no ${name}: the services were composed without arteOf`)
  return file
}

const dataUrls = new WeakMap<ArteFile, string>()

/** Cached per drawing, because the landing is rendered for each browser that has a session. */
function dataUrlOf(file: ArteFile): string {
  const url = dataUrls.get(file) ?? dataUrl(file.contents.toString())
  dataUrls.set(file, url)
  return url
}

/**
 * The drawing as a data URL, so that the whole invitation takes one round trip. Characters that an address or
 * an attribute cannot hold, spaces included, are percent-encoded. It compresses to within 2 % of the file,
 * because `row` of `server/arte/drawing.ts` separates numbers with commas.
 */
function dataUrl(svg: string): string {
  const escaped = (sign: string) => `%${sign.charCodeAt(0).toString(16)}`
  return `data:image/svg+xml,${svg.trim().replace(/[<>"'#%& ]/g, escaped)}`
}
