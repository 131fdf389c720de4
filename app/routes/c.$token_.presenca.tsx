import { useActionData, useLoaderData } from '@remix-run/react'
import { PresencaWithdrawn, Recusa } from '~/convidado/presenca'
import {
  acompanhantesOf,
  barredOf,
  changePresenca,
  desistenciaOf,
  presencaOf,
  retiradaOf,
} from '~/convidado/presenca.server'
import { convidadoOf, credencialPath } from '~/shared/credenciais.server'
import type { RouteHandle } from '~/shared/document'
import { pageAction, pageLoader } from '~/shared/failure.server'
import { ButtonLink, Heading, OcasiaoEQuando, OutlineLink, Page, titled, useEvento } from '~/shared/page'
import { noStore, seeOther } from '~/shared/remix.server'
import { listed } from '~/shared/words'

export const handle: RouteHandle = { sheet: 'presenca' }

/**
 * Asks once before a guest withdraws. A guest who has already withdrawn goes on to the credencial, which says
 * so.
 */
export const loader = pageLoader(async ({ params, context, services }) => {
  const token = params.token ?? ''
  const convidado = await convidadoOf(token, services)
  const retirada = retiradaOf(await desistenciaOf(convidado, services), services)
  if (retirada && !context.isError) throw seeOther(credencialPath(token))
  const barred = retirada ? null : await barredOf(convidado, services)
  const acompanhantes = retirada ? [] : await acompanhantesOf(convidado, services)
  const own = presencaOf(convidado, services)
  const presenca = { ...own, href: credencialPath(token), retirada, barred, acompanhantes }
  return noStore({ presenca })
})

export const action = pageAction(async ({ params, request, context, services }) => {
  const token = params.token ?? ''
  const convidado = await convidadoOf(token, services)
  return changePresenca(token, convidado, await request.formData(), services, context)
})

export const meta = titled<typeof loader>((data) =>
  data?.presenca.retirada ? 'Presença retirada' : 'Não poderá ir?',
)

export default function Presenca() {
  const { presenca } = useLoaderData<typeof loader>()
  const { nome, empresa, prazo, href, retirada, barred, acompanhantes } = presenca
  const refusal = useActionData<typeof action>()?.refusal ?? null
  const evento = useEvento()
  if (retirada) {
    return (
      <Page>
        <PresencaWithdrawn
          {...presenca}
          {...retirada}
          refusal={refusal}
          action={`${href}/presenca`}
          calendar={`${href}/evento.ics`}
        />
      </Page>
    )
  }
  const kicker = evento ? <OcasiaoEQuando {...evento} /> : null
  const pessoa = (
    <p className="pessoa">
      <b>{nome}</b>
      {empresa === null ? null : <span>{empresa}</span>}
      {acompanhantes.length === 0 ? null : <span>{` com ${listed(acompanhantes)}`}</span>}
    </p>
  )
  if (barred !== null) {
    return (
      <Page>
        <Heading kicker={kicker} title="SUA PRESENÇA" />
        <p className="recusa" role={refusal === null ? undefined : 'alert'}>
          {barred}
        </p>
        {pessoa}
        <div className="acoes">
          <ButtonLink href={href}>Voltar à credencial</ButtonLink>
        </div>
      </Page>
    )
  }
  return (
    <Page>
      <Heading kicker={kicker} title="NÃO PODERÁ IR?" />
      <Recusa text={refusal} />
      {pessoa}
      <ul className="consequencias">
        {empresa === null ? null : (
          <li>
            {prazo === null
              ? 'Seu lugar volta para a mesa.'
              : 'Guardamos seu lugar por até 12 horas. Depois ele volta para a mesa, que pode convidar outra pessoa.'}
          </li>
        )}
        <li>Sua credencial deixa de valer na portaria.</li>
        {acompanhantes.length === 0 ? null : (
          <li>Quem vai com você continua confirmado, a não ser que você avise por todos.</li>
        )}
        <li>
          {prazo === null ? (
            'As inscrições terminaram: não dá para desfazer.'
          ) : (
            <>
              Você pode desfazer, se ainda houver lugar, até <b>{prazo}</b>.
            </>
          )}
        </li>
      </ul>
      <div className="acoes">
        <form method="post">
          <button className="perigo" name="ato" value="desistir">
            {acompanhantes.length === 0 ? 'Não vou poder ir' : 'Só eu não posso ir'}
          </button>
        </form>
        {acompanhantes.length === 0 ? null : (
          <form method="post">
            <button className="perigo" name="ato" value="desistir-todos">
              {`Nenhum de nós ${acompanhantes.length + 1} pode ir`}
            </button>
          </form>
        )}
        <OutlineLink href={href}>Manter minha presença</OutlineLink>
      </div>
    </Page>
  )
}
