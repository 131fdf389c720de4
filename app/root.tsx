import type { LoaderFunctionArgs, MetaFunction } from '~/remix.server'
import { Links, Meta, Outlet, Scripts, useMatches, useRouteError } from '@remix-run/react'
import { useContext, type ReactNode } from 'react'
import type { Evento } from '../server/domain/evento'
import { absoluteUrl } from '~/absolute-url.server'
import { previa } from '~/arte.server'
import { errorTitle, ErrorPage } from '~/components/error-page'
import { eventoSummary, whereOf, whenOf } from '~/components/evento-summary'
import { NonceContext } from '~/components/nonce'
import { LinkPreview, type Previa } from '~/components/link-preview'
import { handleOf } from '~/components/route-handle'
import { pageHeaders } from '~/page-headers'
import { servicesOf } from '~/services.server'
import { styleOf } from '~/styles/sheets'

/** The event, in the words every page tells it in. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const services = await servicesOf(context)
  const { evento } = services.config
  return { ...eventoSummary(evento), previa: previaOf(evento, absoluteUrl(previa, request, services)) }
}

function previaOf(evento: Evento, imagem: string): Previa {
  return { imagem, description: `“${evento.titulo}”. ${whenOf(evento)}, ${whereOf(evento)}.` }
}

/** Where an error page gets its headers from. */
export const headers = pageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.anfitriao ?? 'Convite' }]

/** The document. Ships no script unless the matched route asks for one, and never for an error page. */
export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext)
  const error = useRouteError()
  // Nothing thrown reads as null or undefined, depending on where the document stands.
  const isError = (error ?? null) !== null
  const handle = handleOf(useMatches())
  const sheet = isError ? 'aviso' : (handle?.sheet ?? 'aviso')
  return (
    <html lang="pt-BR">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="format-detection" content="telephone=no" />
        <meta name="theme-color" content="#17332a" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        {isError ? <title>{errorTitle(error)}</title> : <Meta />}
        {isError ? null : <LinkPreview />}
        <Links />
        {/* Only the server knows the sheets and the nonce; the browser keeps what it was sent. */}
        <style
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? styleOf(sheet) : '' }}
        />
      </head>
      <body className={sheet}>
        {children}
        {handle?.hydrate && !isError ? <Scripts nonce={nonce} /> : null}
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />
}
