import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Links, Meta, Outlet, Scripts, useMatches, useRouteError } from '@remix-run/react'
import { useContext, type ReactNode } from 'react'
import { errorTitle, ErrorPage } from '~/components/error-page'
import { eventoSummary } from '~/components/evento-summary'
import { NonceContext } from '~/components/nonce'
import { handleOf } from '~/components/route-handle'
import marcellus from '~/fonts/marcellus-caps.woff2?url'
import { pageHeaders } from '~/page-headers'
import { servicesOf } from '~/services.server'
import { sheetOf } from '~/styles/sheets'

/** The event, in the words every page tells it in. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { config } = await servicesOf(context)
  return eventoSummary(config.evento)
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
  const tela = isError ? 'aviso' : (handle?.tela ?? 'aviso')
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
        <Links />
        {/* Only the server knows the sheets and the nonce; the browser keeps what it was sent. */}
        <style
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? fontFace + sheetOf(tela) : '' }}
        />
      </head>
      <body className={tela}>
        {children}
        {handle?.hydrate && !isError ? <Scripts nonce={nonce} /> : null}
      </body>
    </html>
  )
}

const fontFace = `@font-face{font-family:Marcellus;src:url(${marcellus}) format("woff2");font-display:optional}`

export default function App() {
  return <Outlet />
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />
}
