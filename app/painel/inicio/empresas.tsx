import { empresaHref } from '~/painel/convidado-told'
import { OutlineLink, ActLink } from '~/shared/page'
import { Paging, Bar } from '~/painel/painel'
import { countOf } from '~/shared/words'

interface Props extends Pick<EmpresasTableProps, 'empresas' | 'sum' | 'found'> {
  busca: { ordem: OrdemInUrl; empresa: string; isParada: boolean }
  pagina: number
  perPage: number
}

/** The companies: which of them, by what, and the way to one more and to a spreadsheet of all. */
export function PainelEmpresas({ empresas, sum, found, busca, pagina, perPage }: Props) {
  const hrefOf = (ordem: OrdemInUrl, page = 1) => {
    const params = new URLSearchParams({ ordem })
    if (busca.empresa !== '') params.set('empresa', busca.empresa)
    if (busca.isParada) params.set('paradas', 'sim')
    if (page > 1) params.set('pagina', String(page))
    return `/painel?${params.toString()}#empresas`
  }
  return (
    <section id="empresas">
      <h2>Empresas</h2>
      <form className="filtro" action="/painel#empresas">
        <div>
          <label htmlFor="empresa">Empresa</label>
          <input id="empresa" name="empresa" autoComplete="off" defaultValue={busca.empresa} />
        </div>
        <input type="hidden" name="ordem" value={busca.ordem} />
        <button className="contorno">FILTRAR</button>
        <label className="opcao inteira">
          <input type="checkbox" name="paradas" value="sim" defaultChecked={busca.isParada} /> Só as que ainda
          não começaram
        </label>
      </form>
      {found === 0 ? (
        <p className="nota">
          Nenhuma empresa assim. <a href="/painel#empresas">Ver todas</a>
        </p>
      ) : (
        <EmpresasTable {...{ empresas, sum, found, ordem: busca.ordem, hrefOf }} />
      )}
      <Paging {...{ pagina, perPage, total: found }} hrefOf={(page) => hrefOf(busca.ordem, page)} />
      <p className="pagina">
        <OutlineLink href="/painel/empresas/nova">NOVA EMPRESA</OutlineLink>
        <ActLink href="/painel/planilhas">EXPORTAR PLANILHA</ActLink>
      </p>
    </section>
  )
}

/** A company's row: numbers of invitations, and guests inside. */
type TableRow = Record<'empresaid' | 'nome', string> & Record<(typeof COLUMNS)[number]['campo'], number>

/** Columns by what they sort by, as addresses say it. */
export const MOST_LEFT = { ordem: 'livres', campo: 'left', nome: 'Livres' } as const
export const COLUMNS = [
  { ordem: 'total', campo: 'total', nome: 'Total' },
  { ordem: 'usados', campo: 'used', nome: 'Usados' },
  { ordem: 'reservados', campo: 'held', nome: 'Reservados' },
  { ordem: 'pessoais', campo: 'pessoais', nome: 'Pessoais' },
  MOST_LEFT,
  { ordem: 'dentro', campo: 'dentro', nome: 'Dentro' },
] as const

export type OrdemInUrl = 'nome' | (typeof COLUMNS)[number]['ordem']

interface EmpresasTableProps {
  empresas: TableRow[]
  sum: Omit<TableRow, 'empresaid' | 'nome'>
  found: number
  ordem: OrdemInUrl
  hrefOf: (ordem: OrdemInUrl) => string
}

/** Companies and their invitations; each head sorts. Personal ones have a column where there are any. */
function EmpresasTable({ empresas, sum, found, ordem, hrefOf }: EmpresasTableProps) {
  const hasPessoais = sum.pessoais > 0
  const columns = COLUMNS.filter(({ campo }) => campo !== 'pessoais' || hasPessoais)
  const head = (nome: string, value: OrdemInUrl) => (
    <a href={hrefOf(value)}>
      {nome}
      {value === ordem ? <span aria-hidden="true">{value === 'nome' ? '\u00a0▴' : '\u00a0▾'}</span> : null}
    </a>
  )
  const sortOf = (value: OrdemInUrl) =>
    value !== ordem ? undefined : value === 'nome' ? 'ascending' : 'descending'
  return (
    <table className={hasPessoais ? 'dobra cheia com-pessoais' : 'dobra cheia'}>
      <caption className="oculto">Empresas e seus convites</caption>
      <thead>
        <tr>
          <th scope="col" aria-sort={sortOf('nome')}>
            {head('Empresa', 'nome')}
          </th>
          {columns.map(({ ordem: value, nome }) => (
            <th key={value} className="n" scope="col" aria-sort={sortOf(value)}>
              {head(nome, value)}
            </th>
          ))}
          <td className="some" />
        </tr>
      </thead>
      <tbody>
        {empresas.map((empresa) => (
          <tr key={empresa.empresaid}>
            <th scope="row">
              <a href={empresaHref(empresa.empresaid)}>{empresa.nome}</a>{' '}
              {empresa.used + empresa.held + empresa.pessoais === 0 ? (
                <span className="estado parado">Não começou</span>
              ) : null}
            </th>
            {columns.map(({ campo, nome }) => (
              <td key={campo} className={empresa[campo] === 0 ? 'n zero' : 'n'} data-nome={nome}>
                {empresa[campo]}
              </td>
            ))}
            <td className="larga risca">
              <Bar pieces={piecesOf(empresa)} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" className="larga">
            {countOf(found, 'empresa', 'empresas')}
          </th>
          {columns.map(({ campo, nome }) => (
            <td key={campo} className="n" data-nome={nome}>
              {sum[campo]}
            </td>
          ))}
          <td className="some" />
        </tr>
      </tfoot>
    </table>
  )
}

function piecesOf({ total, used, held, pessoais }: TableRow) {
  const of = (count: number) => (total === 0 ? 0 : (100 * count) / total)
  const usados = { ate: of(used) }
  const kept = held + pessoais
  return kept === 0 ? [usados] : [usados, { de: of(used), ate: of(used + kept), look: 'listras' as const }]
}
