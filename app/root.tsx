import { Links, Meta, Outlet, useMatches, useRouteError, useRouteLoaderData } from '@remix-run/react'
import { useContext, type ReactNode } from 'react'
import { capaOf, previaOf } from '~/arte/arte.server'
import { PainelErro } from '~/painel/painel'
import { servicesOf } from '~/services.server'
import { DocumentContext, handleOf, styleOf } from '~/shared/document'
import { errorTitle, errorTold, ErrorPage, quemIn } from '~/shared/error-page'
import { absoluteUrl } from '~/shared/links.server'
import { Notice, Page } from '~/shared/page'
import type { MetaFunction, RouteArgs } from '~/shared/remix.server'
import { isCancelado, isOver } from '~/shared/closing.server'
import { CANCELADO, eventoSummary, whereOf, whenOf } from '~/shared/words'
import { matchedRoute } from '../server/route-table'

/** The event in every page's words; until one is described, every guest page says so. */
export async function loader({ request, context }: RouteArgs) {
  const services = await servicesOf(context)
  const { evento } = services.config
  const { papeis, isEntrance, outlivesEvento } = matchedRoute(new URL(request.url).pathname)
  const isBreve = services.gravado === null && !papeis && !isEntrance && !outlivesEvento
  // No page mentions the placeholder event, not even the team's.
  if (services.gravado === null) {
    const isEntre = (services.guardado?.anteriores ?? []).length > 0
    const unknown = { quando: '', capa: null, logo: null, isOver: false, previa: null }
    return { ...eventoSummary(evento), ...unknown, isBreve, isEntre }
  }
  const cancelled = isCancelado(services) ? `${CANCELADO} ` : ''
  const description = `${cancelled}“${evento.titulo}”. ${whenOf(evento)}, ${whereOf(evento)}.`
  const imagem = absoluteUrl(previaOf(services.arte), request, services)
  const { path, width, height } = services.arte.logo ?? { path: null, width: 0, height: 0 }
  const own = { capa: capaOf(services.arte), logo: path === null ? null : { path, width, height } }
  const about = { isOver: isOver(services), previa: { imagem, description } }
  return { ...eventoSummary(evento), ...own, ...about, isBreve, isEntre: false }
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.anfitriao ?? 'Convite' }]

/** The document. It is rendered only here: no page hydrates (decision 0044). */
export function Layout({ children }: { children: ReactNode }) {
  const { nonce } = useContext(DocumentContext)
  const error = useRouteError()
  // With nothing thrown it is null or undefined, depending on where the document is rendered.
  const isError = (error ?? null) !== null
  // A link of an event that is over says so, whatever the next event is.
  const isTold = isError && errorTold(error).reason !== null
  const root = useRouteLoaderData<typeof loader>('root')
  const isBreve = root?.isBreve === true && !isTold
  const matches = useMatches()
  const handle = isBreve ? null : handleOf(matches)
  const sheet = isError ? (quemIn(error) ? 'painel' : 'aviso') : (handle?.sheet ?? 'aviso')
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
        {isBreve ? <title>Em breve</title> : isError ? <title>{errorTitle(error)}</title> : <Meta />}
        {isError || isBreve ? null : <LinkPreview />}
        <Links />
        <style
          nonce={nonce}
          dangerouslySetInnerHTML={{
            __html:
              styleOf(sheet, {
                hasFaixa: !isError && handle?.hasFaixa,
                isOwn: Boolean(root?.capa ?? root?.logo),
              }) + (isError ? '' : (handle?.ownStyle ?? '')),
          }}
        />
      </head>
      <body className={sheet}>{isBreve ? <EmBreve /> : children}</body>
    </html>
  )
}

/** What guests see until an event is described. */
function EmBreve() {
  return (
    <Page>
      <Notice kicker="Convite" title="EM BREVE">
        <p>Este convite ainda está sendo preparado. Volte em alguns dias.</p>
      </Notice>
    </Page>
  )
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary() {
  const error = useRouteError()
  const quem = quemIn(error)
  return quem ? <PainelErro error={error} quem={quem} /> : <ErrorPage error={error} />
}

type Previa = Record<'title' | 'description', string>

/**
 * Open Graph: how WhatsApp and others show a link to any page of ours. It is the same for all pages, so that
 * a forwarded credencial does not reveal whose it is; only a table's panel says that it is one.
 */
function LinkPreview() {
  const data = useRouteLoaderData<typeof loader>('root')
  const matches = useMatches()
  if (!data?.previa) return null
  const { ocasiao, anfitriao } = data
  const [page] = matches.slice(-1).map((match) => match.data as { previa?: Previa } | null)
  const previa = { title: `${ocasiao} · ${anfitriao}`, ...data.previa, ...page?.previa }
  const properties = {
    'og:type': 'website',
    'og:locale': 'pt_BR',
    'og:title': previa.title,
    'og:description': previa.description,
    'og:image': previa.imagem,
    'og:image:type': previa.imagem.endsWith('.png') ? 'image/png' : 'image/jpeg',
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': `Convite: ${ocasiao} · ${anfitriao}`,
  }
  return (
    <>
      {Object.entries(properties).map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
