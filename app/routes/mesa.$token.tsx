import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '~/remix.server'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useContext } from 'react'
import { ErrorSummary } from '~/components/error-summary'
import { MesaFooter } from '~/components/mesa-footer'
import { MesaHead } from '~/components/mesa-head'
import { MesaStart } from '~/components/mesa-start'
import { MesaConvites } from '~/components/mesa-convites'
import { MesaDone } from '~/components/mesa-done'
import { PublicLink } from '~/components/mesa-public-link'
import { MesaOcupantes } from '~/components/mesa-ocupantes'
import { MesaScore } from '~/components/mesa-score'
import { NonceContext } from '~/components/nonce'
import { Page } from '~/components/page'
import { rotuloFieldOf, type RefusedRotulo } from '~/components/refused-rotulo'
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

/** A table as its holder sees it; whoever has the token may. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const services = await servicesOf(context)
  const mesa = await mesaShown(await mesaOf(params.token, services), request, services)
  const feito = new URL(request.url).searchParams.get('feito')
  const title = `${context.isError ? 'Erro: ' : ''}Mesa ${mesa.nome}`
  return json({ ...mesa, feito, title }, { headers: NO_STORE })
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
  { title: data?.title ?? 'Mesa' },
  { name: 'robots', content: 'noindex' },
]

/** How many are left and who is in; then what the holder may do. */
export default function Mesa() {
  const mesa = useLoaderData<typeof loader>()
  const recusado = useActionData<RefusedRotulo>() ?? null
  const nonce = useContext(NonceContext)
  const { path, numeros, publico, isVazia, isOver, contato } = mesa
  return (
    <Page>
      {recusado ? (
        <ErrorSummary
          title="Nada foi gravado"
          errors={[{ id: rotuloFieldOf(recusado.codigo), message: recusado.message }]}
        />
      ) : (
        <MesaDone nome={mesa.feito} />
      )}
      <MesaHead {...mesa} />
      <div className="quadro">
        <MesaScore {...numeros} />
        {isVazia && publico && !isOver ? (
          <MesaStart {...mesa} {...{ publico, recusado }} livres={numeros.livres} />
        ) : (
          <>
            <MesaOcupantes {...mesa} />
            <MesaConvites {...mesa} {...{ recusado }} livres={publico ? numeros.livres : 0} />
            {publico && !isOver ? <PublicLink {...mesa} publico={publico} /> : null}
          </>
        )}
        <MesaFooter {...{ path, contato }} />
      </div>
      <script type="module" src={live} nonce={nonce} />
    </Page>
  )
}
