import { exportResponse } from './export.server'
import type { RouteArgs } from '~/shared/remix.server'
import { equipeOf } from '~/shared/equipe.server'

/** Guests, companies or personal invitations as a spreadsheet: a resource without a page. */
export async function loader({ request, context, params }: RouteArgs): Promise<Response> {
  const equipe = await equipeOf(request, context)
  const response = await exportResponse(params.arquivo ?? '', request, equipe)
  if (!response) throw new Response(null, { status: 404 })
  return response
}
