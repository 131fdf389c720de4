import { useLoaderData } from '@remix-run/react'
import { empresaHref } from '~/painel/convidado-told'
import { Chips, Paging, SearchForm } from '~/painel/filtro'
import { Hatching, Painel, painelTitled } from '~/painel/painel'
import { Bar } from '~/shared/bar'
import { painelLoader } from '~/shared/equipe.server'
import { Outcome } from '~/shared/field'
import { ActLink, ButtonLink, OutlineLink, useIsOver } from '~/shared/page'
import { pageOf } from '~/shared/remix.server'
import { countOf, grouped } from '~/shared/words'
import { painelEmpresas, POR_PAGINA } from '../../server/use-cases/painel-readings.ts'

/** The chips, and the word each gives to a company's row. */
const CHIPS = [
  { mostrar: 'nao-comecaram', grupo: 'paradas', nome: 'Não começaram', um: 'Não começou', tipo: 'parado' },
  {
    mostrar: 'cheias',
    grupo: 'cheias',
    nome: 'Sem convites livres',
    um: 'Sem convites livres',
    tipo: 'ligado',
  },
  { mostrar: 'sem-whatsapp', grupo: 'semWhatsapp', nome: 'Sem WhatsApp', um: 'Sem WhatsApp', tipo: 'fora' },
  { mostrar: 'link-fechado', grupo: 'fechadas', nome: 'Link fechado', um: 'Link fechado', tipo: 'fim' },
] as const

/** Columns by their sort keys in addresses; a phone's card shows those that are not `wide`. */
const COLUMNS = [
  { ordem: 'convites', campo: 'total', nome: 'Convites', isWide: false },
  { ordem: 'confirmados', campo: 'used', nome: 'Confirmados', isWide: false },
  { ordem: 'reservados', campo: 'held', nome: 'Reservados', isWide: true },
  { ordem: 'pessoais', campo: 'pessoais', nome: 'Sem resposta', isWide: true },
  { ordem: 'livres', campo: 'left', nome: 'Livres', isWide: false },
  { ordem: 'dentro', campo: 'dentro', nome: 'Dentro', isWide: false },
] as const

/** What an address asks for. */
interface Busca {
  q: string
  ordem: 'nome' | (typeof COLUMNS)[number]['ordem']
  mostrar: (typeof CHIPS)[number]['mostrar'] | null
}

/** The companies an address asks for, a hundred a page; by name unless it says otherwise. */
export const loader = painelLoader(async ({ services }, { request }) => {
  const { searchParams } = new URL(request.url)
  const [column] = COLUMNS.filter(({ ordem }) => ordem === searchParams.get('ordem'))
  const [chip] = CHIPS.filter(({ mostrar }) => mostrar === searchParams.get('mostrar'))
  const q = (searchParams.get('q') ?? '').trim().slice(0, 200)
  const busca: Busca = { q, ordem: column?.ordem ?? 'nome', mostrar: chip?.mostrar ?? null }
  const page = await painelEmpresas(services.painelReadings, {
    ordem: column?.campo ?? 'nome',
    texto: q,
    grupo: chip?.grupo ?? null,
    pagina: pageOf(request),
  })
  // A number belongs on its company's page; here it is enough to know that there is one.
  const empresas = page.empresas.map((empresa) => ({ ...empresa, telefone: undefined }))
  return { ...page, empresas, busca, perPage: POR_PAGINA }
})

type Shown = ReturnType<typeof useLoaderData<typeof loader>>

function empresasHref({ q, ordem, mostrar }: Busca, pagina = 1): string {
  const params = new URLSearchParams({
    ...(q && { q }),
    ...(mostrar && { mostrar }),
    ...(ordem !== 'nome' && { ordem }),
    ...(pagina > 1 && { pagina: String(pagina) }),
  })
  return `/painel/empresas${params.size > 0 ? `?${params.toString()}` : ''}`
}

export const meta = painelTitled<typeof loader>((data) =>
  data?.busca.q ? `${data.busca.q}: empresas` : 'Empresas',
)

/** What was done to a company that no longer has a page. */
const DONE = { removida: 'a empresa foi removida, e os links dela não abrem mais.' }
const WARNINGS = { sumiu: 'esta empresa não existe mais: alguém a removeu.' }

