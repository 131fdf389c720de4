import { arquivoOf } from '~/painel/certificados.server'
import { equipeOf } from '~/shared/equipe.server'
import type { RouteArgs } from '~/shared/remix.server'

/** A file of certificates to print: a resource without a page. */
export async function loader({ request, context }: RouteArgs): Promise<Response> {
  return arquivoOf(await equipeOf(request, context), request, context.address ?? null)
}
