import { ActLink } from '~/shared/page'
import { noStore, type RouteArgs } from '~/shared/remix.server'
import { useLoaderData } from '@remix-run/react'
import { ConvidadoDone, empresaHref } from '~/painel/convidado-told'
import { ConvidadosTable } from '~/painel/convidados/table'
import { Paging, Painel, painelTitled } from '~/painel/painel'
import { convidadosShown, type Busca } from '~/painel/convidados/list.server'
import { equipeOf } from '~/shared/equipe.server'

/** Guests by name, fifty a page: all, those of a company, or those a text finds. */
export async function loader({ request, context }: RouteArgs) {
  const { services, painel } = await equipeOf(request, context)
  return noStore({ ...painel, ...(await convidadosShown(services, request)) })
}

export const meta = painelTitled<typeof loader>((data) =>
  data?.busca.q ? `${data.busca.q}: convidados` : 'Convidados',
)

function hrefOf({ q, empresaid }: Busca, pagina: number): string {
  const query = { ...(q && { q }), ...(empresaid !== null && { empresa: empresaid }), pagina: String(pagina) }
  return `/painel/convidados?${new URLSearchParams(query).toString()}`
}

export default function Convidados() {
  const { feito, busca, empresa, refusal, lines, total, perPage, repetidosCount } =
    useLoaderData<typeof loader>()
  const first = (busca.pagina - 1) * perPage + 1
  const wanted = [...(busca.q ? [`com “${busca.q}”`] : []), ...(empresa ? [`de ${empresa.nome}`] : [])].join(
    ' ',
  )
  const range = `de ${first} a ${first + lines.length - 1}`
  return (
    <Painel
      current="Convidados"
      title="Convidados"
      kicker={empresa ? <a href={empresaHref(empresa.empresaid)}>{empresa.nome}</a> : null}
      gauge={
        <>
          <ActLink href="/painel/convidados/novo">NOVO CONVIDADO</ActLink>
          {repetidosCount > 0 ? (
            <span>
              {`${repetidosCount} ${repetidosCount === 1 ? 'par' : 'pares'} `}
              <ActLink href="/painel/repetidos">REPETIDOS</ActLink>
            </span>
          ) : null}
          <ActLink href="/painel/exportar/convidados.xlsx">EXPORTAR PLANILHA</ActLink>
        </>
      }
    >
      <ConvidadoDone nome={feito} />
      <form className="filtro" action="/painel/convidados" role="search">
        <div>
          <label htmlFor="q">Buscar convidado</label>
          <input
            id="q"
            name="q"
            type="search"
            defaultValue={busca.q}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            aria-describedby="q-dica"
          />
        </div>
        {busca.empresaid === null ? null : <input type="hidden" name="empresa" value={busca.empresaid} />}
        <button>BUSCAR</button>
        <p className="nota inteira" id="q-dica">
          Nome, WhatsApp, e-mail, código, CPF ou empresa.
        </p>
      </form>
      <p role="status">
        {refusal ?? (
          <>
            <b>{`${total} ${total === 1 ? 'convidado' : 'convidados'}`}</b>
            {wanted ? ` ${wanted}` : ''}.{lines.length > 0 ? ` Mostrando ${range.slice(3)}, por nome.` : ''}
            {total === 0 && busca.q ? ' Tente só uma parte do nome, ou os últimos dígitos do WhatsApp.' : ''}
          </>
        )}
        {busca.q || busca.empresaid !== null ? (
          <>
            {' '}
            <a href="/painel/convidados">Ver todos</a>
          </>
        ) : null}
      </p>
      {lines.length > 0 ? (
        <ConvidadosTable caption={`Convidados ${wanted} ${range}`.replace(/ +/g, ' ')} lines={lines} />
      ) : null}
      <Paging
        pagina={busca.pagina}
        perPage={perPage}
        total={total}
        hrefOf={(pagina) => hrefOf(busca, pagina)}
      />
    </Painel>
  )
}
