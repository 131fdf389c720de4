import { useLoaderData } from '@remix-run/react'
import { AskForCredencial } from '~/convidado/ja-confirmado'
import { findWithState, tokensOf } from '~/shared/credenciais.server'
import type { RouteHandle } from '~/shared/document'
import { pageLoader } from '~/shared/failure.server'
import { Heading, OutlineLink, Page, titled } from '~/shared/page'
import { noStore } from '~/shared/remix.server'
import { readSession } from '~/shared/session.server'

export const handle: RouteHandle = {
  sheet: ({ isNone }) => (isNone ? 'ja-confirmado' : 'lista'),
}

export const loader = pageLoader(async ({ request, services }) => {
  const tokens = tokensOf(await readSession(request, services))
  const credenciais = await findWithState(tokens, services)
  const isApagado = new URL(request.url).searchParams.has('apagado')
  return noStore({ credenciais, isNone: credenciais.length === 0, isApagado })
})

export const meta = titled('Minhas credenciais')

/**
 * All the credentials of a table holder; the invitation shows only the last ones. On another device, says
 * where they open.
 */
export default function Minhas() {
  const { credenciais, isNone, isApagado } = useLoaderData<typeof loader>()
  return (
    <Page>
      <Heading kicker="Cadastradas neste aparelho" title="MINHAS CREDENCIAIS" />
      {isApagado ? (
        <p className="centro" role="status">
          <b>Seus dados foram apagados.</b>
        </p>
      ) : null}
      {isNone ? (
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
          <OutlineLink href="/">Ver o convite</OutlineLink>
        </>
      )}
    </Page>
  )
}
