import { Paging } from './paging'
import { EmpresasTable, type OrdemInUrl, type EmpresasTableProps } from './empresas-table'

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
        <a className="botao contorno" href="/painel/empresas/nova">
          NOVA EMPRESA
        </a>
        <a className="ato" href="/painel/planilhas">
          EXPORTAR PLANILHA
        </a>
      </p>
    </section>
  )
}
