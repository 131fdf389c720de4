import type { RouteArgs } from '~/shared/remix.server'
import { certificadoFile } from '~/convidado/certificado.server'

/** A guest's certificate as a file. */
export const loader = (args: RouteArgs) => certificadoFile(args, 'pdf')

export const action = () => new Response(null, { status: 404 })
