// Makes pages from the guides in docs/, which people also read in the repository: HTML, with pictures as
// files of the build.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Marked, type Tokens } from 'marked'
import type { Plugin } from 'vite'

/** The board's page for each guide that another guide links to, by file name. */
const PAGES: Record<string, string> = {
  'guia-do-organizador.md': '/painel/ajuda',
  'portaria.md': '/painel/ajuda/porta',
}

/** A guide as its page shows it. */
interface Guide {
  titulo: string
  /** Its parts, each with its heading's id. */
  partes: { id: string; nome: string }[]
  html: string
  /** The picture files beside it; in the HTML, `PICTURE_n` is the placeholder for each address. */
  pictures: string[]
}

/** Width and height, from a PNG's first chunk. */
function sizeOf(png: Buffer): { width: number; height: number } {
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
}

function idOf(text: string): string {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
}

/**
 * Reads a guide: its first heading is its title, the headings below it are its parts.
 * @throws Error for a link that leads nowhere
 */
export function guideOf(path: string, markdown: string): Guide {
  const guide: Guide = { titulo: '', partes: [], html: '', pictures: [] }
  const marked = new Marked({
    renderer: {
      heading({ depth, tokens, text }: Tokens.Heading) {
        if (depth === 1) {
          guide.titulo = text
          return ''
        }
        const inner = this.parser.parseInline(tokens)
        if (depth > 2) return `<h3>${inner}</h3>`
        const id = idOf(text)
        guide.partes.push({ id, nome: text })
        return `<h2 id="${id}">${inner}</h2>`
      },
      image({ href, text }: Tokens.Image) {
        const { width, height } = sizeOf(readFileSync(join(dirname(path), href)))
        const name = `PICTURE_${guide.pictures.push(href) - 1}`
        return `<img src="${name}" alt="${text}" width="${width}" height="${height}" loading="lazy" decoding="async">`
      },
      link({ href, tokens }: Tokens.Link) {
        const page = PAGES[href]
        if (page === undefined) throw new Error(`${path}: ${href} is no page of the board`)
        return `<a href="${page}">${this.parser.parseInline(tokens)}</a>`
      },
    },
  })
  guide.html = marked.parse(markdown, { async: false })
  return guide
}

/** A module for each `.md?guia`: `titulo`, `partes`, `html`. */
export function guia(): Plugin {
  return {
    name: 'guia',
    enforce: 'pre',
    load(id) {
      const [path = id, query] = id.split('?', 2)
      if (query !== 'guia') return null
      this.addWatchFile(path)
      const { titulo, partes, html, pictures } = guideOf(path, readFileSync(path, 'utf8'))
      const imports = pictures.map((href, n) => `import picture${n} from ${JSON.stringify(`./${href}?url`)}`)
      const pieces = html.split(/PICTURE_(\d+)/)
      const text = pieces
        .map((piece, n) => (n % 2 === 1 ? `picture${piece}` : JSON.stringify(piece)))
        .join(' + ')
      return [
        ...imports,
        `export default ${JSON.stringify({ titulo, partes }).slice(0, -1)}, "html": ${text} }`,
      ].join('\n')
    },
  }
}
