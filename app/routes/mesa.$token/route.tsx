import { useActionData, useLoaderData } from '@remix-run/react'
import { Faixa } from '~/convidado/faixa'
import { faixaOf } from '~/convidado/faixa.server'
import { MesaConvidados } from '~/mesa/convidados'
import { MesaConvites, MesaStart } from '~/mesa/convites'
import { PEDIDO, PedirMais } from '~/mesa/pedido'
import { began } from '~/mesa/envios.server'
import { changeMesa, mesaOf } from '~/mesa/mesa.server'
import { mesaShown } from '~/mesa/panel.server'
import { MesaDone, MesaFooter, MesaHead, MesaScore, PublicLink } from '~/mesa/summary'
import type { RouteHandle } from '~/shared/document'
import { pageAction, pageLoader } from '~/shared/failure.server'
import { ErrorSummary } from '~/shared/field'
import { leadWithoutEnd } from '~/shared/links.server'
import { rotuloFieldOf, type RefusedRotulo } from '~/shared/new-convites'
import { Page, Script, titled } from '~/shared/page'
import { fieldsOf, noStore } from '~/shared/remix.server'
import live from './copiar.js?url'

export const handle: RouteHandle = { sheet: 'painel-da-mesa' }

/** What a chat shows of the link beside its title: a group must see that it is not the invitation. */
const NOT_PUBLIC = 'Quem abre este link cuida da mesa. Não é o convite: não mande no grupo.'

export const loader = pageLoader(async ({ params, request, context, services }) => {
  leadWithoutEnd(params.token ?? '', (meant) => services.parseMesaToken(meant) && `/mesa/${meant}`)
  const mesa = await mesaShown(await mesaOf(params.token, services), request, services)
  const feito = new URL(request.url).searchParams.get('feito')
  const title = `${context.isError ? 'Erro: ' : ''}Mesa ${mesa.nome}`
  const previa = { title: `Painel da mesa ${mesa.nome} · só para quem cuida dela`, description: NOT_PUBLIC }
  return noStore({ ...mesa, mudou: faixaOf(services), feito, title, previa })
})

/** Enviar um por vez, Criar convites pessoais, Mudar a label, FECHAR and Abrir o link público. */
export const action = pageAction(async ({ params, request, context, services }) => {
  const mesa = await mesaOf(params.token, services)
  const fields = await fieldsOf(request)
  if (fields('ato') === 'proximo') return began(mesa, services)
  return changeMesa(mesa, fields, services, context)
})

export const meta = titled<typeof loader>((data) => data?.title ?? 'Mesa')

export default function Mesa() {
  const mesa = useLoaderData<typeof loader>()
  const recusado = useActionData<RefusedRotulo>() ?? null
  const { path, numeros, publico, isVazia, isOver, contato } = mesa
  const isPedido = recusado?.codigo === PEDIDO
  return (
    <Page>
      {recusado ? (
        <ErrorSummary
          title="Nada foi gravado"
          errors={[{ id: isPedido ? PEDIDO : rotuloFieldOf(recusado.codigo), message: recusado.message }]}
        />
      ) : (
        <MesaDone nome={mesa.feito} />
      )}
      <Faixa mudou={mesa.mudou} />
      <MesaHead {...mesa} />
      <div className="quadro">
        <MesaScore {...numeros} isOver={isOver} />
        {isVazia && publico && !isOver ? (
          <MesaStart {...mesa} publico={publico} recusado={recusado} livres={numeros.livres} />
        ) : (
          <>
            <MesaConvidados {...mesa} />
            <MesaConvites {...mesa} recusado={recusado} livres={publico ? numeros.livres : 0} />
            {publico && !isOver ? <PublicLink {...mesa} publico={publico} /> : null}
          </>
        )}
        {isOver ? null : <PedirMais {...mesa.pede} path={path} recusado={isPedido ? recusado : null} />}
        <MesaFooter path={path} contato={contato} isOver={isOver} />
      </div>
      <Script src={live} />
    </Page>
  )
}
