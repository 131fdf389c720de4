import { NO_STORE, type RouteArgs } from '~/shared/remix.server'
import { isCancelado } from '~/shared/closing.server'
import { shownOf, type Opened } from '~/shared/credenciais.server'
import { isStorageError, RETRY_AFTER } from '~/shared/failure.server'
import { openForPicture } from '~/convidado/presenca.server'
import { servicesOf } from '~/services.server'

/** A guest's credencial as a picture, to keep in the phone's gallery: it opens where there is no signal. */
export async function loader({ params, request, context }: RouteArgs) {
  const services = await servicesOf(context)
  const opened = await openForPicture(params.token, services).catch((err: unknown) => {
    if (!isStorageError(err)) throw err
    services.log.error({ err }, 'storage failed')
    return null
  })
  if (opened?.kind !== 'open') return failed(opened, services.config.evento.contato)
  // While no event is described there is nothing to draw.
  if (!services.gravado) return notFound()

  const { convidado } = shownOf(opened.convidado, request, services)
  const png = await services.credencialPictureOf(
    {
      ...convidado,
      numero: opened.numero,
      semValor: isCancelado(services) ? 'cancelado' : opened.isRetirada ? 'retirada' : null,
    },
    context.address ?? null,
  )
  if (png === null) return busy()
  return new Response(new Uint8Array(png), {
    headers: {
      'Content-Type': 'image/png',
      'Content-Disposition': 'inline; filename="convite.png"',
      ...NO_STORE,
      'X-Robots-Tag': 'noindex',
    },
  })
}

export const action = notFound

/** A picture has no page to say it on. */
function sentence(text: string, status: number, headers: Record<string, string> = {}): Response {
  return new Response(text, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', ...NO_STORE, ...headers },
  })
}

/** @param opened null while storage does not answer */
function failed(opened: Exclude<Opened, { kind: 'open' }> | null, contato: string): Response {
  switch (opened?.kind) {
    case 'not-found':
      return notFound()
    case 'replaced':
      return sentence(`Este link foi trocado por um novo. Fale com a organização: ${contato}`, 404)
    case 'erased':
      return sentence('O evento passou, e chegou o dia de apagar os dados dos convidados.', 410)
    case undefined:
      return busy()
    default:
      return opened satisfies never
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
