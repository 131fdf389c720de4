import { fieldsOf, noStore, refuseOtherMethods, type RouteArgs } from '~/shared/remix.server'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ConferirPage, Resposta } from './conferir'
import { codigoIn, conferidoOf } from './conferir.server'
import { servicesOf } from '~/services.server'
import type { RouteHandle } from '~/shared/document'
import { Page, titled } from '~/shared/page'

export const handle: RouteHandle = { sheet: 'conferir' }

/** Asks for a certificate's name and code; the code may come with the address of the paper's QR, the name never. */
export function loader({ request }: RouteArgs) {
  return noStore({ codigo: codigoIn(new URL(request.url)) })
}

/** Answers on the page itself: a name stands in no address. */
export async function action({ request, context }: RouteArgs) {
  refuseOtherMethods(request)
  const services = await servicesOf(context)
  return noStore(await conferidoOf(await fieldsOf(request), services, context.address ?? null))
}

export const meta = titled('Conferir um certificado')

export default function Certificado() {
  const { codigo } = useLoaderData<typeof loader>()
  const conferido = useActionData<typeof action>()
  return <Page>{conferido ? <Resposta {...conferido} /> : <ConferirPage codigo={codigo} />}</Page>
}
