import { json, type LoaderFunctionArgs, type MetaFunction } from '~/remix.server'
import { useLoaderData } from '@remix-run/react'
import { arte, arteAlt } from '~/arte.server'
import { Alert } from '~/components/alert'
import { conviteAlt } from '~/components/evento-summary'
import { PrefetchForm } from '~/components/prefetch-form'
import { CredencialShortcut, OwnCredenciais } from '~/components/own-credenciais'
import type { RouteHandle } from '~/components/route-handle'
import { credencialPath, lastCredenciais, tokensOf } from '~/credenciais.server'
import { isErasureDay } from '~/closing.server'
import { pageHeaders } from '~/page-headers'
import { servicesOf } from '~/services.server'
import { commitSession, readSession } from '~/session.server'

export const handle: RouteHandle = {
  sheet: (data) => (isRegistered(data) ? 'convite-cadastrado' : 'convite'),
}

function isRegistered(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'isRegistered' in data && data.isRegistered === true
}

/**
 * Shows the alert of a registration once, and the way to what this browser registered. A prefetch must not spend the
 * alert: nobody reads a page fetched ahead.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const services = await servicesOf(context)
  const { evento } = services.config
  const page = {
    arte,
    alt: arteAlt ?? conviteAlt(evento),
    title: `${evento.ocasiao} · ${evento.anfitriao}`,
  }
  const session = await readSession(request, services)
  const isPrefetch = (request.headers.get('Sec-Purpose') ?? request.headers.get('Purpose') ?? '').includes(
    'prefetch',
  )
  const flashed = isPrefetch ? undefined : session.get('confirmado')
  const confirmado = flashed
    ? {
        empresaid: flashed.empresaid,
        credencial: flashed.token && !isErasureDay(services) ? credencialPath(flashed.token) : null,
      }
    : null
  const { credenciais, hasMore } = await lastCredenciais(tokensOf(session), services)

  const isRegistered = confirmado !== null || credenciais.length > 0
  const headers = new Headers()
  if (confirmado) headers.set('Set-Cookie', await commitSession(session, services))
  if (isRegistered) headers.set('Cache-Control', 'no-store')
  return json({ ...page, isRegistered, confirmado, credenciais, hasMore }, { headers })
}

export const headers = pageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Convite: ${data?.title ?? ''}` },
  { name: 'description', content: data?.alt ?? '' },
  ...(data?.arte.preloads ?? []).map((preload) => ({
    ...{ tagName: 'link', rel: 'preload', as: 'image', fetchpriority: 'high' },
    ...preload,
  })),
]

/** React's types do not know the attribute in lower case, nor its runtime in any other. */
const OWN: object = { className: 'propria', fetchpriority: 'high' }

/** The invitation: a single image, all of it a link to the form (specification, section 2). */
export default function Landing() {
  const { arte, alt, confirmado, credenciais, hasMore } = useLoaderData<typeof loader>()
  return (
    <>
      {confirmado ? (
        <Alert
          text="CADASTRO CONFIRMADO COM SUCESSO!"
          act={
            <>
              {confirmado.credencial === null ? null : (
                <a className="botao contorno" href={confirmado.credencial}>
                  VER MINHA CREDENCIAL
                </a>
              )}
              {confirmado.empresaid === null ? null : (
                <a className="botao contorno" href={`/${confirmado.empresaid}`}>
                  CADASTRAR OUTRO OCUPANTE
                </a>
              )}
            </>
          }
        />
      ) : null}
      <main>
        <h1 className="oculto">Convite</h1>
        <CredencialShortcut credenciais={credenciais} hasMore={hasMore} />
        <a className="imagem" href="/cadastro">
          <picture>
            {arte.sources.map((source) => (
              <source key={source.srcSet} {...source} />
            ))}
            <img {...arte.img} {...(arte.isOwn && OWN)} alt={alt} />
          </picture>
        </a>
        <OwnCredenciais credenciais={credenciais} hasMore={hasMore} />
      </main>
      <PrefetchForm />
    </>
  )
}
