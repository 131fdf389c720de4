import { Field } from './field'

interface Props {
  typed: string
  error: string | null
  /** Companies to choose one of, where what was typed means several. */
  choices: { empresaid: string; nome: string; left: number }[]
  /** Names to suggest; a browser shows those that go with what is typed. */
  suggested: string[]
  hint: string
}

/** The field of a company: by name, or by its empresaid. */
export function EmpresaField({ typed, error, choices, suggested, hint }: Props) {
  return (
    <>
      <Field
        id="empresa"
        label="Empresa"
        hint={hint}
        error={error}
        value={typed}
        type="text"
        list={suggested.length > 0 ? 'empresas' : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
      />
      {suggested.length > 0 ? (
        <datalist id="empresas">
          {[...new Set(suggested)].map((nome) => (
            <option key={nome} value={nome} />
          ))}
        </datalist>
      ) : null}
      {choices.length > 0 ? (
        <fieldset className="linha">
          <legend>Qual delas?</legend>
          {choices.map(({ empresaid, nome, left }) => (
            <label key={empresaid} className="opcao">
              <input type="radio" name="escolha" value={empresaid} />
              <span>
                <b>{nome}</b> {`${left} ${left === 1 ? 'livre' : 'livres'}, em /${empresaid}`}
              </span>
            </label>
          ))}
        </fieldset>
      ) : null}
    </>
  )
}
