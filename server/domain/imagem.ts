import { createHash, webcrypto } from 'node:crypto'
import type { Imagem } from './evento-gravado.ts'

/** A picture as it was sent, with the name of its file. */
export interface Original {
  nome: string
  bytes: Uint8Array
}

/** The pictures an organiser sends: for phones, and for wide screens. */
export interface Originais {
  retrato: Original
  paisagem: Original | null
}

export type Orientacao = keyof Originais

/** What is prepared at a time: the pictures, or the logo that takes the place of the ox. */
export type Enviada = Originais | { logo: Original }

/** The field something was sent in. */
export type CampoDeImagem = Orientacao | 'logotipo'

/** The outcome. The problem is a sentence for the organiser. */
export type Preparada =
  | { kind: 'feita'; arquivos: Imagem['arquivos'] }
  | { kind: 'recusada'; campo: CampoDeImagem; problema: string }

/**
 * Makes the files pages need, using up to half a minute of a processor.
 * @param signal stops it; it then rejects
 */
export type PictureOf = (enviada: Enviada, signal?: AbortSignal) => Promise<Preparada>

/** Raised when `server/arte/own-picture.ts` starts making different files from the same pictures. */
const ENCODER = 1

const ALT = 'alt.txt'

/** The id prefix of records stored with the pictures during preparation; each holds the submitted form. */
export const PREPARO = 'preparo-'

/**
 * The id of the files to be made, known before the work, so that repeats and other processes agree. It begins
 * with 32 hex digits for the pictures and ends with their description.
 */
export async function imagemidOf(enviada: Enviada, alt: string): Promise<string> {
  const originals = 'logo' in enviada ? [enviada.logo] : [enviada.retrato, enviada.paisagem]
  // Pictures are megabytes, so they are hashed off the event loop.
  const hashes = originals.map(async (original) =>
    original ? Buffer.from(await webcrypto.subtle.digest('SHA-256', original.bytes)).toString('hex') : '',
  )
  return idOf([`${'logo' in enviada ? 'logo' : 'encoder'} ${ENCODER}`, ...(await Promise.all(hashes))], alt)
}

const digest = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
const altPart = (alt: string) => digest(alt).slice(0, 8)
const idOf = (parts: string[], alt: string) => `${digest(parts.join('\n')).slice(0, 32)}-${altPart(alt)}`

const withoutAlt = (arquivos: Imagem['arquivos']) => arquivos.filter(({ nome }) => nome !== ALT)

/** What the organiser says the pictures show; empty text when the event's own words say it. */
export function altIn(arquivos: Imagem['arquivos']): string {
  const found = arquivos.find(({ nome }) => nome === ALT)
  return found ? Buffer.from(found.bytes).toString().trim() : ''
}

/** The files of several records as one: an event's pictures and its logo. @returns null for none */
export function together(imagens: (Imagem | null | undefined)[]): Imagem | null {
  const found = imagens.filter((imagem) => imagem != null)
  const [first] = found
  return first ? { ...first, arquivos: found.flatMap(({ arquivos }) => arquivos) } : null
}

export function described(arquivos: Imagem['arquivos'], alt: string): Imagem['arquivos'] {
  const text = alt === '' ? [] : [{ nome: ALT, bytes: new Uint8Array(Buffer.from(`${alt}\n`)) }]
  return [...withoutAlt(arquivos), ...text]
}

export const idDescribed = (imagemid: string, alt: string) => `${imagemid.slice(0, 32)}-${altPart(alt)}`

export function redescribed({ imagemid, arquivos, ...rest }: Imagem, alt: string): Imagem {
  return { ...rest, imagemid: idDescribed(imagemid, alt), arquivos: described(arquivos, alt) }
}
