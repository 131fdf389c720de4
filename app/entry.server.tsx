import { randomBytes } from 'node:crypto'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import type { ActionFunctionArgs, EntryContext, LoaderFunctionArgs } from '@remix-run/node'
import { renderToString } from 'react-dom/server'
import { NonceContext } from '~/components/nonce'
import { servicesOf } from '~/services.server'

// For the server in front, which keeps pages ready that need one (decision 0008).
export { sidCookie } from '~/session.server'

/** Renders a document. Whole, not streamed: no page waits for anything, and a string can be compressed and measured. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
): Response {
  const nonce = randomBytes(16).toString('base64')
  const html = renderToString(
    <NonceContext.Provider value={nonce}>
      <RemixServer context={remixContext} url={request.url} nonce={nonce} />
    </NonceContext.Provider>,
  )
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set('Content-Security-Policy', contentSecurityPolicy(nonce))
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-cache')
  return new Response(`<!DOCTYPE html>${html}`, { status, headers })
}

function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Bugs and broken infrastructure, by route: the address of a company or of a guest stays out of the log. */
export async function handleError(
  error: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
): Promise<void> {
  // What a stranger asks for wrongly is an answer, not a failure.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  const { log } = await servicesOf(context)
  log.error({ err: error, method: request.method }, 'request failed')
}
