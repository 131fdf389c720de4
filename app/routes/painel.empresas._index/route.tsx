import { useLoaderData } from '@remix-run/react'
import { Chips, EmpresasTable, empresasHref, type Busca, type Mostrar, type OrdemInUrl } from './list'
import { Hatching, Paging, Painel, painelTitled } from '~/painel/painel'
import { equipeOf } from '~/shared/equipe.server'
import { Outcome } from '~/shared/field'
import { ActLink, ButtonLink, OutlineLink } from '~/shared/page'
import { noStore, type RouteArgs, pageOf } from '~/shared/remix.server'
import { countOf } from '~/shared/words'
import type { Services } from '../../../server/composition.ts'
import {
  painelEmpresas,
  POR_PAGINA,
  type EmpresasQuery,
  type Grupo,
  type Ordem,
} from '../../../server/use-cases/painel-readings.ts'
import { withErrorPage } from '~/shared/failure.server'

/** The companies: all, those a text finds, those one acts on. */
export async function loader({ request, context }: RouteArgs) {
  const { services, painel } = await equipeOf(request, context)
  return noStore({ ...painel, ...(await empresasShown(services, request)) })
}

/** What an address calls a column, and what the use case does. */
const ORDENS: Record<OrdemInUrl, Ordem> = {
  nome: 'nome',
  convites: 'total',
  confirmados: 'used',
  reservados: 'held',
  pessoais: 'pessoais',
  livres: 'left',
  dentro: 'dentro',
}

/** What an address calls a chip. */
const GRUPOS: Record<Mostrar, Grupo> = {
  'nao-comecaram': 'paradas',
  cheias: 'cheias',
  'sem-whatsapp': 'semWhatsapp',
  'link-fechado': 'fechadas',
}

const isOneOf = <Name extends string>(names: Record<Name, unknown>, text: string): text is Name =>
  Object.hasOwn(names, text)

/** The companies an address asks for, a hundred a page: by name where it says nothing. @throws Response 503 */
async function empresasShown(services: Services, request: Request) {
  const { searchParams } = new URL(request.url)
  const asked = (name: string) => searchParams.get(name) ?? ''
  const [ordem, mostrar] = [asked('ordem'), asked('mostrar')]
  const busca: Busca = {
    q: asked('q').trim().slice(0, 200),
    ordem: isOneOf(ORDENS, ordem) ? ordem : 'nome',
    mostrar: isOneOf(GRUPOS, mostrar) ? mostrar : null,
  }
  const query: EmpresasQuery = {
    ordem: ORDENS[busca.ordem],
    texto: busca.q,
    grupo: busca.mostrar && GRUPOS[busca.mostrar],
    pagina: pageOf(request),
  }
  const page = await withErrorPage(services, painelEmpresas(services.painelReadings, query))
  // A number is for the page of its company; here it is enough that there is one.
  const empresas = page.empresas.map((empresa) => ({ ...empresa, telefone: undefined }))
  return { ...page, empresas, busca, perPage: POR_PAGINA }
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
