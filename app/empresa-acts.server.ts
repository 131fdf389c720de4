import { json, redirect } from './remix.server.ts'
import type { Services } from '../server/composition.ts'
import type { Autor } from '../server/domain/historico.ts'
import { renewMesa } from '../server/use-cases/renew-mesa.ts'
import { setFechada } from '../server/use-cases/set-fechada.ts'
import type { EmpresaDoneName } from '~/components/empresa-done'
import { withErrorPage } from './failure.server.ts'
import { fieldsOf } from './guest-acts.server.ts'
import { totalChanged } from './total.server.ts'

/** What is wrong with a total, and what was typed. */
export interface RefusedTotal {
  error: string
  typed: string
}

/**
 * Does what a posted form of a company's page asks: another total, another link of the holder's panel, the public link
 * closed or open. @returns where to go, or what was wrong with the total
 * @throws Response 404 when there is no such company, 400 for a form that is not ours
 */
export async function actOnEmpresa(
  services: Services,
  empresaid: string,
  request: Request,
  autor: Autor,
): Promise<Response> {
  const fields = await fieldsOf(request)
  const toEmpresa = (feito: EmpresaDoneName) =>
    redirect(`/painel/empresas/${encodeURIComponent(empresaid)}?feito=${feito}`, { status: 303 })
  const ato = fields('ato')
  switch (ato) {
    case null: {
      const typed = fields('total') ?? ''
      const error = await totalChanged(services, empresaid, typed, autor)
      if (error === null) return toEmpresa('total')
      return json<RefusedTotal>({ error, typed }, { status: 422, headers: { 'Cache-Control': 'no-store' } })
    }
    case 'renovar-mesa': {
      const versao = /^\d{1,9}$/.exec(fields('versao') ?? '')?.[0]
      if (versao === undefined) throw new Response(null, { status: 400 })
      const renewal = await withErrorPage(services, renewMesa(services, empresaid, autor, Number(versao)))
      if (renewal.kind === 'empresa-not-found') throw new Response(null, { status: 404 })
      return toEmpresa('mesa')
    }
    case 'fechar':
    case 'abrir': {
      const isFound = await withErrorPage(services, setFechada(services, empresaid, ato === 'fechar', autor))
      if (!isFound) throw new Response(null, { status: 404 })
      return toEmpresa(ato === 'fechar' ? 'fechado' : 'aberto')
    }
    default:
      throw new Response(null, { status: 400 })
  }
}
