import {
  json,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '~/remix.server'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Molde } from '~/components/barra'
import { ErrorSummary } from '~/components/error-summary'
import { Historia } from '~/components/historia'
import { Mensagem } from '~/components/mensagem'
import { MudarTotal } from '~/components/mudar-total'
import { NumerosDaEmpresa } from '~/components/numeros-da-empresa'
import { Ocupantes } from '~/components/ocupantes'
import { Paginas } from '~/components/paginas'
import { Painel } from '~/components/painel'
import type { RouteHandle } from '~/components/route-handle'
import { empresaShown } from '~/empresa.server'
import { refuseOtherMethods } from '~/methods.server'
import { pageHeaders } from '~/page-headers'
import { teamOf } from '~/team.server'
import { totalChanged } from '~/total.server'

export const handle: RouteHandle = { sheet: 'painel' }

/** A company: its numbers, its link, its guests, and what was done to it. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { services, aparelho } = await teamOf(request, context, ['organizacao'])
  const empresa = await empresaShown(services, request, params.empresaid ?? '')
  const feito = new URL(request.url).searchParams.get('feito')
  const titulo = `${context.isError ? 'Erro: ' : ''}${empresa.nome} · Painel`
  return json(
    { quem: { nome: aparelho.nome }, feito, titulo, ...empresa },
    { headers: { 'Cache-Control': 'no-store' } },
  )
}

/** Gives the company another total. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  refuseOtherMethods(request)
  const { services, autor } = await teamOf(request, context, ['organizacao'])
  const empresaid = params.empresaid ?? ''
  const total = (await request.formData()).get('total')
  const typed = typeof total === 'string' ? total : ''
  const error = await totalChanged(services, empresaid, typed, autor())
  if (error === null)
    throw redirect(`/painel/empresas/${encodeURIComponent(empresaid)}?feito=total`, { status: 303 })
  context.isError = true
  return json({ error, typed }, { status: 422, headers: { 'Cache-Control': 'no-store' } })
}

export const headers = pageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.titulo ?? 'Empresa · Painel' },
  { name: 'robots', content: 'noindex' },
]

export default function Empresa() {
  const page = useLoaderData<typeof loader>()
  const again = useActionData<typeof action>()
  const { empresaid, nome, contato, link, numeros, feito } = page
  const here = `/painel/empresas/${encodeURIComponent(empresaid)}`
  return (
    <Painel
      quem={page.quem}
      atual="Empresas"
      titulo={nome}
      sobre={<a href="/painel#empresas">Empresas</a>}
      medida={
        contato ? (
          <span>
            Responsável: <b>{contato}</b>
          </span>
        ) : null
      }
    >
      <Molde />
      {again ? (
        <ErrorSummary titulo="O total não mudou" errors={[{ id: 'total', message: again.error }]} />
      ) : null}
      {feito === 'total' ? <Mensagem>{`o total agora é de ${numeros.total} convites.`}</Mensagem> : null}
      {feito === 'nova' ? <Mensagem>a empresa foi gravada. Envie a ela o link.</Mensagem> : null}
      <div className="ficha">
        <section>
          <h2 className="oculto">Números</h2>
          <NumerosDaEmpresa {...numeros} />
        </section>
        <section className="acoes" aria-label="Atos">
          {link ? (
            <a className="botao" href={page.whatsapp} rel="noreferrer">
              ENVIAR LINK PELO WHATSAPP
            </a>
          ) : null}
          <div className="cartao">
            <h3>Link da empresa</h3>
            {link ? (
              <>
                <p className="nota">Para os convidados se cadastrarem. Quem tem o link usa os convites.</p>
                <p>
                  <a className="copiavel" href={link.href}>
                    {link.texto}
                  </a>
                </p>
              </>
            ) : (
              <p className="nota">
                {`Ninguém abre esta empresa: o identificador "${empresaid}" não pode ser um endereço. Cadastre-a com outro e envie a ela o novo link.`}
              </p>
            )}
          </div>
          <MudarTotal
            value={again?.typed ?? String(numeros.total)}
            least={page.licredencial}
            used={numeros.used}
            error={again?.error ?? null}
          />
          <p>
            <a className="ato" href={`/painel/rajadas?empresa=${encodeURIComponent(empresaid)}`}>
              CADASTROS EM RAJADA
            </a>
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
          <Ocupantes ocupantes={page.ocupantes} />
        )}
        <Paginas
          {...page}
          total={numeros.confirmados}
          hrefOf={(pagina) => `${here}?pagina=${pagina}#ocupantes`}
        />
      </section>
      {page.linhas.length > 0 ? (
        <section>
          <h2>Histórico</h2>
          <Historia linhas={page.linhas} isAlvoKnown />
          {page.haMais ? (
            <p>
              <a className="ato" href={`/painel/historico?alvo=${encodeURIComponent(empresaid)}`}>
                VER TUDO
              </a>
            </p>
          ) : null}
        </section>
      ) : null}
    </Painel>
  )
}
