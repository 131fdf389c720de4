import type { PlanilhaShown } from './planilha-shown'
import { Paging } from './paging'
import { RowsToInsert, RowsToChange, RowsRefused } from './planilha-rows'
import { groupedCountOf } from './count-of'

/** What recording a spreadsheet would do, by line, and the button that does it. */
export function CheckPlanilha({
  totals,
  digest,
  tipo,
  ignored,
  parte,
  pagina,
  perPage,
  ...rows
}: PlanilhaShown) {
  const { inserted, changed, equal, bad } = totals
  const contas = [
    { count: inserted, nome: inserted === 1 ? 'entra' : 'entram' },
    { count: changed, nome: changed === 1 ? 'muda' : 'mudam' },
    { count: equal, nome: equal === 1 ? 'já está igual' : 'já estão iguais' },
    { count: bad, nome: bad === 1 ? 'recusada' : 'recusadas' },
  ]
  const isPart = (name: PlanilhaShown['parte']) => parte === null || parte === name
  return (
    <>
      <p className="alerta">
        <b>Nada foi gravado ainda.</b> Confira e grave.
      </p>
      <ul className="contas">
        {contas.map(({ count, nome }) => (
          <li className="cartao" key={nome}>
            <b>{groupedCountOf(count, '', '').trim()}</b> {nome}
          </li>
        ))}
      </ul>
      <RecordForm totals={totals} digest={digest} />
      {ignored.length > 0 ? (
        <p className="nota">{`Colunas que não são lidas: ${ignored.join(', ')}.`}</p>
      ) : null}
      {isPart('recusadas') ? <RowsRefused rows={rows.bad} total={bad} /> : null}
      {isPart('mudam') ? <RowsToChange rows={rows.changed} total={changed} tipo={tipo} /> : null}
      {isPart('entram') ? <RowsToInsert rows={rows.inserted} total={inserted} tipo={tipo} /> : null}
      {parte === null ? null : (
        <>
          <Paging
            {...{ pagina, perPage }}
            total={{ recusadas: bad, mudam: changed, entram: inserted }[parte]}
            hrefOf={(to) => `?ver=${parte}&pagina=${to}`}
          />
          <p>
            <a className="ato" href="?">
              VER O RESUMO
            </a>
          </p>
        </>
      )}
    </>
  )
}

function RecordForm({ totals, digest }: Pick<PlanilhaShown, 'totals' | 'digest'>) {
  const { inserted, changed, bad } = totals
  const good = inserted + changed
  const recusadas = bad > 0 ? ` ${bad === 1 ? 'A recusada fica' : `As ${bad} recusadas ficam`} de fora.` : ''
  return (
    <form className="acoes estreita" method="post">
      <input type="hidden" name="efeito" value={digest} />
      {good > 0 ? <button>{bad > 0 ? 'GRAVAR AS LINHAS BOAS' : 'GRAVAR'}</button> : null}
      <a className="botao contorno" href="/painel/planilhas">
        {bad > 0 ? 'ENVIAR A PLANILHA CORRIGIDA' : 'ENVIAR OUTRA PLANILHA'}
      </a>
      <p className="nota">
        {good > 0
          ? `Grava ${groupedCountOf(good, 'linha', 'linhas')}: as que entram e as que mudam.${recusadas} Enviar a mesma planilha outra vez não muda nada.`
          : `Não há o que gravar.${recusadas}`}
      </p>
    </form>
  )
}
