import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import paisagem from '~/arte/convite-paisagem.svg'
import retrato from '~/arte/convite-retrato.svg'
import { Alerta } from '~/components/alerta'
import { conviteAlt } from '~/components/evento-summary'
import { MinhasCredenciais } from '~/components/minhas-credenciais'
import type { RouteHandle } from '~/components/route-handle'
import { credencialPath, ownCredenciais } from '~/credenciais.server'
import { pageHeaders } from '~/page-headers'
import { servicesOf } from '~/services.server'
import { commitSession, readSession } from '~/session.server'

export const handle: RouteHandle = { tela: 'convite' }

/**
 * Shows the alert of a registration once, and the way to what this browser registered. A prefetch must not spend the
 * alert: nobody reads a page fetched ahead.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const services = await servicesOf(context)
  const { evento } = services.config
  const page = { alt: conviteAlt(evento), titulo: `${evento.ocasiao} · ${evento.anfitriao}` }
  const session = await readSession(request, services)
  const isPrefetch = (request.headers.get('Sec-Purpose') ?? request.headers.get('Purpose') ?? '').includes(
    'prefetch',
  )
  const flashed = isPrefetch ? undefined : session.get('confirmado')
  const confirmado = flashed
    ? {
        empresaid: flashed.empresaid,
        credencial: flashed.credencialid ? credencialPath(flashed.credencialid, services) : null,
      }
    : null
  const credenciais = await ownCredenciais(session, services)

  const headers = new Headers()
  if (confirmado) headers.set('Set-Cookie', await commitSession(session, services))
  if (confirmado || credenciais.length > 0) headers.set('Cache-Control', 'no-store')
  return json({ ...page, confirmado, credenciais }, { headers })
}

export const headers = pageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Convite: ${data?.titulo ?? ''}` },
  { name: 'description', content: data?.alt ?? '' },
]

/** The invitation: a single image, the whole of it a link to the form (specification, section 2). */
export default function Landing() {
  const { alt, confirmado, credenciais } = useLoaderData<typeof loader>()
  return (
    <>
      {confirmado ? (
        <Alerta
          texto="CADASTRO CONFIRMADO COM SUCESSO!"
          acao={
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
        <MinhasCredenciais credenciais={credenciais} />
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