export default function Empresas() {
  const { feito, busca, all, named, counts, perPage, pagina, ...table } = useLoaderData<typeof loader>()
  const empresas = countOf(all.empresas, 'empresa', 'empresas')
  const convites = countOf(all.convites, 'convite', 'convites')
  const chip = (nome: string, count: number, mostrar: Busca['mostrar']) => {
    return { nome, count, href: empresasHref({ ...busca, mostrar }), isCurrent: mostrar === busca.mostrar }
  }
  const chips = CHIPS.map(({ nome, grupo, mostrar }) => chip(nome, counts[grupo], mostrar))
  return (
    <Painel
      current="Empresas"
      title="Empresas"
      kicker={all.empresas === 0 ? null : `${empresas}, ${convites}`}
      gauge={<ButtonLink href="/painel/empresas/nova">Nova empresa</ButtonLink>}
    >
      <Hatching />
      <Outcome nome={feito} done={DONE} warnings={WARNINGS} />
      {all.empresas === 0 ? (
        <>
          <p>Nenhuma empresa ainda. Traga a planilha que você já usa, ou crie uma por uma.</p>
          <p className="pagina">
            <OutlineLink href="/painel/planilhas?tipo=empresas">Importar planilha</OutlineLink>
          </p>
        </>
      ) : (
        <>
          <SearchForm
            label="Buscar empresa ou responsável"
            action="/painel/empresas"
            q={busca.q}
            hidden={{ mostrar: busca.mostrar, ordem: busca.ordem === 'nome' ? null : busca.ordem }}
            maxLength={200}
            isOutlined
          />
          {/* A search narrows all of them. */}
          <Chips label="Mostrar" chips={[chip('Todas', named, null), ...chips]} />
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
            <ActLink href="/painel/exportar/empresas.xlsx">Baixar planilha</ActLink>
          </p>
        </>
      )}
    </Painel>
  )
}

type Figures = Record<(typeof COLUMNS)[number]['campo'], number>

/** Companies and their invitations; each column head sorts. A column shows who is inside once anybody is. */
function EmpresasTable({ empresas, sum, found, busca }: Pick<Shown, 'empresas' | 'sum' | 'found' | 'busca'>) {
  const { ordem } = busca
  const isOver = useIsOver()
  const columns = COLUMNS.filter(
    ({ campo }) => campo !== 'dentro' || sum.dentro > 0 || ordem === 'dentro',
  ).map((column) => ({ ...column, nome: isOver && column.campo === 'dentro' ? 'Estiveram' : column.nome }))
  const head = (nome: string, value: Busca['ordem']) => (
    <a href={empresasHref({ ...busca, ordem: value })}>
      {nome}
      {value === ordem ? <span aria-hidden="true">{value === 'nome' ? '\u00a0▴' : '\u00a0▾'}</span> : null}
    </a>
  )
  const sortOf = (value: Busca['ordem']) =>
    value !== ordem ? undefined : value === 'nome' ? 'ascending' : 'descending'
  const cells = (figures: Figures) =>
    columns.map(({ campo, nome, isWide }) => (
      <td
        key={campo}
        className={`n${isWide ? ' some' : ''}${figures[campo] === 0 ? ' zero' : ''}`}
        data-nome={nome}
      >
        {grouped(figures[campo])}
      </td>
    ))
  return (
    <table className="dobra cartoes">
      <caption className="oculto">Empresas e seus convites</caption>
      <thead>
        <tr>
          <th scope="col" aria-sort={sortOf('nome')}>
            {head('Empresa', 'nome')}
          </th>
          <th scope="col">Responsável</th>
          {columns.map(({ ordem: value, nome }) => (
            <th key={value} className="n" scope="col" aria-sort={sortOf(value)}>
              {head(nome, value)}
            </th>
          ))}
          <td />
        </tr>
      </thead>
      <tbody>
        {empresas.map(({ empresaid, nome, contato, grupos, ...figures }) => (
          <tr key={empresaid}>
            <th scope="row">
              <a href={empresaHref(empresaid)}>{nome}</a>
              {CHIPS.filter(({ grupo }) => grupos.includes(grupo)).map(({ um, tipo }) => (
                <span key={um}>
                  {' '}
                  <span className={`estado ${tipo}`}>{um}</span>
                </span>
              ))}
            </th>
            <td className="larga">{contato}</td>
            {cells(figures)}
            <td className="larga risca">
              <Bar pieces={piecesOf(figures)} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{countOf(found, 'empresa', 'empresas')}</th>
          <td className="some" />
          {cells(sum)}
          <td className="some" />
        </tr>
      </tfoot>
    </table>
  )
}

function piecesOf({ total, used, held, pessoais }: Figures) {
  const of = (count: number) => (total === 0 ? 0 : (100 * count) / total)
  const usados = { ate: of(used) }
  const kept = held + pessoais
  return kept === 0 ? [usados] : [usados, { de: of(used), ate: of(used + kept), look: 'listras' as const }]
}
