import type { RouteArgs } from '~/shared/remix.server'
import { certificadoFile } from '~/convidado/certificado.server'

/** A picture of a guest's certificate, for its page. */
export const loader = (args: RouteArgs) => certificadoFile(args, 'svg')

export const action = () => new Response(null, { status: 404 })
