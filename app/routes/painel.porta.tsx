import {
  json,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '~/remix.server'
import { useLoaderData } from '@remix-run/react'
import { Phones } from '~/components/phones'
import { countOf } from '~/components/count-of'
import { EnteredTwice } from '~/components/entered-twice'
import { ForaDaLista } from '~/components/fora-da-lista'
import { Painel } from '~/components/painel'
import type { RouteHandle } from '~/components/route-handle'
import { withErrorPage } from '~/failure.server'
import { annulForaDaLista } from '~/fora-da-lista.server'
import { refuseOtherMethods } from '~/methods.server'
import { pageHeaders } from '~/page-headers'
import { portaShown } from '~/porta-shown.server'
import { teamOf } from '~/team.server'

export const handle: RouteHandle = { sheet: 'painel' }

const NO_STORE = { 'Cache-Control': 'no-store' }

/** What the door leaves for a person to look at. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services, aparelho } = await teamOf(request, context, ['organizacao'])
  const shown = await withErrorPage(services, portaShown(services))
  return json({ quem: { nome: aparelho.nome }, ...shown }, { headers: NO_STORE })
}

/** Annuls the admission of somebody on no list. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { services, autor } = await teamOf(request, context, ['organizacao'])
  refuseOtherMethods(request)
  await withErrorPage(services, annulForaDaLista(services, request, autor()))
  throw redirect('/painel/porta', { status: 303, headers: NO_STORE })
}

export const headers = pageHeaders

export const meta: MetaFunction<typeof loader> = () => [
  { title: 'Porta · Painel' },
  { name: 'robots', content: 'noindex' },
]

/** The door as the organiser sees it. */
export default function Porta() {
  const { quem, hora, ensaio, dentro, confirmados, duas, fora, newEntradaid, phones } =
    useLoaderData<typeof loader>()
  return (
    <Painel
      quem={quem}
      current="Porta"
      title="Porta"
      gauge={
        <>
          <p>
            Visto às <b>{hora}</b>
          </p>
          <a className="botao contorno" href="/painel/porta">
            ATUALIZAR
          </a>
          <a className="botao contorno" href="/painel/porta/ensaio">
            ENSAIO
          </a>
        </>
      }
    >
      {ensaio === null ? null : (
        <p className="alerta aviso" role="status">
          <b>ENSAIO</b>
          {` nos celulares da porta até ${ensaio}: nada é gravado, ninguém entra.`}
        </p>
      )}
      <p>
        <b>{`${dentro} dentro`}</b>
        {` de ${countOf(confirmados, 'confirmado', 'confirmados')}. `}
        <a href="/painel?ordem=dentro#empresas">Por empresa</a>
      </p>
      <section>
        <h2 className="oculto">Entraram duas vezes</h2>
        {duas.length === 0 ? <p>Ninguém entrou duas vezes.</p> : <EnteredTwice duas={duas} />}
        {duas.length === 0 ? null : (
          <p className="nota">
            Dois celulares sem rede não sabem um do outro. Ninguém é posto para fora: confira com a pessoa e,
            se foi engano, desfaça a entrada na página do convidado.
          </p>
        )}
      </section>
      {fora.length === 0 ? null : (
        <section>
          <h2 className="oculto">Entraram fora da lista</h2>
          <ForaDaLista fora={fora} newEntradaid={newEntradaid} />
        </section>
      )}
      <section>
        <h2 className="oculto">Celulares da porta</h2>
        {phones.length === 0 ? <p>Nenhum celular abriu a porta ainda.</p> : <Phones phones={phones} />}
        <p className="nota so-tela">
          Para mais um, convide em <a href="/painel/equipe">Equipe</a> com o papel de porta, ou{' '}
          <a href="/porta">abra a porta neste aparelho</a>.
        </p>
      </section>
    </Painel>
  )
}
