import { json, type LoaderFunctionArgs, type MetaFunction } from '~/remix.server'
import { useLoaderData } from '@remix-run/react'
import { countOf } from '~/components/count-of'
import { Message } from '~/components/message'
import { Painel } from '~/components/painel'
import type { RouteHandle } from '~/components/route-handle'
import { withErrorPage } from '~/failure.server'
import { pageHeaders } from '~/page-headers'
import { rajadasOf } from '~/rajadas.server'
import { teamOf } from '~/team.server'

export const handle: RouteHandle = { sheet: 'painel' }

/** Bursts of one company (`?empresa=`), or anywhere. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services, aparelho } = await teamOf(request, context, ['organizacao'])
  const { searchParams } = new URL(request.url)
  const empresaid = searchParams.get('empresa')
  const found =
    empresaid === null
      ? null
      : await withErrorPage(services, services.empresas.find(empresaid, services.now()))
  if (empresaid !== null && !found) throw new Response(null, { status: 404 })
  const empresa = found && { empresaid: found.empresa.empresaid, nome: found.empresa.nome }
  const rajadas = await rajadasOf(services, empresaid)
  return json(
    { quem: { nome: aparelho.nome }, empresa, rajadas, feito: searchParams.get('feito') },
    { headers: { 'Cache-Control': 'no-store' } },
  )
}

export const headers = pageHeaders

export const meta: MetaFunction<typeof loader> = () => [
  { title: 'Cadastros em rajada · Painel' },
  { name: 'robots', content: 'noindex' },
]

/** Many registrations of one address in quick succession: somebody's joke, or a secretary's work. */
export default function Rajadas() {
  const { quem, empresa, rajadas, feito } = useLoaderData<typeof loader>()
  return (
    <Painel
      quem={quem}
      current={empresa ? 'Empresas' : 'Histórico'}
      title="Cadastros em rajada"
      kicker={
        empresa ? (
          <a href={`/painel/empresas/${encodeURIComponent(empresa.empresaid)}`}>{empresa.nome}</a>
        ) : (
          <a href="/painel/historico">Histórico</a>
        )
      }
    >
      {feito === 'desfeita' ? <Message>os cadastros da rajada foram excluídos.</Message> : null}
      {feito === 'desfeita-aos-poucos' ? (
        <Message>
          os cadastros da rajada foram excluídos. A lista da portaria termina de se atualizar sozinha em
          alguns minutos.
        </Message>
      ) : null}
      {feito === 'nenhuma' ? (
        <Message isWarning>nada foi excluído: esta rajada já tinha sido desfeita.</Message>
      ) : null}
      <p className="nota">
        {empresa
          ? 'Dois ou mais cadastros seguidos, vindos da mesma internet, nas últimas 48 horas.'
          : 'Dez ou mais cadastros seguidos, vindos da mesma internet, nas últimas 48 horas.'}{' '}
        Quem cadastra a mesa toda também aparece aqui: veja os nomes antes de desfazer.
      </p>
      {rajadas.length === 0 ? (
        <section>
          <h2 className="oculto">Rajadas</h2>
          <p>Nenhuma.</p>
        </section>
      ) : (
        <table className="dobra">
          <caption className="oculto">Rajadas, da mais nova à mais antiga</caption>
          <thead>
            <tr>
              <th scope="col">Empresa</th>
              <th scope="col">Quando</th>
              <th scope="col" className="n">
                Cadastros
              </th>
            </tr>
          </thead>
          <tbody>
            {rajadas.map(({ nome, quando, count, href }) => (
              <tr key={href}>
                <th scope="row">
                  <a href={href}>{nome ?? 'Formulário público'}</a>
                </th>
                <td>{quando}</td>
                <td className="n">{countOf(count, 'cadastro', 'cadastros')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Painel>
  )
}
