import type { Pagador } from '../../server/domain/cadastro'

/**
 * The address of the form, which names what pays in any browser: a company, or a personal invitation by its code
 * (decision 0045). The form posts to it.
 */
export function cadastroPath(pagador: Pagador | null): string {
  const { empresaid = null, codigo = null } = pagador ?? {}
  if (codigo !== null) return `/cadastro?convite=${codigo}`
  return empresaid === null ? '/cadastro' : `/cadastro?empresaid=${empresaid}`
}
