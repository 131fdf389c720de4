import { noStore, type RouteArgs } from '~/shared/remix.server'
import { useLoaderData } from '@remix-run/react'
import { AskForCredencial } from '~/convidado/ja-confirmado'
import { Page, titled, OutlineLink, Heading } from '~/shared/page'
import type { RouteHandle } from '~/shared/document'
import { findWithState, tokensOf } from '~/shared/credenciais.server'
import { withErrorPage } from '~/shared/failure.server'
import { servicesOf } from '~/services.server'
import { readSession } from '~/shared/session.server'

export const handle: RouteHandle = {
  sheet: ({ credenciais }) => (isNone(credenciais) ? 'ja-confirmado' : 'lista'),
}

const isNone = (credenciais: unknown) => Array.isArray(credenciais) && credenciais.length === 0

export async function loader({ request, context }: RouteArgs) {
  const services = await servicesOf(context)
  const tokens = tokensOf(await readSession(request, services))
  const credenciais = await withErrorPage(services, findWithState(tokens, services))
  return noStore({ credenciais })
}

export const meta = titled('Minhas credenciais')

/** The credentials of a table holder, whose invitation shows the last ones only; on another device, where they open. */
export default function Minhas() {
  const { credenciais } = useLoaderData<typeof loader>()
  return (
    <Page>
      <Heading kicker="Cadastradas neste aparelho" title="MINHAS CREDENCIAIS" />
      {credenciais.length === 0 ? (
        <>
          <p className="centro">
            Nenhuma credencial foi cadastrada neste aparelho. Quem já se cadastrou está confirmado: não é
            preciso se cadastrar de novo.
          </p>
          <AskForCredencial>A credencial abre no aparelho em que o cadastro foi feito.</AskForCredencial>
        </>
      ) : (
        <>
          <ul className="nomes">
            {credenciais.map(({ nome, href, isRetirada }) => (
              <li key={href}>
                <a href={href}>{isRetirada ? `${nome} (presença retirada)` : nome}</a>
              </li>
            ))}
          </ul>
          <OutlineLink href="/">VER O CONVITE</OutlineLink>
        </>
      )}
    </Page>
  )
}
