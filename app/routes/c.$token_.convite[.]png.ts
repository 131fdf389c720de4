import type { LoaderFunctionArgs } from '@remix-run/node'
import { absoluteUrl } from '~/absolute-url.server'
import { convidadoOf, credencialPath } from '~/credenciais.server'
import { RETRY_AFTER } from '~/failure.server'
import { qrOf } from '~/qr.server'
import { servicesOf } from '~/services.server'

/** A guest's credencial as a picture, to keep in the phone's gallery: it opens where there is no signal. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const services = await servicesOf(context)
  const convidado = await convidadoOf(params.token, services).catch((error: unknown) => {
    if (error instanceof Response) return error
    throw error
  })
  if (convidado instanceof Response) return failed(convidado.status)

  const { credencialid, nome } = convidado.credencial
  const png = await services.keepsakeOf({
    nome,
    empresa: convidado.empresa?.nome ?? null,
    codigo: services.codeOf(credencialid),
    qr: qrOf(absoluteUrl(credencialPath(credencialid, services), request, services)),
  })
  if (png === null) return busy()
  return new Response(new Uint8Array(png), {
    headers: {
      'Content-Type': 'image/png',
      'Content-Disposition': 'inline; filename="convite.png"',
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
    },
  })
}

/** A form posted here is nobody's. */
export function action(): Response {
  return notFound()
}

/** A picture has no page to say it on. */
function sentence(text: string, status: number, headers: Record<string, string> = {}): Response {
  return new Response(text, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  })
}

function failed(status: number): Response {
  switch (status) {
    case 404:
      return notFound()
    case 410:
      return sentence('O evento passou, e chegou o dia de apagar os dados dos convidados.', 410)
    default:
      return busy()
  }
}

function notFound(): Response {
  return sentence('Não encontramos este endereço. Confira o link que você recebeu.', 404)
}

function busy(): Response {
  return sentence('Muita gente ao mesmo tempo. Espere um instante e tente outra vez.', 503, {
    'Retry-After': RETRY_AFTER,
  })
}
