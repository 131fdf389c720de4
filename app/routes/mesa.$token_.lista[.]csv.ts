import { listaResponse } from '~/mesa/lista.server'
import type { RouteArgs } from '~/shared/remix.server'
import { servicesOf } from '../services.server.ts'

/** The list of a table as a spreadsheet: a resource without a page. */
export async function loader({ params, context }: RouteArgs): Promise<Response> {
  return listaResponse(params.token, await servicesOf(context))
}
