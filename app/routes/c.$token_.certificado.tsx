import { noForm, noStore, type RouteArgs } from '~/shared/remix.server'
import { useLoaderData } from '@remix-run/react'
import { CertificadoPronto, SemCertificado } from '~/convidado/certificado'
import { certificadoShown } from '~/convidado/certificado.server'
import { servicesOf } from '~/services.server'
import type { RouteHandle } from '~/shared/document'
import { Page, titled } from '~/shared/page'

export const handle: RouteHandle = { sheet: 'certificado' }

/** A guest's certificate, from the end of the event until personal data is erased; before that, why there is none yet. */
export async function loader({ params, request, context }: RouteArgs) {
  const shown = await certificadoShown(params.token ?? '', request, await servicesOf(context))
  return noStore({ shown }, shown.kind === 'ensaio' ? 404 : 200)
}

export const action = noForm

export const meta = titled<typeof loader>((data) =>
  data?.shown.kind === 'pronto' ? `Certificado de ${data.shown.nome}` : 'Certificado',
)

export default function Certificado() {
  const { shown } = useLoaderData<typeof loader>()
  return (
    <Page>{shown.kind === 'pronto' ? <CertificadoPronto {...shown} /> : <SemCertificado {...shown} />}</Page>
  )
}
