import { ActLink } from '~/shared/page'
import { Failure } from '~/shared/field'
import { Paging } from '~/painel/filtro'
import { countOf, grouped } from '~/shared/words'
import type { RefusedColumns, previewShown } from './check.server.ts'
import { RowsRefused, RowsToChange, RowsToInsert } from './rows.tsx'

type PlanilhaShown = ReturnType<typeof previewShown>

/** `refused`: the choices for the columns, and why they cannot be read that way; null at first. */
type ColumnsProps = Pick<PlanilhaShown, 'line' | 'read' | 'missed' | 'unread' | 'offered' | 'choices'> & {
  refused: RefusedColumns | null
}

/** What recording a spreadsheet would do, by line, and the button that does it. */
export function CheckPlanilha({
  isBegun,
  refused,
  ...planilha
}: PlanilhaShown & Pick<ColumnsProps, 'refused'> & { isBegun: boolean }) {
  const { totals, digest, tipo, parte, pagina, perPage, ...rows } = planilha
  const { inserted, changed, moved, equal, bad } = totals
  const contas = [
    { count: inserted, nome: inserted === 1 ? 'entra' : 'entram' },
    { count: changed, nome: changed === 1 ? 'muda' : 'mudam' },
    ...(moved > 0 ? [{ count: moved, nome: moved === 1 ? 'muda de empresa' : 'mudam de empresa' }] : []),
    { count: equal, nome: equal === 1 ? 'já está igual' : 'já estão iguais' },
    { count: bad, nome: bad === 1 ? 'recusada' : 'recusadas' },
  ]
  const isPart = (name: PlanilhaShown['parte']) => parte === null || parte === name
  return (
    <>
      {isBegun ? null : (
        <p className="alerta">
          <b>Nada foi gravado ainda.</b> Veja se as colunas estão certas, confira as linhas e grave.
        </p>
      )}
      {parte === null ? (
        <Columns {...planilha} refused={refused} offered={isBegun ? [] : planilha.offered} />
      ) : null}
      <section>
        <h2>O que vai acontecer</h2>
        <ul className="contas">
          {contas.map(({ count, nome }) => (
            <li className="cartao" key={nome}>
              <b>{grouped(count)}</b> {nome}
            </li>
          ))}
        </ul>
      </section>
      {parte === null ? <SameTables juntas={planilha.juntas} /> : null}
      {parte === null ? <WithoutNumber avisos={planilha.avisos} total={totals.avisos} /> : null}
      {isPart('recusadas') ? <RowsRefused rows={rows.bad} total={bad} /> : null}
      {isPart('mudam-de-empresa') ? (
        <RowsToChange
          rows={rows.moved}
          total={moved}
          tipo={tipo}
          nome="Mudam de empresa"
          parte="mudam-de-empresa"
        />
      ) : null}
      {isPart('mudam') ? (
        <RowsToChange rows={rows.changed} total={changed} tipo={tipo} nome="Mudam" parte="mudam" />
      ) : null}
      {isPart('entram') ? <RowsToInsert rows={rows.inserted} total={inserted} tipo={tipo} /> : null}
      {parte === null ? null : (
        <>
          <Paging
            pagina={pagina}
            perPage={perPage}
            total={{ recusadas: bad, 'mudam-de-empresa': moved, mudam: changed, entram: inserted }[parte]}
            hrefOf={(to) => `?ver=${parte}&pagina=${to}`}
          />
          <p>
            <ActLink href="?">VER O RESUMO</ActLink>
          </p>
        </>
      )}
      <RecordForm totals={totals} digest={digest} isBegun={isBegun} />
    </>
  )
}

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

/** Companies whose cell has no table number: they come in without one, or keep the one they have. */
function WithoutNumber({ avisos, total }: Pick<PlanilhaShown, 'avisos'> & { total: number }) {
  if (total === 0) return null
  return (
    <div className="alerta aviso">
      <p>
        {`${countOf(total, 'linha entra', 'linhas entram')} sem o número da mesa. A empresa que já tem um fica com ele.`}
      </p>
      <ul>
        {avisos.map(({ line, nome, problems }) => (
          <li key={line}>{`Linha ${line}, ${nome}: ${problems.join('; ')}.`}</li>
        ))}
      </ul>
    </div>
  )
}

