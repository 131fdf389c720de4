import { fieldsOf, noStore, refuseOtherMethods, type RouteArgs } from '~/shared/remix.server'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Field, ErrorSummary } from '~/shared/field'
import { Page, titled, ButtonLink, OutlineLink, Heading } from '~/shared/page'
import type { RouteHandle } from '~/shared/document'
import { openNovo, envioShown } from '~/mesa/convite.server'
import { servicesOf } from '~/services.server'

export const handle: RouteHandle = { sheet: 'envio' }

/** Sends a new personal invitation, or a reminder of it, to a number that WhatsApp asks for. */
export async function loader({ params, request, context }: RouteArgs) {
  const services = await servicesOf(context)
  const aberto = await openNovo(params, services)
  const { isError } = context
  return noStore({ ...(await envioShown(aberto, '', request, services)), isError })
}

/** The same to the number that was typed: it is not stored, and appears in no address of ours. */
export async function action({ params, request, context }: RouteArgs) {
  refuseOtherMethods(request)
  const services = await servicesOf(context)
  const aberto = await openNovo(params, services)
  const typed = (await fieldsOf(request))('para') ?? ''
  const envio = await envioShown(aberto, typed, request, services)
  context.isError = envio.error !== null
  return noStore(envio, envio.error === null ? 200 : 422)
}

export const meta = titled<typeof loader>(
  (data) => `${data?.isError ? 'Erro: ' : ''}Enviar o convite · Mesa ${data?.nome ?? ''}`,
)

export default function SendPage() {
  const asked = useLoaderData<typeof loader>()
  const envio = useActionData<typeof action>() ?? asked
  const { path, nome, codigo, rotulo, typed, error, para } = envio
  return (
    <Page>
      <ErrorSummary title="Falta corrigir o número" errors={[{ id: 'para', message: error }]} />
      <Heading kicker={`Mesa ${nome}`} title="ENVIAR O CONVITE" />
      <p className="pessoa">
        <b>{rotulo}</b>
        <span>{para === null ? 'você escolhe o número no WhatsApp' : `para ${para}`}</span>
      </p>
      {error === null ? (
        <div className="acoes">
          <ButtonLink href={envio.lembrete}>LEMBRAR PELO WHATSAPP</ButtonLink>
          <OutlineLink href={envio.convite}>ENVIAR PELA PRIMEIRA VEZ</OutlineLink>
          <p className="nota">As duas mensagens levam o link. A primeira começa com “Ainda dá tempo”.</p>
        </div>
      ) : null}
      <form className="acoes" method="post" action={`${path}/enviar/${codigo}`}>
        <Field
          id="para"
          label="WhatsApp, se quiser escolher o número"
          error={error}
          value={typed}
          type="tel"
          inputMode="numeric"
          autoComplete="off"
        />
        <button className="contorno">USAR ESTE NÚMERO</button>
        <OutlineLink href={path}>VOLTAR À MESA</OutlineLink>
      </form>
    </Page>
  )
}
