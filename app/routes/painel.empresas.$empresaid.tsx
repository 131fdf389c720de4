import { empresaHref } from '~/painel/convidado-told'
import { ButtonLink, ActLink } from '~/shared/page'
import { noStore, refuseOtherMethods, type RouteArgs } from '~/shared/remix.server'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Hatching, Paging, Painel, painelTitled } from '~/painel/painel'
import { EmpresaDone, ChangeTotal, EmpresaNumeros, Convidados } from '~/painel/empresas/empresa'
import { ErrorSummary } from '~/shared/field'
import { HistoricoLines } from '~/painel/historico'
import { EmpresaLinks } from '~/painel/empresas/links'
import { actOnEmpresa, type RefusedTotal, empresaShown } from '~/painel/empresas/empresa.server'
import { equipeOf } from '~/shared/equipe.server'

/** A company: its numbers, its link, its guests, and what was done to it. */
export async function loader({ request, context, params }: RouteArgs) {
  const { services, painel } = await equipeOf(request, context)
  const empresa = await empresaShown(services, request, params.empresaid ?? '')
  return noStore({ ...painel, ...empresa })
}

/** Another total, another link of the holder's panel, the public link closed or open. */
export async function action({ request, context, params }: RouteArgs) {
  refuseOtherMethods(request)
  const { services, autor } = await equipeOf(request, context)
  const answer = await actOnEmpresa(services, params.empresaid ?? '', request, autor())
  context.isError = answer.status === 422
  return answer
}

export const meta = painelTitled<typeof loader>((data) => data?.nome ?? 'Empresa')

export default function Empresa() {
  const page = useLoaderData<typeof loader>()
  const refused = useActionData<RefusedTotal>()
  const { empresaid, nome, contato, links, numeros, feito } = page
  const here = empresaHref(empresaid)
  return (
    <Painel
      current="Empresas"
      title={nome}
      kicker={<a href="/painel#empresas">Empresas</a>}
      gauge={
        contato ? (
          <span>
            Responsável: <b>{contato}</b>
          </span>
        ) : null
      }
    >
      <Hatching />
      <ErrorSummary title="O total não mudou" errors={[{ id: 'total', message: refused?.error }]} />
      {refused ? null : <EmpresaDone nome={feito} total={numeros.total} />}
      <div className="ficha">
        <section>
          <h2 className="oculto">Números</h2>
          <EmpresaNumeros {...numeros} />
        </section>
        <section className="acoes" aria-label="Atos">
          {links.link && !links.isFechada ? (
            <ButtonLink href={page.whatsapp}>ENVIAR LINK PELO WHATSAPP</ButtonLink>
          ) : null}
          <EmpresaLinks {...links} />
          <ChangeTotal
            value={refused?.typed ?? String(numeros.total)}
            least={page.licredencial}
            used={numeros.used}
            pessoais={numeros.pessoais}
            error={refused?.error ?? null}
          />
          <p>
            <ActLink href={`/painel/rajadas?empresa=${encodeURIComponent(empresaid)}`}>
              CADASTROS EM RAJADA
            </ActLink>
          </p>
        </section>
      </div>
      <section id="ocupantes">
        <h2 className="oculto">Convidados da empresa</h2>
        {numeros.confirmados === 0 ? (
          <>
            <h2>Ocupantes</h2>
            <p className="nota">Ninguém se cadastrou ainda com os convites desta empresa.</p>
          </>
        ) : (
          <Convidados caption="Ocupantes" convidados={page.convidados} />
        )}
        <Paging
          {...page}
          total={numeros.confirmados}
          hrefOf={(pagina) => `${here}?pagina=${pagina}#ocupantes`}
        />
      </section>
      {page.desistentes.length > 0 ? (
        <section id="desistencias">
          <h2 className="oculto">Quem desistiu</h2>
          <Convidados caption="Desistências" convidados={page.desistentes} />
        </section>
      ) : null}
      {page.lines.length > 0 ? (
        <section>
          <h2>Histórico</h2>
          <HistoricoLines lines={page.lines} isAssuntoKnown />
          {page.hasMore ? (
            <p>
              <ActLink href={`/painel/historico?alvo=${encodeURIComponent(empresaid)}`}>VER TUDO</ActLink>
            </p>
          ) : null}
        </section>
      ) : null}
    </Painel>
  )
}
