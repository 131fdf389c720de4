import { certificadosHref } from '~/painel/listas'
import { certificadosFor } from '~/shared/certificado.server'
import { equipeOf } from '~/shared/equipe.server'
import { withErrorPage } from '~/shared/failure.server'
import { NO_STORE, pageOf, seeOther, type RouteArgs } from '~/shared/remix.server'
import { readParte } from '../../server/use-cases/certificado.ts'

/**
 * A file of certificates as chosen from the list, a resource without a page. If the list has changed, or too
 * many files are being drawn, the list's page says so.
 */
export async function loader({ request, context }: RouteArgs): Promise<Response> {
  const { services } = await equipeOf(request, context)
  const { searchParams } = new URL(request.url)
  const empresaid = searchParams.get('empresa')
  const parte = pageOf(request, 'parte')
  const lista = searchParams.get('lista') ?? ''
  const back = (feito: string) => seeOther(certificadosHref(empresaid, '', { feito }), NO_STORE)
  const arquivo = await withErrorPage(services, readParte(services, { empresaid }, { lista, parte }))
  if (!arquivo) return back('mudou')
  const { nomes, atestado, partes } = arquivo
  if (nomes.length === 0) return back('letras')
  const pdf = await services.certificados.draw(
    certificadosFor(nomes, atestado, request, services),
    context.address ?? null,
  )
  if (!pdf) return back('ocupado')
  const filename = partes === 1 ? 'certificados.pdf' : `certificados-${parte}-de-${partes}.pdf`
  return new Response(new Uint8Array(pdf), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${filename}"`,
      ...NO_STORE,
    },
  })
}
