import { listaResponse } from '~/mesa/lista.server'
import type { RouteArgs } from '~/shared/remix.server'
import { servicesOf } from '../services.server.ts'

export async function loader({ params, context }: RouteArgs): Promise<Response> {
  return listaResponse(params.token, await servicesOf(context))
}
