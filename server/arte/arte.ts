import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import type { Evento } from '../domain/evento.ts'
import type { Imagem } from '../domain/evento-gravado.ts'
import { own } from '../domain/own.ts'

/** A picture of the invitation. Its address names its contents, so that it is the same on every process, for ever. */
export interface ArteFile {
  /** `/arte/{16 hex of the contents}/convite-retrato.svg` */
  path: string
  type: string
  contents: Buffer
  /** The same compressed; null where that saves nothing. */
  br: Buffer | null
  gz: Buffer | null
}

/** All that is drawn of one event, and the organiser's own pictures where there are any. */
export interface Arte {
  /** By name: `convite-retrato.svg`, `convite-paisagem.svg`, `encerrado-…`, `previa.png`, own ones `retrato-720x1280.avif`. */
  files: ReadonlyMap<string, ArteFile>
  /** What the organiser says their own picture shows; null where the event's words say it. */
  alt: string | null
}

/**
 * Gives the art of an event, with the organiser's own pictures over what is drawn.
 * @param use `isPreview` for an event that is only looked at: nothing is kept of it
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

/** The names of what is drawn of every event. */
export const DRAWN = [
  ...['convite-retrato.svg', 'convite-paisagem.svg', 'encerrado-retrato.svg', 'encerrado-paisagem.svg'],
  'previa.png',
] as const

/** What commands have, which show no page. */
export const NO_ARTE: Arte = { files: new Map(), alt: null }

/** @param contents by file name; `x.svg.br` and `x.svg.gz` are `x.svg` compressed, and `alt.txt` is the description */
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
  return { files, alt: contents.get('alt.txt')?.toString().trim() ?? null }
}

/** Stands where no event is described: no page shows it. */
export const BLANK_ARTE: Arte = arteFrom(new Map(DRAWN.map((name) => [name, Buffer.from('<svg/>')])))

/** How many arts are at hand beside the one pages show, of a third of a megabyte each. */
const OTHERS_MAX = 5

/**
 * The files by address: of the art that pages show now, and of the last others, so that a page that left with the former
 * still finds its pictures.
 */
export function createArteFiles() {
  let shown: Arte = NO_ARTE
  let others: Arte[] = []
  const fileIn = ({ files }: Arte, path: string) => [...files.values()].find((file) => file.path === path)
  return {
    /** From now on pages show this one. */
    show(arte: Arte) {
      others = [shown, ...others.filter((other) => other !== shown)].slice(0, OTHERS_MAX)
      shown = arte
    },
    /** @param path as the browser asks for it, without the query */
    find(path: string): ArteFile | null {
      for (const arte of [shown, ...others]) {
        const found = fileIn(arte, path)
        if (found) return found
      }
      return null
    },
  }
}

export type ArteFiles = ReturnType<typeof createArteFiles>
