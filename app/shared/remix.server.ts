import { json, redirect as redirectAnywhere } from '@remix-run/node'
import type { Services } from '../../server/composition.ts'
import type { EmpresaConvites } from '../../server/domain/empresa-repo.ts'
import { printable } from '../../server/domain/text.ts'

// What routes and the modules beside them use of Remix's server side. Moving to another framework would
// change this file and entry.server.tsx (decision 0001).
export { createCookie, createCookieSessionStorage, json } from '@remix-run/node'
export type {
  AppLoadContext,
  Cookie,
  CookieOptions,
  LoaderFunctionArgs as RouteArgs,
  MetaFunction,
  Session,
  SessionStorage,
} from '@remix-run/node'

declare module '@remix-run/node' {
  /** What the server in front hands over with each request; stock remix-serve hands over nothing. */
  interface AppLoadContext {
    services?: Services
    /** The client's address, as far as the proxies in front are trusted. */
    address?: string
    /** Whether a page of ours sent a post, as the front read it: Remix does not get every header. */
    isOwnPost?: boolean
    /** What was already read about the address's company; its loader reads it if nothing was handed over. */
    empresaConvites?: Promise<Pick<EmpresaConvites, 'empresa' | 'left' | 'isFechada'> | null>
    /** Set by an action that shows its page again, for the loader to say so. */
    isError?: boolean
    /** Set by an action that refused a post because registrations are closed, for the loader to say so. */
    isRefused?: boolean
    /**
     * Set by an action whose own answer goes on to WhatsApp, with a number that must not be in any address of
     * ours.
     */
    going?: { digits: string; isAgain: boolean }
  }
}

export const NO_STORE = { 'Cache-Control': 'no-store' }

/** An answer nobody may cache: it shows personal data, or something true only now. */
export function noStore<Data>(data: Data, status = 200, headers: Record<string, string> = {}) {
  return json(data, { status, headers: { ...NO_STORE, ...headers } })
}

/** A path of ours: browsers take `//` and `/\` as the start of another site, even with a tab in between. */
const OWN_PATH = /^\/(?![\t\n\r]*[/\\])/

/** Redirects to a page of ours. @throws Error for any other address: decision 0048 relies on it */
export function redirect(path: string, init: { status?: number; headers?: Record<string, string> } = {}) {
  if (!OWN_PATH.test(path)) throw new Error('[redirect] the address is not a path of ours')
  return redirectAnywhere(path, init)
}

/** The redirect after a post: reloading the page it leads to posts nothing again. */
export function seeOther(path: string, headers: Record<string, string> = {}) {
  return redirect(path, { status: 303, headers })
}

/** The action of a page that takes no form. */
export function noForm(): never {
  throw new Response(null, { status: 404 })
}

/**
 * Sent with any change of whose invitation the form is for: a browser that prefetched the form, in this or
 * another tab, requests it again. Browsers that do not know the value ignore it.
 */
export const CLEAR_PREFETCHED_FORM = { 'Clear-Site-Data': '"prefetchCache"' }

/** Remix also calls actions for PUT, PATCH and DELETE; ours take only a form's POST. */
export function refuseOtherMethods(request: Request): void {
  if (request.method !== 'POST')
    throw new Response(null, { status: 405, headers: { Allow: 'GET, HEAD, POST' } })
}

/** `?pagina=`, or another list's page number, from 1. */
export function pageOf(request: Request, name = 'pagina'): number {
  const raw = new URL(request.url).searchParams.get(name) ?? ''
  return /^[1-9]\d{0,5}$/.test(raw) ? Number(raw) : 1
}

/** A posted form's fields by name; null for one that is missing, repeated or not text. */
export type Fields = (name: string) => string | null

export async function fieldsOf(request: Request): Promise<Fields> {
  return fieldsIn(await request.formData())
}

export function fieldsIn(form: FormData): Fields {
  return (name) => {
    const [value, ...others] = form.getAll(name)
    return typeof value === 'string' && others.length === 0 ? value : null
  }
}

/** The format of `newId`. */
export const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** The UUID of the fact a form is about to make. @throws Response 400 */
export function uuidIn(fields: Fields): string {
  const entradaid = fields('entradaid') ?? ''
  if (!UUID.test(entradaid)) throw new Response(null, { status: 400 })
  return entradaid
}

/** Reads a body up to a limit: stock remix-serve has not checked its size. @returns null if it is too large */
export async function bytesOf(request: Request, maxBytes: number): Promise<Buffer<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = request.body?.getReader()
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    length += read.value.length
    if (length > maxBytes) return null
    chunks.push(read.value)
  }
  return Buffer.concat(chunks)
}

/** Reads a form up to a limit. @returns null when it cannot be read as a form, or is too large */
export async function formOf(request: Request, maxBytes: number): Promise<FormData | null> {
  const bytes = await bytesOf(request, maxBytes)
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  try {
    return bytes && (await new Response(bytes, { headers }).formData())
  } catch {
    // Cut short, or not a form at all.
    return null
  }
}

const NAME_MAX = 120

/** A file in a form; null also for an empty one, which browsers send if none was chosen. */
export function fileIn(form: FormData, name: string): File | null {
  const file = form.get(name)
  return file !== null && typeof file !== 'string' && file.size > 0 ? file : null
}

/** A file's name. Some browsers send the whole path. */
export function nameOf({ name }: File, otherwise: string): string {
  const [last = ''] = name.split(/[\\/]/).slice(-1)
  return printable(last).slice(0, NAME_MAX) || otherwise
}
