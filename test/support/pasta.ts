import { decodePasta, NADA_DITO, withDito, type Dito, type Pasta } from '../../server/planilhas/pasta.ts'
import { tableIn } from '../../server/planilhas/zip-limits.ts'
import { linesOf, readPasta } from '../../server/planilhas/workbook.mjs'

/** What the reader stores of a file, with what was said of it; read here, not in a process of its own. */
export async function storedOf(contents: string | Buffer, dito: Partial<Dito> = {}): Promise<Uint8Array> {
  const lines = [...linesOf(await readPasta(Buffer.from(contents)))]
  return withDito(Buffer.from(lines.join('')), { ...NADA_DITO, ...dito })
}

/** A file as it is read, with what was said of it. */
export async function pastaOf(contents: string | Buffer, dito: Partial<Dito> = {}): Promise<Pasta> {
  const bytes = Buffer.from(contents)
  const isZip = bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004'
  const pasta = await decodePasta(await storedOf(isZip ? await tableIn(bytes) : bytes, dito))
  if (!pasta) throw new Error('what was stored cannot be decoded')
  return pasta
}
