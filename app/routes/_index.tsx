import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import paisagem from '~/arte/convite-paisagem.svg'
import retrato from '~/arte/convite-retrato.svg'
import { Alerta } from '~/components/alerta'
import { conviteAlt } from '~/components/evento-summary'
import type { RouteHandle } from '~/components/route-handle'
import { pageHeaders } from '~/page-headers'
import { servicesOf } from '~/services.server'
import { commitSession, readSession } from '~/session.server'

export const handle: RouteHandle = { tela: 'convite' }

/** Shows the alert of a registration once. A prefetch must not spend it: nobody reads a page fetched ahead. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const services = await servicesOf(context)
  const { evento } = services.config
  const page = { alt: conviteAlt(evento), titulo: `${evento.ocasiao} · ${evento.anfitriao}` }
  const session = await readSession(request, services)
  const isPrefetch = (request.headers.get('Sec-Purpose') ?? request.headers.get('Purpose') ?? '').includes(
    'prefetch',
  )
  const confirmado = isPrefetch ? undefined : session.get('confirmado')
  if (!confirmado) return json({ ...page, confirmado: null })

  return json(
    { ...page, confirmado },
    { headers: { 'Set-Cookie': await commitSession(session, services), 'Cache-Control': 'no-store' } },
  )
}

export const headers = pageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Convite: ${data?.titulo ?? ''}` },
  { name: 'description', content: data?.alt ?? '' },
]

/** The invitation: a single image, the whole of it a link to the form (specification, section 2). */
export default function Landing() {
  const { alt, confirmado } = useLoaderData<typeof loader>()
  return (
    <>
      {confirmado ? (
        <Alerta
          texto="CADASTRO CONFIRMADO COM SUCESSO!"
          acao={
            confirmado.empresaid === null ? null : (
              <a className="botao contorno" href={`/${confirmado.empresaid}`}>
                CADASTRAR OUTRO OCUPANTE
              </a>
            )
          }
        />
      ) : null}
      <main>
        <h1 className="oculto">Convite</h1>
        <a className="imagem" href="/cadastro">
          <picture>
            <source media="(min-aspect-ratio: 1/1)" srcSet={paisagem} width="1600" height="1000" />
            <img src={retrato} width="1080" height="1920" alt={alt} />
          </picture>
        </a>
      </main>
    </>
  )
}
