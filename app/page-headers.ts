import type { HeadersFunction } from './remix.server.ts'

/**
 * The headers of a page: who may keep it and when to ask again, as the action says, or else the loader. Cookies are
 * left out because Remix adds those itself.
 */
export const pageHeaders: HeadersFunction = ({ actionHeaders, loaderHeaders, errorHeaders }) => {
  const headers = new Headers()
  for (const name of ['Cache-Control', 'Retry-After']) {
    const value = errorHeaders?.get(name) ?? actionHeaders.get(name) ?? loaderHeaders.get(name)
    if (value !== null) headers.set(name, value)
  }
  return headers
}

/**
 * With what changes whose invitation the form is for: a browser that fetched the form ahead, in this or another tab,
 * asks for it again. Browsers that do not know the word leave everything as it is.
 */
export const CLEAR_PREFETCHED_FORM = { 'Clear-Site-Data': '"prefetchCache"' }
