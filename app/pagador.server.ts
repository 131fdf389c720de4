import type { Services } from '../server/composition.ts'
import type { Pagador } from '../server/domain/cadastro.ts'
import { conviteShown } from './convite-pessoal.server.ts'
import type { ConviteSession } from './session.server.ts'

/** What pays, and what the form says of it. */
export interface Convite extends Pagador {
  /** The company; null when storage does not tell it now. */
  nome: string | null
  /** Whom a personal invitation is for. */
  rotulo: string | null
}

/**
 * Whose invitation the form is for: the live hold last claimed in this browser. While storage does not answer, the
 * company the session remembers as `ativo`: the registration itself decides.
 */
export async function findHeld(
  session: ConviteSession,
  services: Pick<Services, 'empresas' | 'log' | 'now'>,
): Promise<Convite | null> {
  const sid = session.get('sid')
  if (sid === undefined) return null
  const ativo = session.get('ativo')
  try {
    const holds = await services.empresas.findHolds(sid, services.now())
    const hold = holds.find(({ empresa }) => empresa.empresaid === ativo) ?? holds[0]
    return hold ? publicOf(hold.empresa) : null
  } catch (err) {
    services.log.error({ err }, 'holds could not be read')
    return ativo === undefined ? null : publicOf({ empresaid: ativo, nome: null })
  }
}

/** What pays, while storage does not tell whose it is. */
export function unnamed({ empresaid, codigo }: Pagador): Convite | null {
  return empresaid === null && codigo === null ? null : { empresaid, codigo, nome: null, rotulo: null }
}

/** An invitation of a company that is not personal. */
export function publicOf({ empresaid, nome }: { empresaid: string; nome: string | null }): Convite {
  return { empresaid, nome, codigo: null, rotulo: null }
}

/** What pays by what a form says; without a name while storage does not answer. */
export async function conviteOf(pagador: Pagador, services: Services): Promise<Convite | null> {
  const { empresaid, codigo } = pagador
  if (codigo !== null) {
    const found = await services.convites.find(codigo).catch(() => null)
    return found ? await conviteShown(found, services).catch(() => unnamed(pagador)) : unnamed(pagador)
  }
  if (empresaid === null) return null
  const found = await services.empresas.find(empresaid, services.now()).catch(() => null)
  return publicOf({ empresaid, nome: found?.empresa.nome ?? null })
}
