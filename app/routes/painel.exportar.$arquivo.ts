import { exportResponse } from '~/painel/planilhas/export.server'
import type { RouteArgs } from '~/shared/remix.server'
import { teamOf } from '~/shared/team.server'

/** Guests, companies or personal invitations as a spreadsheet: a resource without a page. */
export async function loader({ request, context, params }: RouteArgs): Promise<Response> {
  const team = await teamOf(request, context)
  const response = await exportResponse(params.arquivo ?? '', request, team)
  if (!response) throw new Response(null, { status: 404 })
  return response
}
