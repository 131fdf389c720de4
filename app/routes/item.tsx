import { json, noStore, seeOther, type RouteArgs } from '~/shared/remix.server'
import { useLoaderData } from '@remix-run/react'
import { Field, countFields, ErrorSummary } from '~/shared/field'
import {
  AlreadyRegistered,
  closedTitle,
  RegistrationClosed,
  type Closing,
} from '~/shared/registration-closed'
import { Heading, Page, useEvento, titled } from '~/shared/page'
import type { RouteHandle } from '~/shared/document'
import { pathMeant } from '~/convidado/enderecos.server'
import { closingOf } from '~/shared/closing.server'
import { withErrorPage } from '~/shared/failure.server'
import { servicesOf } from '~/services.server'

export const handle: RouteHandle = { sheet: ({ closing }) => (closing ? 'aviso' : 'mesa') }

/** Asks which company, and goes on to its own address, or to a personal one. Once registrations are closed nobody is asked. */
export async function loader({ request, context }: RouteArgs) {
  const services = await servicesOf(context)
  const typed = new URL(request.url).searchParams.get('empresaid')
  const path = typed === null ? null : await withErrorPage(services, pathMeant(typed, services))
  if (path !== null) throw seeOther(path)
  const closing = closingOf(services)
  if (typed === null || closing) return json({ typed: '', error: null, closing })
  const error =
    typed.trim() === ''
      ? 'Digite o código da empresa.'
      : 'Não encontramos este código. Confira: ele vem no fim do link que a empresa recebeu.'
  return noStore({ typed, error, closing }, 422)
}

export const meta = titled<typeof loader>((data) => `${stateOf(data)}Convites da empresa`)

function stateOf(data?: { error: string | null; closing: Closing | null }): string {
  if (data?.closing) return `${closedTitle(data.closing)}: `
  return data?.error ? 'Erro: ' : ''
}

/** The allotment screen before a company is known (specification, section 2). */
export default function Item() {
  const { typed, error, closing } = useLoaderData<typeof loader>()
  const evento = useEvento()
  if (closing) return <RegistrationClosed {...closing} kicker={evento?.ocasiao ?? ''} />
  return (
    <Page>
      <ErrorSummary title={countFields} errors={[{ id: 'empresaid', message: error }]} />
      <Heading kicker={evento?.ocasiao ?? null} title="CONVITES DA EMPRESA" />
      <form method="get" action="/item">
        <Field
          id="empresaid"
          label="CÓDIGO DA EMPRESA"
          hint="Cole aqui o link que a empresa recebeu, ou só o fim dele."
          error={error}
          value={typed}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={300}
          required
        />
        <button>VER CONVITES</button>
      </form>
      <AlreadyRegistered />
      <p className="nota">
        Em outro aparelho? <a href="/minhas">Veja onde a credencial abre</a>.
      </p>
    </Page>
  )
}
