import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import type { Evento } from '../domain/evento.ts'
import type { Imagem } from '../domain/evento-gravado.ts'
import { own } from '../domain/own.ts'

/** A picture of the invitation. Its address names its contents, so every process has the same, for ever. */
export interface ArteFile {
  /** `/arte/{16 hex of the contents}/convite-retrato.svg` */
  path: string
  type: string
  contents: Buffer
  /** The same, compressed; null if that saves nothing. */
  br: Buffer | null
  gz: Buffer | null
}

/** Everything drawn for one event, and the organiser's own pictures if there are any. */
export interface Arte {
  /**
   * Keyed by name: `convite-retrato.svg`, `convite-paisagem.svg`, `encerrado-…`, `previa.png`; own ones are
   * `retrato-720x1280.avif` and so on.
   */
  files: ReadonlyMap<string, ArteFile>
  /** How the organiser describes their own picture; null when the event's words describe it. */
  alt: string | null
  logo: OwnLogo | null
}

/**
 * Gives the art of an event: what is drawn, overlaid with the organiser's own pictures.
 * @param use `isPreview` for an event that is only previewed: nothing of it is kept
 * @throws EventoError when a text of the event cannot be drawn
 */
export type ArteOf = (evento: Evento, imagem?: Imagem | null, use?: { isPreview?: boolean }) => Promise<Arte>

const MEDIA_TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
}

/** The names of the files drawn for every event. */
export const DRAWN = [
  ...['convite-retrato.svg', 'convite-paisagem.svg', 'encerrado-retrato.svg', 'encerrado-paisagem.svg'],
  'previa.png',
] as const

/** The art that commands get: they show no page. */
export const NO_ARTE: Arte = { files: new Map(), alt: null, logo: null }

/** @param contents by file name: `x.svg.br` and `x.svg.gz` are compressed, `alt.txt` is the description */
export function arteFrom(contents: ReadonlyMap<string, Buffer>): Arte {
  const files = new Map<string, ArteFile>()
  for (const [name, file] of contents) {
    const type = own(MEDIA_TYPES, extname(name))
    if (type === undefined) continue
    const hash = createHash('sha256').update(file).digest('hex').slice(0, 16)
    files.set(name, {
      path: `/arte/${hash}/${name}`,
      type,
      contents: file,
      br: contents.get(`${name}.br`) ?? null,
      gz: contents.get(`${name}.gz`) ?? null,
    })
  }
  return { files, alt: contents.get('alt.txt')?.toString().trim() ?? null, logo: logoIn(files) }
}

/** The organiser's logo as `server/arte/own-logo.ts` makes it, for pictures and paper. */
export interface OwnLogo {
  path: string
  width: number
  height: number
  png: Uint8Array
  jpg: Uint8Array
}

/** @returns null for the ox */
function logoIn(files: Arte['files']): OwnLogo | null {
  for (const [name, { path, contents: png }] of files) {
    const [, width, height] = /^logo-(\d+)x(\d+)\.png$/.exec(name) ?? []
    const jpg = files.get('logo.jpg')?.contents
    if (width && height && jpg) return { path, width: Number(width), height: Number(height), png, jpg }
  }
  return null
}

/** What an organiser sent in place of the drawings, for the picture of a credencial. */
export interface OwnArt {
  /** The logo. */
  png: Uint8Array | null
  /** The widest portrait, as JPEG. */
  retrato: Uint8Array | null
}

export function ownArtIn({ files, logo }: Arte): OwnArt {
  const widest = [...files].findLast(([name]) => /^retrato-\d+x\d+\.jpg$/.test(name))
  return { png: logo?.png ?? null, retrato: widest?.[1].contents ?? null }
}

/** A placeholder where no event is described: no page shows it. */
export const BLANK_ARTE: Arte = arteFrom(new Map(DRAWN.map((name) => [name, Buffer.from('<svg/>')])))

/** How many arts are kept in memory besides the one that pages show, at a third of a megabyte each. */
const OTHERS_MAX = 5

/**
 * Finds files by address, in the art that pages show now and in the last few others, so that a page sent
 * earlier still finds its pictures.
 */
export function createArteFiles() {
  let shown: Arte = NO_ARTE
  let others: Arte[] = []
  return {
    /** Pages show this art from now on. */
    show(arte: Arte) {
      others = [shown, ...others.filter((other) => other !== shown)].slice(0, OTHERS_MAX)
      shown = arte
    },
    /** @param path as the browser sends it, without the query */
    find(path: string): ArteFile | null {
      const files = [shown, ...others].flatMap((arte) => [...arte.files.values()])
      return files.find((file) => file.path === path) ?? null
    },
  }
}

export type ArteFiles = ReturnType<typeof createArteFiles>
