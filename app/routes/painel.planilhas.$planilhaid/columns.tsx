import { Failure } from '~/shared/field'

export interface ColumnsProps {
  /** The line that has the names of the columns. */
  line: number
  /** The columns that are read, those that are not and might be missed, and the others. */
  read: { name: string; label: string }[]
  missed: string[]
  unread: string[]
  /** Those one may say what they are: none where the others are not kept. */
  offered: { id: string; name: string; field: string | null }[]
  choices: { field: string; label: string }[]
  /** What was said of them, and why they cannot be read so; null at first. */
  refused: { said: [id: string, choice: string][]; error: { id: string; message: string } } | null
}

/** What each column is read as, and in amber those that are not and might be missed. */
export function Columns(props: ColumnsProps) {
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

/** Says what a column is that was taken for another. */
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
