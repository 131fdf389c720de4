import { withoutAddressEnd } from '../../server/domain/text.ts'
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
