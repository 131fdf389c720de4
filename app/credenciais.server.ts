import { json } from '@remix-run/node'
import type { Services } from '../server/composition.ts'
import type { Convidado } from '../server/domain/credencial-repo.ts'
import { isErasureDay } from './encerramento.server.ts'
import { isStorageError, orFailurePage, type Motivo } from './failure.server.ts'
import type { ConviteSession } from './session.server.ts'

/** The way to a credencial this browser registered. */
export interface OwnCredencial {
  nome: string
  href: string
}

/** The address of a credencial on this site. */
export function credencialPath(credencialid: string, services: Services): string {
  return `/c/${services.tokenOf(credencialid)}`
}

/**
 * The guest whose credencial a token opens; every other token is the same 404 page. From the day of erasure on there is
 * none to show, erased yet or not: 410.
 */
export async function convidadoOf(token: string | undefined, services: Services): Promise<Convidado> {
  const credencialid = services.parseToken(token)
  if (credencialid !== null && isErasureDay(services)) {
    throw json<Motivo>({ motivo: 'apagada' }, { status: 410, headers: { 'Cache-Control': 'no-store' } })
  }
  const convidado =
    credencialid === null ? null : await orFailurePage(services, services.credenciais.findById(credencialid))
  if (!convidado) throw new Response(null, { status: 404 })
  return convidado
}

/**
 * The credentials this browser registered, oldest first, without those that were removed since; a browser remembers
 * fifty at most. While storage does not answer, and from the day of erasure on, there are none: the invitation is shown
 * all the same.
 */
export async function ownCredenciais(session: ConviteSession, services: Services): Promise<OwnCredencial[]> {
  if (isErasureDay(services)) return []
  const credencialids = session.get('credenciais') ?? []
  try {
    const found = await Promise.all(credencialids.map((id) => services.credenciais.findById(id)))
    return found.flatMap((convidado) => {
      if (!convidado) return []
      const { nome, credencialid } = convidado.credencial
      return [{ nome, href: credencialPath(credencialid, services) }]
    })
  } catch (err) {
    if (!isStorageError(err)) throw err
    services.log.error({ err }, 'credentials of a browser could not be read')
    return []
  }
}
