import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import type { ActionFunctionArgs, EntryContext, LoaderFunctionArgs } from '@remix-run/node'
import { renderToString } from 'react-dom/server'
import { own } from '../server/domain/own'
import { withHashes } from '~/shared/content-security-policy.server'
import { DocumentContext } from '~/shared/document'
import { randomValue } from '~/shared/session.server'
import { servicesIfAny } from '~/services.server'

// For the server in front, which caches pages, adds the cookies, queues requests (decision 0009), limits each
// client it can tell apart (decision 0021), and reads large forms only from those who may send them.
export { formCookie } from '~/convidado/cadastro.server'
export { convidadoIn, hasClaimed, hasSession, sidCookie } from '~/shared/session.server'
export { invitedWith } from '~/equipe/members.server'
export { hasEquipeCookie, isOfEquipe, phoneIn, segredoIn } from '~/shared/equipe.server'

/**
 * Renders a document whole, not streamed: no page waits for anything, and a string can be compressed and
 * measured.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
): Promise<Response> {
  const nonce = randomValue()
  const document = renderToString(
    <DocumentContext.Provider value={{ nonce, entry: remixContext.manifest.entry.module }}>
      <RemixServer context={remixContext} url={request.url} nonce={nonce} />
    </DocumentContext.Provider>,
  )
  const { html, policy } = withHashes(document, nonce)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set('Content-Security-Policy', policy)
  for (const name of ['Cache-Control', 'Retry-After']) {
    const value = headerOf(name, remixContext)
    if (value !== null) headers.set(name, value)
  }
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-cache')
  return new Response(`<!DOCTYPE html>${html}`, { status, headers })
}

/**
 * A header set by the page's action, or else by its loader; after an error, by whichever of them threw.
 * Remix adds cookies itself.
 */
function headerOf(name: string, { staticHandlerContext }: EntryContext): string | null {
  const { matches, errors, actionHeaders, loaderHeaders } = staticHandlerContext
  const id = matches.at(-1)?.route.id ?? 'root'
  const [first, second] = errors
    ? [own(loaderHeaders, id), own(actionHeaders, id)]
    : [own(actionHeaders, id), own(loaderHeaders, id)]
  return first?.get(name) ?? second?.get(name) ?? null
}

/** Logs bugs and broken infrastructure without the address, which may name a company or a guest. */
export async function handleError(
  error: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
): Promise<void> {
  // A wrong request gets its answer and is not a failure of ours.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  const services = await servicesIfAny(context)
  services?.log.error({ err: error, method: request.method }, 'request failed')
}
