import { type ConvitePessoal } from '../domain/convite-pessoal.ts'
import { estadoOf, type EstadoDoConvite } from '../domain/estado-do-convite.ts'
import type { ConviteComReserva } from '../domain/convite-pessoal-repo.ts'
import type { Storage } from '../domain/storage.ts'

/** The personal invitations of a company, in the order they were made. */
export interface ConvitesListing {
  nome: string
  /** How many more can be made. */
  left: number
  convites: (Pick<ConvitePessoal, 'codigo' | 'rotulo'> & { estado: EstadoDoConvite })[]
  counts: Record<EstadoDoConvite, number>
}

/** Lists the personal invitations of a company; null when there is none. @throws StorageError, InvalidCounterError or DuplicateEmpresaError */
export async function listConvites(
  { empresas, convites, now }: Pick<Storage, 'empresas' | 'convites'> & { now: () => number },
  empresaid: string,
): Promise<ConvitesListing | null> {
  const [found, listed] = await Promise.all([empresas.find(empresaid, now()), convites.list(empresaid)])
  if (!found) return null
  return {
    nome: found.empresa.nome,
    left: found.left,
    convites: listed.map(({ convite: { codigo, rotulo }, reserva }) => {
      return { codigo, rotulo, estado: estadoOf(reserva) }
    }),
    counts: countByEstado(listed),
  }
}

/** Counts personal invitations by their state. */
export function countByEstado(convites: Pick<ConviteComReserva, 'reserva'>[]): ConvitesListing['counts'] {
  const counts = { novo: 0, usado: 0, revogado: 0 }
  for (const { reserva } of convites) counts[estadoOf(reserva)] += 1
  return counts
}
