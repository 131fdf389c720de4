import { json, redirect } from './remix.server.ts'
import type { Services } from '../server/composition.ts'
import type { MesaShown } from '../server/domain/mesa-shown.ts'
import { openMesa } from '../server/use-cases/open-mesa.ts'
import { showMesa } from '../server/use-cases/show-mesa.ts'
import type { MesaDoneName } from '~/components/mesa-done'
import { withErrorPage, type Reason } from './failure.server.ts'

/** The headers of every answer about a table. */
export const NO_STORE = { 'Cache-Control': 'no-store' }

/** The address of a table's panel on this site. */
export function mesaPath(token: string): string {
  return `/mesa/${token}`
}

/** A table opened by its holder's link. */
export interface MesaAberta {
  empresaid: string
  path: string
}

/**
 * The table whose panel a token opens.
 * @throws Response 404, the same for every token that opens nothing; a replaced link says so, and no company; 410 from
 * the   day of erasure on; 503 while storage does not answer
 */
export async function mesaOf(token: string | undefined, services: Services): Promise<MesaAberta> {
  const opened = await withErrorPage(services, openMesa(services, token))
  switch (opened.kind) {
    case 'open':
      return { empresaid: opened.empresaid, path: mesaPath(token ?? '') }
    case 'replaced':
      throw json<Reason>({ reason: 'mesa-substituida' }, { status: 404, headers: NO_STORE })
    case 'erased':
      throw json<Reason>({ reason: 'mesa-apagada' }, { status: 410, headers: NO_STORE })
    case 'not-found':
      throw notFound()
    default:
      return opened satisfies never
  }
}

/** The way back to the panel, which says what became of an act. */
export function backToMesa({ path }: MesaAberta, feito: MesaDoneName): Response {
  return redirect(`${path}?feito=${feito}`, { status: 303, headers: NO_STORE })
}

/** The answer when there is no such table, or it has no such occupant or invitation. */
export const notFound = () => new Response(null, { status: 404 })

/** What a table holds. @throws Response 404 where its company is gone */
export async function readMesa({ empresaid }: MesaAberta, services: Services): Promise<MesaShown> {
  const shown = await withErrorPage(services, showMesa(services, empresaid, isNamed(services)))
  if (!shown) throw notFound()
  return shown
}

/** Tells whether holders read the names of their guests. */
export const isNamed = ({ config }: Pick<Services, 'config'>) => config.evento.nomesNaMesa !== false
