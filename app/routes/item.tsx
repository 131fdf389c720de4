import { useLoaderData } from '@remix-run/react'
import { pathMeant } from '~/convidado/enderecos.server'
import { AlreadyRegistered, closedTitle, RegistrationClosed } from '~/convidado/reserva'
import { closingOf } from '~/shared/closing.server'
import type { RouteHandle } from '~/shared/document'
import { pageLoader } from '~/shared/failure.server'
import { countFields, ErrorSummary, Field } from '~/shared/field'
import { Heading, Page, titled, useEvento } from '~/shared/page'
import { json, noStore, seeOther } from '~/shared/remix.server'

export const handle: RouteHandle = { sheet: ({ closing }) => (closing ? 'aviso' : 'mesa') }

/**
 * Asks which company, and redirects to its address, or to a personal one. Once registrations are closed it
 * asks nobody.
 */
export const loader = pageLoader(async ({ request, services }) => {
  const typed = new URL(request.url).searchParams.get('empresaid')
  const path = typed === null ? null : await pathMeant(typed, services)
  if (path !== null) throw seeOther(path)
  const closing = closingOf(services)
  if (typed === null || closing) return json({ typed: '', error: null, closing })
  const error =
    typed.trim() === ''
      ? 'Digite o código da empresa.'
      : 'Não encontramos este código. Confira: ele vem no fim do link que a empresa recebeu.'
  return noStore({ typed, error, closing }, 422)
})

export const meta = titled<typeof loader>((data) => {
  const state = data?.closing ? `${closedTitle(data.closing)}: ` : data?.error ? 'Erro: ' : ''
  return `${state}Convites da empresa`
})

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
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={300}
          required
        />
        <button>Ver convites</button>
      </form>
      <AlreadyRegistered />
      <p className="nota">
        Em outro aparelho? <a href="/minhas">Veja onde a credencial abre</a>.
      </p>
    </Page>
  )
}
