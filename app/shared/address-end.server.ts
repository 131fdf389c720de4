import { withoutAddressEnd } from '../../server/domain/text.ts'
import { matchedRoute } from '../../server/route-table.ts'
import { NO_STORE, redirect } from './remix.server.ts'

/**
 * Leads a GET on whose address, or a part of it, has an end that a chat or a sentence left there (decision 0045).
 * @param pathOf the address without it; null where that means nothing either
 * @throws Response 302
 */
export function leadWithoutEnd(raw: string, pathOf: (meant: string) => string | null): void {
  const meant = withoutAddressEnd(raw)
  const path = meant === raw || meant === '' ? null : pathOf(meant)
  if (path !== null) throw redirect(path, { headers: NO_STORE })
}

/** Leads from an address that no page has to one that a page has. @throws Response 302 */
export function leadToPage(pathname: string): void {
  leadWithoutEnd(pathname, (meant) =>
    // Never `//elsewhere`, which is another site.
    /^\/[^/]/.test(meant) && !matchedRoute(meant).path.endsWith('*') ? encodeURI(meant) : null,
  )
}
