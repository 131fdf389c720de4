import { fieldsOf, noStore, refuseOtherMethods, type RouteArgs } from '~/shared/remix.server'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Faixa } from '~/convidado/faixa'
import { faixaOf } from '~/convidado/faixa.server'
import { ErrorSummary } from '~/shared/field'
import { MesaFooter, MesaHead, MesaDone, PublicLink, MesaScore } from '~/mesa/summary'
import { MesaStart, MesaConvites } from '~/mesa/convites'
import { MesaConvidados } from '~/mesa/convidados'
import type { RouteHandle } from '~/shared/document'
import { Page, Script, titled } from '~/shared/page'
import { rotuloFieldOf, type RefusedRotulo } from '~/shared/new-convites'
import live from './copiar.js?url'
import { began } from '~/mesa/envios.server'
import { changeMesa, mesaOf } from '~/mesa/mesa.server'
import { mesaShown } from '~/mesa/panel.server'
import { servicesOf } from '~/services.server'
import { leadWithoutEnd } from '~/shared/links.server'

export const handle: RouteHandle = { sheet: 'painel-da-mesa' }

export async function loader({ params, request, context }: RouteArgs) {
  const services = await servicesOf(context)
  leadWithoutEnd(params.token ?? '', (meant) => services.parseMesaToken(meant) && `/mesa/${meant}`)
  const mesa = await mesaShown(await mesaOf(params.token, services), request, services)
  const feito = new URL(request.url).searchParams.get('feito')
  const title = `${context.isError ? 'Erro: ' : ''}Mesa ${mesa.nome}`
  return noStore({ ...mesa, mudou: faixaOf(services), feito, title })
}

/** ENVIAR UM POR VEZ, CRIAR CONVITES PESSOAIS, MUDAR a label, FECHAR and ABRIR O LINK PÚBLICO. */
export async function action({ params, request, context }: RouteArgs) {
  refuseOtherMethods(request)
  const services = await servicesOf(context)
  const mesa = await mesaOf(params.token, services)
  const fields = await fieldsOf(request)
  if (fields('ato') === 'proximo') return began(mesa, services)
  return changeMesa(mesa, fields, services, context)
}

export const meta = titled<typeof loader>((data) => data?.title ?? 'Mesa')

export default function Mesa() {
  const mesa = useLoaderData<typeof loader>()
  const recusado = useActionData<RefusedRotulo>() ?? null
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
      <Faixa mudou={mesa.mudou} />
      <MesaHead {...mesa} />
      <div className="quadro">
        <MesaScore {...numeros} />
        {isVazia && publico && !isOver ? (
          <MesaStart {...mesa} publico={publico} recusado={recusado} livres={numeros.livres} />
        ) : (
          <>
            <MesaConvidados {...mesa} />
            <MesaConvites {...mesa} recusado={recusado} livres={publico ? numeros.livres : 0} />
            {publico && !isOver ? <PublicLink {...mesa} publico={publico} /> : null}
          </>
        )}
        <MesaFooter path={path} contato={contato} />
      </div>
      <Script src={live} />
    </Page>
  )
}
