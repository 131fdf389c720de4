import { NO_STORE, type RouteArgs } from '~/shared/remix.server'
import { isCancelado } from '~/shared/closing.server'
import { shownOf, type Opened } from '~/shared/credenciais.server'
import { otherwise, RETRY_AFTER } from '~/shared/failure.server'
import { openForPicture } from '~/convidado/presenca.server'
import { servicesOf } from '~/services.server'

/** A guest's credencial as a picture for the phone's gallery, which opens without a signal. */
export async function loader({ params, request, context }: RouteArgs) {
  const services = await servicesOf(context)
  const opened = await openForPicture(params.token, services).catch(otherwise(services, null))
  if (opened?.kind !== 'open') return failed(opened?.kind ?? 'busy', services.config.evento.contato)
  // There is nothing to draw until an event is described.
  if (!services.gravado) return failed('not-found')

  const { convidado } = shownOf(opened.convidado, request, services)
  const png = await services.credencialPictureOf(
    {
      ...convidado,
      numero: opened.numero,
      semValor: isCancelado(services) ? 'cancelado' : opened.isRetirada ? 'retirada' : null,
    },
    context.address ?? null,
  )
  if (png === null) return failed('busy')
  return new Response(new Uint8Array(png), {
    headers: {
      'Content-Type': 'image/png',
      'Content-Disposition': 'inline; filename="convite.png"',
      ...NO_STORE,
      'X-Robots-Tag': 'noindex',
    },
  })
}

export const action = () => failed('not-found')

const BUSY = 'Muita gente ao mesmo tempo. Espere um instante e tente outra vez.'

/** A picture has no page to explain the failure on. */
function failed(why: Exclude<Opened['kind'], 'open'> | 'busy', contato = ''): Response {
  const [status, text] = {
    'not-found': [404, 'Não encontramos este endereço. Confira o link que você recebeu.'] as const,
    replaced: [404, `Este link foi trocado por um novo. Fale com a organização: ${contato}`] as const,
    erased: [410, 'O evento passou, e chegou o dia de apagar os dados dos convidados.'] as const,
    busy: [503, BUSY] as const,
  }[why]
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', ...NO_STORE }
  return new Response(text, {
    status,
    headers: status === 503 ? { ...headers, 'Retry-After': RETRY_AFTER } : headers,
  })
}
