import type { Services } from '../server/composition.ts'
import type { Autor } from '../server/domain/historico.ts'
import { changeTotal } from '../server/use-cases/change-total.ts'
import { withErrorPage } from './failure.server.ts'

/**
 * Gives a company another total.
 * @returns null when it has it now, else what is wrong with it
 * @throws Response 404 when there is no such company
 */
export async function totalChanged(
  services: Pick<Services, 'empresas' | 'log' | 'now'>,
  empresaid: string,
  typed: string,
  autor: Autor,
): Promise<string | null> {
  const change = await withErrorPage(services, changeTotal(services, empresaid, typed, autor))
  switch (change.kind) {
    case 'changed':
    case 'unchanged':
      return null
    case 'no-number':
      return 'Digite o total de convites, só com números.'
    case 'too-low':
      return `O total não pode ser menor que ${change.least}: são os convites já usados e reservados.`
    case 'empresa-not-found':
      throw new Response(null, { status: 404 })
    default:
      return change satisfies never
  }
}
