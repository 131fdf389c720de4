import { createHash } from 'node:crypto'
import { readEvento } from '../../server/config.ts'
import { drawn } from './arte.ts'

/** Pictures are compared by their hashes: nobody wants to read 100 KB when two differ. */
export const hashOf = (picture: Buffer | string) => createHash('sha256').update(picture).digest('hex')

/** What a server's landing shows, and what its addresses answer. */
export async function landingOf(url: string) {
  const html = await (await fetch(url)).text()
  const found = (pattern: RegExp) => pattern.exec(html)?.[1] ?? ''
  const pictureAt = async (address: string) =>
    hashOf(Buffer.from(await (await fetch(url + new URL(address, url).pathname)).arrayBuffer()))
  return {
    alt: found(/<img[^>]* alt="([^"]*)"/),
    descricao: found(/property="og:description" content="([^"]*)"/),
    retrato: hashOf(decodeURIComponent(found(/src="data:image\/svg\+xml,([^"]*)"/))),
    paisagem: await pictureAt(found(/srcSet="([^"]*paisagem\.svg)"/)),
    previa: await pictureAt(found(/property="og:image" content="([^"]*)"/)),
  }
}

/** The pictures drawn for an event, in the same order. */
export async function drawnOf(path: string) {
  const { files } = await drawn(readEvento(path))
  const [retrato, paisagem, previa] = ['convite-retrato.svg', 'convite-paisagem.svg', 'previa.png'].map(
    (name) => hashOf(files.get(name)?.contents ?? ''),
  )
  return { retrato, paisagem, previa }
}
