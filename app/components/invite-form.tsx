import { Field } from './field'
import { PAPEL } from './papel'

interface Props {
  nome: string
  papel: string
  errors: { nome?: string; papel?: string }
}

const MAY = {
  porta: 'Lê credenciais e admite convidados, no dia do evento.',
  organizacao: 'Tudo, como você.',
} as const

/** Asks whom to invite to the team, and for what. */
export function InviteForm({ nome, papel, errors }: Props) {
  return (
    <form method="post" action="/painel/equipe">
      <Field
        id="nome"
        label="Nome da pessoa"
        error={errors.nome ?? null}
        value={nome}
        autoComplete="off"
        maxLength={80}
        required
      />
      <fieldset className="linha" aria-describedby={errors.papel === undefined ? undefined : 'papel-falha'}>
        <legend>O que pode fazer</legend>
        {errors.papel === undefined ? null : (
          <span className="falha" id="papel-falha">
            <span className="oculto">Erro: </span>
            {errors.papel}
          </span>
        )}
        {(['porta', 'organizacao'] as const).map((one, index) => (
          <label className="opcao" key={one}>
            <input
              type="radio"
              name="papel"
              id={index === 0 ? 'papel' : undefined}
              value={one}
              defaultChecked={one === papel}
            />
            <span>
              <b>{PAPEL[one].nome}</b> {MAY[one]}
            </span>
          </label>
        ))}
      </fieldset>
      <button name="ato" value="convidar">
        CONVIDAR
      </button>
    </form>
  )
}
