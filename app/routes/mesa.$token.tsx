import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '~/remix.server'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useContext } from 'react'
import { ErrorSummary } from '~/components/error-summary'
import { AcoesDaMesa } from '~/components/mesa-footer'
import { CabecaDaMesa } from '~/components/mesa-head'
import { ComecoDaMesa } from '~/components/mesa-start'
import { ConvitesDaMesa } from '~/components/mesa-convites'
import { MesaFeito } from '~/components/mesa-done'
import { LinkPublico } from '~/components/mesa-public-link'
import { OcupantesDaMesa } from '~/components/mesa-ocupantes'
import { PlacarDaMesa } from '~/components/mesa-score'
import { NonceContext } from '~/components/nonce'
import { Pagina } from '~/components/page'
import { rotuloFieldOf, type RotuloRecusado } from '~/components/refused-rotulo'
import type { RouteHandle } from '~/components/route-handle'
import { fieldsOf } from '~/guest-acts.server'
import live from '~/live/copiar.js?url'
import { changeMesa } from '~/mesa-acts.server'
import { mesaShown } from '~/mesa-shown.server'
import { mesaOf, NO_STORE } from '~/mesa.server'
import { refuseOtherMethods } from '~/methods.server'
import { pageHeaders } from '~/page-headers'
import { servicesOf } from '~/services.server'

export const handle: RouteHandle = { sheet: 'painel-da-mesa' }

/** A table as its holder sees it; the token alone gives the right to. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const services = await servicesOf(context)
  const mesa = await mesaShown(await mesaOf(params.token, services), request, services)
  const feito = new URL(request.url).searchParams.get('feito')
  const titulo = `${context.isError ? 'Erro: ' : ''}Mesa ${mesa.nome}`
  return json({ ...mesa, feito, titulo }, { headers: NO_STORE })
}

/** CRIAR CONVITES PESSOAIS, MUDAR a label, FECHAR and ABRIR O LINK PÚBLICO. */
export async function action({ params, request, context }: ActionFunctionArgs) {
  refuseOtherMethods(request)
  const services = await servicesOf(context)
  const mesa = await mesaOf(params.token, services)
  return changeMesa(mesa, await fieldsOf(request), services, context)
}

export const headers = pageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.titulo ?? 'Mesa' },
  { name: 'robots', content: 'noindex' },
]

/** How many are left and who is in; then what the holder may do. */
export default function Mesa() {
  const mesa = useLoaderData<typeof loader>()
  const recusado = useActionData<RotuloRecusado>() ?? null
  const nonce = useContext(NonceContext)
  const { path, numeros, publico, isVazia, isEncerrada, contato } = mesa
  return (
    <Pagina>
      {recusado ? (
        <ErrorSummary
          titulo="Nada foi gravado"
          errors={[{ id: rotuloFieldOf(recusado.codigo), message: recusado.message }]}
        />
      ) : (
        <MesaFeito nome={mesa.feito} />
      )}
      <CabecaDaMesa {...mesa} />
      <div className="quadro">
        <PlacarDaMesa {...numeros} />
        {isVazia && publico && !isEncerrada ? (
          <ComecoDaMesa {...mesa} {...{ publico, recusado }} livres={numeros.livres} />
        ) : (
          <>
            <OcupantesDaMesa {...mesa} />
            <ConvitesDaMesa {...mesa} {...{ recusado }} livres={publico ? numeros.livres : 0} />
            {publico && !isEncerrada ? <LinkPublico {...mesa} publico={publico} /> : null}
          </>
        )}
        <AcoesDaMesa {...{ path, contato }} />
      </div>
      <script type="module" src={live} nonce={nonce} />
    </Pagina>
  )
}
