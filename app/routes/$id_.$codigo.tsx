import { json, type LoaderFunctionArgs, type MetaFunction } from '~/remix.server'
import { useLoaderData } from '@remix-run/react'
import { Ticket } from '~/components/ticket'
import { Notice } from '~/components/notice'
import { dayIn, whenAt } from '~/components/evento-summary'
import { ContactLine } from '~/components/contact-line'
import { RegistrationClosed } from '~/components/registration-closed'
import { AlreadyRegistered } from '~/components/already-registered'
import { Page } from '~/components/page'
import type { RouteHandle } from '~/components/route-handle'
import { openConvite } from '~/convite-pessoal.server'
import { pageHeaders } from '~/page-headers'
import { servicesOf } from '~/services.server'

export const handle: RouteHandle = { sheet: 'pessoal' }

/**
 * Shows a personal invitation and writes nothing, so that a preview spends none. A used one takes the browser that
 * registered to the credencial, and tells any other nothing; a revoked one tells nobody whose it was.
 */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const services = await servicesOf(context)
  const { evento } = services.config
  const shown = await openConvite(params, request, services)
  const { ocasiao, local, cidade } = evento
  return json(
    {
      ...shown,
      evento: { ocasiao, local, cidade, quando: dayIn(evento) },
      ate: whenAt(evento.inicio, services.closesAt),
    },
    { headers: { 'Cache-Control': 'no-store' } },
  )
}

/** No form is posted here. */
export function action(): never {
  throw new Response(null, { status: 404 })
}

export const headers = pageHeaders

const TITLES = {
  novo: 'Convite pessoal',
  usado: 'Este convite já foi usado',
  revogado: 'Este convite não vale mais',
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.closing ? 'Inscrições encerradas' : TITLES[data?.estado ?? 'novo'] },
  { name: 'robots', content: 'noindex' },
]

/** One invitation, one label, one person. */
export default function Convite() {
  const { estado, closing, convite, ...shown } = useLoaderData<typeof loader>()
  if (closing) return <RegistrationClosed {...closing} kicker="Convite pessoal" />
  if (convite) return <Ticket {...convite} {...shown} />
  return (
    <Page>
      <Notice kicker="Convite pessoal" title={TITLES[estado].toLocaleUpperCase('pt-BR')}>
        <p>
          {estado === 'usado'
            ? 'Cada convite vale para uma pessoa. Se foi você quem se cadastrou, abra a sua credencial no aparelho em que fez o cadastro.'
            : 'Quem enviou o convite o retirou. Fale com essa pessoa ou com a organização.'}
        </p>
        {estado === 'usado' ? (
          <AlreadyRegistered />
        ) : (
          <a className="botao contorno" href="/">
            VER O CONVITE
          </a>
        )}
        <ContactLine />
      </Notice>
    </Page>
  )
}
