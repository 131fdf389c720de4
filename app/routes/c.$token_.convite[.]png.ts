import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { absoluteUrl } from '~/absolute-url.server'
import { convidadoOf, credencialPath } from '~/credenciais.server'
import { RETRY_AFTER, type Motivo } from '~/failure.server'
import { qrOf } from '~/qr.server'
import { servicesOf } from '~/services.server'

/** A guest's credencial as a picture, to keep in the phone's gallery: it opens where there is no signal. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const services = await servicesOf(context)
  const { credencial, empresa } = await convidadoOf(params.token, services)
  const { credencialid, nome } = credencial
  const png = await services.keepsakeOf({
    nome,
    empresa: empresa?.nome ?? null,
    codigo: services.codeOf(credencialid),
    qr: qrOf(absoluteUrl(credencialPath(credencialid, services), request, services)),
  })
  if (png === null) {
    throw json<Motivo>({ motivo: 'indisponivel' }, { status: 503, headers: { 'Retry-After': RETRY_AFTER } })
  }
  return new Response(new Uint8Array(png), {
    headers: {
      'Content-Type': 'image/png',
      'Content-Disposition': 'inline; filename="convite.png"',
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
    },
  })
}
