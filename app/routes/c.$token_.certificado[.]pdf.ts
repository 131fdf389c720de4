import { NO_STORE, redirect, type RouteArgs } from '~/shared/remix.server'
import { certificadoPdf } from '~/convidado/certificado.server'
import { servicesOf } from '~/services.server'

/** After a rush: some five thousand certificates are drawn in a minute. */
const BUSY_RETRY_AFTER = '15'

/** A guest's certificate as a file; where there is none its page says why. */
export async function loader({ params, request, context }: RouteArgs) {
  const services = await servicesOf(context)
  const found = await certificadoPdf(params.token, request, services, context.address ?? null)
  const page = new URL(request.url).pathname.replace(/\.pdf$/i, '')
  if (!found) return redirect(page, { headers: NO_STORE })
  if (found.pdf === null) {
    return new Response('Muita gente ao mesmo tempo. Espere um instante e tente outra vez.', {
      status: 503,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': BUSY_RETRY_AFTER, ...NO_STORE },
    })
  }
  return new Response(Buffer.from(found.pdf), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': 'attachment; filename="certificado.pdf"',
      ...NO_STORE,
      'X-Robots-Tag': 'noindex',
    },
  })
}

export function action(): Response {
  return new Response(null, { status: 404 })
}
