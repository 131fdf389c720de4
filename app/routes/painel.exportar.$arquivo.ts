import { exportResponse } from '../export.server.ts'
import type { LoaderFunctionArgs } from '../remix.server.ts'
import { teamOf } from '../team.server.ts'

/** Guests, companies or personal invitations as a spreadsheet: a resource without a page. */
export async function loader({ request, context, params }: LoaderFunctionArgs): Promise<Response> {
  const team = await teamOf(request, context, ['organizacao'])
  const response = await exportResponse(params.arquivo ?? '', request, team)
  if (!response) throw new Response(null, { status: 404 })
  return response
}
