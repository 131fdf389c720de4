import { ActLink } from '~/shared/page'
import { Paging } from '~/painel/filtro'
import { countOf, grouped } from '~/shared/words'
import type { Parte, previewShown } from './check.server.ts'
import { Perguntas, RowsCleaned, RowsRefused, RowsToChange, RowsToInsert } from './rows.tsx'

type PlanilhaShown = ReturnType<typeof previewShown>

/** What recording a spreadsheet would do, by line, what is asked about it, and the button that does it. */
export function CheckPlanilha({ isBegun, ...planilha }: PlanilhaShown & { isBegun: boolean }) {
  const { totals, digest, tipo, parte, pagina, perPage } = planilha
  const { inserted, changed, moved, equal, limpas, bad } = totals
  const contas = [
    { count: inserted, nome: inserted === 1 ? 'entra' : 'entram' },
    { count: changed, nome: changed === 1 ? 'muda' : 'mudam' },
    { count: moved, nome: moved === 1 ? 'muda de empresa' : 'mudam de empresa', isRare: true },
    { count: equal, nome: equal === 1 ? 'já está igual' : 'já estão iguais' },
    { count: limpas, nome: limpas === 1 ? 'nome arrumado' : 'nomes arrumados', isRare: true },
    { count: bad, nome: bad === 1 ? 'fica de fora' : 'ficam de fora' },
  ].filter(({ count, isRare }) => count > 0 || !isRare)
  const isPart = (name: Parte) => parte === null || parte === name
  return (
    <form method="post" action="?">
      <input type="hidden" name="efeito" value={digest} />
      <section>
        <h2 className="oculto">O que vai acontecer</h2>
        <ul className="contas">
          {contas.map(({ count, nome }) => (
            <li className="cartao" key={nome}>
              <b>{grouped(count)}</b> {nome}
            </li>
          ))}
        </ul>
      </section>
      {isPart('perguntas') && !isBegun ? (
        <Perguntas rows={planilha.perguntas} total={totals.perguntas} isPage={parte !== null} />
      ) : null}
      {isPart('arrumados') ? <RowsCleaned rows={planilha.limpas} total={limpas} /> : null}
      {parte === null ? <SameTables juntas={planilha.juntas} /> : null}
      {parte === null ? <LeftOut avisos={planilha.avisos} total={totals.avisos} /> : null}
      {isPart('recusadas') ? <RowsRefused rows={planilha.bad} total={bad} /> : null}
      {isPart('mudam-de-empresa') ? (
        <RowsToChange
          rows={planilha.moved}
          total={moved}
          tipo={tipo}
          nome="Mudam de empresa"
          parte="mudam-de-empresa"
        />
      ) : null}
      {isPart('mudam') ? (
        <RowsToChange rows={planilha.changed} total={changed} tipo={tipo} nome="Mudam" parte="mudam" />
      ) : null}
      {isPart('entram') ? <RowsToInsert rows={planilha.inserted} total={inserted} tipo={tipo} /> : null}
      {parte === null ? null : (
        <>
          <Paging
            pagina={pagina}
            perPage={perPage}
            total={totalOf(totals, parte)}
            hrefOf={(to) => `?ver=${parte}&pagina=${to}`}
          />
          <p>
            <ActLink href="?">VER O RESUMO</ActLink>
          </p>
        </>
      )}
      <Record totals={totals} isBegun={isBegun} />
    </form>
  )
}

const totalOf = (totals: PlanilhaShown['totals'], parte: Parte): number =>
  ({
    perguntas: totals.perguntas,
    arrumados: totals.limpas,
    recusadas: totals.bad,
    'mudam-de-empresa': totals.moved,
    mudam: totals.changed,
    entram: totals.inserted,
  })[parte]

/** Companies that would share a number, on purpose or by mistake. */
function SameTables({ juntas }: Pick<PlanilhaShown, 'juntas'>) {
  if (juntas.length === 0) return null
  return (
    <div className="alerta aviso">
      <p>Mais de uma empresa na mesma mesa. Pode ser assim mesmo.</p>
      <ul>
        {juntas.map(({ numero, nomes }) => (
          <li key={numero}>{`Mesa ${numero}: ${nomes.join(', ')}`}</li>
        ))}
      </ul>
    </div>
  )
}

/** Rows that enter without a cell that could not be read. */
function LeftOut({ avisos, total }: Pick<PlanilhaShown, 'avisos'> & { total: number }) {
  if (total === 0) return null
  return (
    <div className="alerta aviso">
      <p>{`${countOf(total, 'linha entra', 'linhas entram')} com uma mudança:`}</p>
      <ul>
        {avisos.map(({ line, onde, nome, problems }) => (
          <li key={line}>{`${nome}, ${onde}: ${problems.join('; ')}.`}</li>
        ))}
      </ul>
    </div>
  )
}

function Record({ totals, isBegun }: Pick<PlanilhaShown, 'totals'> & { isBegun: boolean }) {
  const good = totals.inserted + totals.changed + totals.moved
  return (
    <div className="fica">
      <p>
        {isBegun ? (
          good > 0 ? (
            `Falta gravar ${countOf(good, 'linha', 'linhas')}.`
          ) : (
            'As linhas boas já estão gravadas.'
          )
        ) : (
          <>
            <b>Nada foi gravado ainda.</b>
            {good > 0 ? ' Depois de gravar, dá para desfazer.' : ' Não há o que gravar.'}
          </>
        )}
      </p>
      <div>
        {good > 0 || isBegun || totals.perguntas > 0 ? (
          <button name="ato" value="gravar">
            {isBegun ? 'CONTINUAR' : good > 0 ? `GRAVAR ${countOf(good, 'LINHA', 'LINHAS')}` : 'GRAVAR'}
          </button>
        ) : null}
        {isBegun ? null : <ActLink href="?passo=colunas">VOLTAR</ActLink>}
      </div>
    </div>
  )
}
