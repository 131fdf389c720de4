import type { Empresa } from '../domain/empresa.ts'
import { parseEmpresaid } from '../domain/empresaid.ts'
import { EVERYBODY } from '../domain/guest-search.ts'
import type { Mesa } from '../domain/mesa.ts'
import type { ConvidadoNoPainel } from '../domain/painel-repo.ts'
import type { Storage } from '../domain/storage.ts'
import { countByEstado, type ConvitesListing } from './list-convites.ts'
import { numbersOf, type Numbers } from './list-empresas.ts'

/** A company as the organiser sees it. */
export interface EmpresaShown extends Numbers {
  empresa: Empresa
  /** False when its id is no address, so that no guest opens its link. */
  isReachable: boolean
  /** Of those held: kept for guests who withdrew. */
  guardados: number
  /** Guests whose invitation it pays, and how many of them are inside. */
  confirmados: number
  dentro: number
  /** Those of the page asked for, by name. */
  ocupantes: ConvidadoNoPainel[]
  /** Those who withdrew and have no company since, by name. */
  desistentes: ConvidadoNoPainel[]
  /** How many personal invitations of each state. */
  convites: ConvitesListing['counts']
  mesa: Mesa
}

type ShowParts = Pick<Storage, 'empresas' | 'painel' | 'convites' | 'mesas'> & { now: () => number }

/**
 * Reads a company with its numbers and a page of its guests; null when there is none.
 * @param offset how many guests to pass over
 * @throws StorageError, InvalidCounterError or DuplicateEmpresaError
 */
export async function showEmpresa(
  { empresas, painel, convites, mesas, now }: ShowParts,
  empresaid: string,
  offset: number,
  limit: number,
): Promise<EmpresaShown | null> {
  const [found, pessoais, mesa, lugares, desistentes, { convidados, total }] = await Promise.all([
    empresas.find(empresaid, now()),
    convites.list(empresaid),
    mesas.find(empresaid),
    mesas.readLugares(empresaid, now()),
    painel.listWithdrawn(empresaid),
    painel.search([{ ...EVERYBODY, empresaid }], offset, limit),
  ])
  if (!found) return null
  const isWhole = offset === 0 && total <= limit
  // Counting for every company takes long with many guests; most companies fit on a page.
  const dentro = isWhole
    ? convidados.filter(({ dentroDesde }) => dentroDesde !== null).length
    : ((await painel.countInsideByEmpresa()).get(empresaid) ?? 0)
  return {
    ...numbersOf(found),
    empresa: found.empresa,
    isReachable: parseEmpresaid(empresaid) !== null,
    guardados: lugares.guardados.length,
    ...{ confirmados: total, dentro, ocupantes: convidados, desistentes, mesa },
    convites: countByEstado(pessoais),
  }
}
