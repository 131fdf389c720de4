import { inflateSync } from 'node:zlib'

/** What a person reads in a PDF by Chromium or by us, page by page: words in the order they were drawn. */
export function readPdf(bytes: Uint8Array): string[] {
  const file = Buffer.from(bytes).toString('latin1')
  const objects = new Map(
    [...file.matchAll(/(\d+) 0 obj\b(.*?)\bendobj/gs)].map(([, id = '', body = '']) => [id, body]),
  )
  const streamOf = (id: string): string => {
    const body = objects.get(id) ?? ''
    const start = /stream\r?\n/.exec(body)
    if (!start) return ''
    const length = Number(/\/Length (\d+)/.exec(body)?.[1] ?? 0)
    const raw = Buffer.from(body.slice(start.index + start[0].length), 'latin1').subarray(0, length)
    return (body.includes('/FlateDecode') ? inflateSync(raw) : raw).toString('latin1')
  }
  return [...objects.values()]
    .filter((body) => /\/Type \/Page\b(?!s)/.test(body))
    .map((page) => {
      const fonts = new Map(
        [...(/\/Font <<(.*?)>>/s.exec(page)?.[1] ?? '').matchAll(/\/(\w+) (\d+) 0 R/g)].map(
          ([, name = '', id = '']) => [name, charactersOf(streamOf(toUnicodeOf(objects.get(id) ?? '')))],
        ),
      )
      const contents = /\/Contents (\d+) 0 R/.exec(page)?.[1] ?? ''
      return readContents(streamOf(contents), fonts)
    })
}

const toUnicodeOf = (font: string) => /\/ToUnicode (\d+) 0 R/.exec(font)?.[1] ?? ''

/** The characters of a font's codes, from its CMap. */
function charactersOf(cmap: string): Map<number, string> {
  const characters = new Map<number, string>()
  const text = (hex: string) =>
    (hex.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(parseInt(unit, 16))).join('')
  for (const [, block = ''] of cmap.matchAll(/beginbfchar(.*?)endbfchar/gs))
    for (const [, code = '', to = ''] of block.matchAll(/<(\w+)> <(\w+)>/g))
      characters.set(parseInt(code, 16), text(to))
  for (const [, block = ''] of cmap.matchAll(/beginbfrange(.*?)endbfrange/gs))
    for (const [, from = '', to = '', first = ''] of block.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g))
      for (let code = parseInt(from, 16); code <= parseInt(to, 16); code++)
        characters.set(code, String.fromCharCode(parseInt(first, 16) + code - parseInt(from, 16)))
  return characters
}

/**
 * Codes have two bytes in these fonts. A new line begins where text is placed again; some say what they are
 * read as.
 */
function readContents(contents: string, fonts: Map<string, Map<number, string>>): string {
  let font = new Map<number, string>()
  let read = ''
  for (const [token, name, hex, actual] of contents.matchAll(
    /\/(\w+) [\d.]+ Tf|(?<!Text)<([0-9A-Fa-f]+)>|\/ActualText<FEFF(\w+)>.*?EMC|\bBT\b/gs,
  )) {
    if (actual !== undefined) read += ` ${Buffer.from(actual, 'hex').swap16().toString('utf16le')}`
    else if (name !== undefined) font = fonts.get(name) ?? new Map<number, string>()
    else if (hex === undefined) read += token === 'BT' ? ' ' : ''
    else read += (hex.match(/.{4}/g) ?? []).map((code) => font.get(parseInt(code, 16)) ?? '').join('')
  }
  return read.replace(/\s+/g, ' ').trim()
}