function RecordForm(props: Pick<PlanilhaShown, 'totals' | 'digest'> & { isBegun: boolean }) {
  const { totals, digest, isBegun } = props
  const { inserted, changed, moved, bad } = totals
  const good = inserted + changed + moved
  const recusadas = bad > 0 ? ` ${bad === 1 ? 'A recusada fica' : `As ${bad} recusadas ficam`} de fora.` : ''
  return (
    <form className="fica" method="post">
      <input type="hidden" name="efeito" value={digest} />
      <p>
        {good > 0
          ? `Grava ${countOf(good, 'linha', 'linhas')}.${recusadas} Enviar a mesma planilha em seguida não muda nada.`
          : `${isBegun ? 'As linhas boas já estão gravadas.' : 'Não há o que gravar.'}${recusadas}`}
      </p>
      <div>
        {good > 0 || isBegun ? (
          <button>{isBegun ? 'CONTINUAR' : bad > 0 ? 'GRAVAR AS LINHAS BOAS' : 'GRAVAR'}</button>
        ) : null}
        <ActLink href="/painel/planilhas">
          {bad > 0 ? 'ENVIAR A PLANILHA CORRIGIDA' : 'ENVIAR OUTRA PLANILHA'}
        </ActLink>
      </div>
    </form>
  )
}

/** What each column is read as; in amber, unread columns that might be missed. */
function Columns(props: ColumnsProps) {
  const { line, read, missed, unread, offered } = props
  const others = unread.length > 0 ? `Também não são lidas: ${unread.join(', ')}.` : null
  const isOffered = offered.length > 0
  return (
    <section>
      <h2>Colunas que foram entendidas</h2>
      {line > 1 ? (
        <p className="nota">{`Os nomes das colunas estavam na linha ${line}; o que está acima é título.`}</p>
      ) : null}
      <ul className="colunas">
        {read.map(({ name, label }) => (
          <li key={label}>
            {name}
            <svg viewBox="0 0 20 12" aria-hidden="true">
              <path d="M1 6h17M13 1l5 5-5 5" />
            </svg>
            <span className="oculto">é lida como</span>
            <b>{label}</b>
          </li>
        ))}
      </ul>
      {missed.length > 0 ? (
        <div className="alerta aviso">
          <p>
            <b>Atenção:</b>
            {missed.length === 1
              ? ' uma coluna parece importante e não é lida. '
              : ` ${missed.length} colunas parecem importantes e não são lidas. `}
            {isOffered
              ? 'Se for uma das que se leem aqui, diga abaixo qual. Das outras, guarde a sua planilha.'
              : 'Para que uma seja lida, dê a ela o nome de uma coluna do modelo e envie de novo. Se precisar das outras, guarde a sua planilha.'}
          </p>
          <ul className="colunas">
            {missed.map((name, index) => (
              <li className="nao" key={index}>
                {name} <span>não é lida</span>
              </li>
            ))}
          </ul>
          {others ? <p className="nota">{others}</p> : null}
        </div>
      ) : others ? (
        <p className="nota">{others.replace('Também não', 'Não')}</p>
      ) : null}
      {isOffered ? <Swap {...props} /> : null}
    </section>
  )
}

/** Corrects the meaning of a column that was misread. */
function Swap({ offered, choices, refused }: ColumnsProps) {
  const said = new Map(refused?.said)
  return (
    <details open={refused !== null}>
      <summary>ALGUMA COLUNA ESTÁ TROCADA?</summary>
      <form className="cartao" method="post">
        <div className="metade">
          {offered.map(({ id, name, field }) => {
            const error = refused?.error.id === id ? refused.error.message : null
            return (
              <div className="linha" key={id}>
                <label htmlFor={id}>{name}</label>
                <Failure id={id} error={error} />
                <select
                  id={id}
                  name={id}
                  defaultValue={said.get(id) ?? field ?? ''}
                  aria-invalid={error === null ? undefined : true}
                  aria-describedby={error === null ? undefined : `${id}-falha`}
                >
                  <option value="">não ler</option>
                  {field !== null && choices.every((choice) => choice.field !== field) ? (
                    <option value={field}>{field}</option>
                  ) : null}
                  {choices.map((choice) => (
                    <option key={choice.field} value={choice.field}>
                      {choice.label}
                    </option>
                  ))}
                </select>
              </div>
            )
          })}
        </div>
        <button className="contorno" name="ato" value="ler">
          LER DE NOVO ASSIM
        </button>
      </form>
    </details>
  )
}
