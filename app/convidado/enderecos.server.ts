import type { Services } from '../../server/composition.ts'
import { withErrorPage } from '~/shared/failure.server'
import { NO_STORE, redirect } from '~/shared/remix.server'

/**
 * Leads a GET whose address names no company to the one it means (decision 0045).
 * @param pathOf the same page's address for a company there is
 * @throws Response 302; 404 where it means none
 */
export async function leadToEmpresa(
  raw: string,
  pathOf: (empresaid: string) => string,
  services: Services,
): Promise<never> {
  const found = await withErrorPage(services, services.findEmpresaMeant(raw))
  if (!found) throw new Response(null, { status: 404 })
  throw redirect(pathOf(found.empresa.empresaid), { headers: NO_STORE })
}
