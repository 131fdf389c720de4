import {
  json,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '~/remix.server'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Rule, Page } from '~/components/page'
import { PresencaWithdrawn } from '~/components/presenca-withdrawn'
import type { RouteHandle } from '~/components/route-handle'
import { useEvento } from '~/components/use-evento'
import { convidadoOf, credencialPath } from '~/credenciais.server'
import { refuseOtherMethods } from '~/methods.server'
import { pageHeaders } from '~/page-headers'
import { changePresenca, desistenciaOf, presencaOf, retiradaOf } from '~/presenca.server'
import { servicesOf } from '~/services.server'

export const handle: RouteHandle = { sheet: 'presenca' }

/** Asks once before a guest withdraws. A guest who has withdrawn goes on to the credencial, which says so. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const services = await servicesOf(context)
  const token = params.token ?? ''
  const convidado = await convidadoOf(token, services)
  const retirada = retiradaOf(await desistenciaOf(convidado, services), services)
  if (retirada && !context.isError) throw redirect(credencialPath(token), { status: 303 })
  const presenca = { ...presencaOf(convidado, services), href: credencialPath(token), retirada }
  return json({ presenca }, { headers: { 'Cache-Control': 'no-store' } })
}

/** NÃO PODEREI IR, or DESFAZER. */
export async function action({ params, request, context }: ActionFunctionArgs) {
  refuseOtherMethods(request)
  const services = await servicesOf(context)
  const token = params.token ?? ''
  const convidado = await convidadoOf(token, services)
  return changePresenca(token, convidado, await request.formData(), services, context)
}

export const headers = pageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.presenca.retirada ? 'Presença retirada' : 'Não poderá ir?' },
  { name: 'robots', content: 'noindex' },
]

/** "Não poderei ir": who, what follows, and the way back. */
export default function Presenca() {
  const { nome, empresa, prazo, href, retirada } = useLoaderData<typeof loader>().presenca
  const refusal = useActionData<typeof action>()?.refusal ?? null
  const evento = useEvento()
  if (retirada) {
    return (
      <Page>
        <PresencaWithdrawn
          {...retirada}
          {...{ nome, prazo, refusal, action: `${href}/presenca`, calendar: `${href}/evento.ics` }}
        />
      </Page>
    )
  }
  return (
    <Page>
      <p className="sobre">{evento ? `${evento.ocasiao} · ${evento.quando}` : ''}</p>
      <h1 className="nome-longo">NÃO PODERÁ IR?</h1>
      <Rule />
      {refusal === null ? null : (
        <p className="recusa" role="alert">
          {refusal}
        </p>
      )}
      <p className="pessoa">
        <b>{nome}</b>
        {empresa === null ? null : <span>{empresa}</span>}
      </p>
      <ul className="consequencias">
        {empresa === null ? null : (
          <li>{`Seu lugar volta para a mesa${prazo === null ? '' : ', que pode convidar outra pessoa'}.`}</li>
        )}
        <li>Sua credencial deixa de valer na portaria.</li>
        <li>
          {prazo === null ? (
            'As inscrições terminaram: não dá para desfazer.'
          ) : (
            <>
              Você pode desfazer até <b>{prazo}</b>
              {empresa === null ? '' : ', se a mesa ainda tiver lugar'}.
            </>
          )}
        </li>
      </ul>
      <div className="acoes">
        <form method="post">
          <button className="perigo" name="ato" value="desistir">
            NÃO PODEREI IR
          </button>
        </form>
        <a className="botao contorno" href={href}>
          MANTER MINHA PRESENÇA
        </a>
      </div>
    </Page>
  )
}
