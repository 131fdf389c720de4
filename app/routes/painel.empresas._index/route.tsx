import { useLoaderData } from '@remix-run/react'
import { empresasShown } from './list.server'
import { Chips, EmpresasTable, empresasHref } from './list'
import { Hatching, Paging, Painel, painelTitled } from '~/painel/painel'
import { equipeOf } from '~/shared/equipe.server'
import { Outcome } from '~/shared/field'
import { ActLink, ButtonLink, OutlineLink } from '~/shared/page'
import { noStore, type RouteArgs } from '~/shared/remix.server'
import { countOf } from '~/shared/words'

/** The companies: all, those a text finds, those one acts on. */
export async function loader({ request, context }: RouteArgs) {
  const { services, painel } = await equipeOf(request, context)
  return noStore({ ...painel, ...(await empresasShown(services, request)) })
}

export const meta = painelTitled<typeof loader>((data) =>
  data?.busca.q ? `${data.busca.q}: empresas` : 'Empresas',
)

/** What was done to a company that has no page any more. */
const DONE = { removida: 'a empresa foi removida, e os links dela não abrem mais.' }
const WARNINGS = { sumiu: 'esta empresa não existe mais: alguém a removeu.' }

export default function Empresas() {
  const { feito, busca, all, named, counts, perPage, pagina, ...table } = useLoaderData<typeof loader>()
  const [empresas, convites] = [
    countOf(all.empresas, 'empresa', 'empresas'),
    countOf(all.convites, 'convite', 'convites'),
  ]
  return (
    <Painel
      current="Empresas"
      title="Empresas"
      kicker={all.empresas === 0 ? null : `${empresas}, ${convites}`}
      gauge={<ButtonLink href="/painel/empresas/nova">NOVA EMPRESA</ButtonLink>}
    >
      <Hatching />
      <Outcome nome={feito} done={DONE} warnings={WARNINGS} />
      {all.empresas === 0 ? (
        <>
          <p>Nenhuma empresa ainda. Traga a planilha que você já usa, ou crie uma por uma.</p>
          <p className="pagina">
            <OutlineLink href="/painel/planilhas">IMPORTAR PLANILHA</OutlineLink>
          </p>
        </>
      ) : (
        <>
          <form className="filtro" action="/painel/empresas" role="search">
            <div>
              <label htmlFor="q">Buscar empresa ou responsável</label>
              <input
                id="q"
                name="q"
                type="search"
                defaultValue={busca.q}
                maxLength={200}
                autoComplete="off"
                spellCheck={false}
              />
            </div>
            {busca.mostrar === null ? null : <input type="hidden" name="mostrar" value={busca.mostrar} />}
            {busca.ordem === 'nome' ? null : <input type="hidden" name="ordem" value={busca.ordem} />}
            <button className="contorno">BUSCAR</button>
          </form>
          <Chips busca={busca} named={named} counts={counts} />
          {table.found === 0 ? (
            <p role="status">
              Nenhuma empresa assim. <a href="/painel/empresas">Ver todas</a>
            </p>
          ) : (
            <EmpresasTable {...table} busca={busca} />
          )}
          <Paging
            pagina={pagina}
            perPage={perPage}
            total={table.found}
            hrefOf={(page) => empresasHref(busca, page)}
          />
          <p className="pagina">
            <ActLink href="/painel/exportar/empresas.xlsx">BAIXAR PLANILHA</ActLink>
          </p>
        </>
      )}
    </Painel>
  )
}
