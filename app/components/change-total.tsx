import { countOf } from './count-of'

interface Props {
  /** What stands in the field. */
  value: string
  /** Used, held and personal: the least the total may be. */
  least: number
  used: number
  pessoais: number
  /** What was wrong with what was typed; null when nothing was sent. */
  error: string | null
}

/** Another total of invitations for a company. */
export function ChangeTotal({ value, least, used, pessoais, error }: Props) {
  const parts = [
    countOf(used, 'usado', 'usados'),
    ...(pessoais === 0 ? [] : [countOf(pessoais, 'pessoal', 'pessoais')]),
    countOf(least - used - pessoais, 'reservado', 'reservados'),
  ]
  return (
    <details className="cartao" open={error !== null}>
      <summary>MUDAR O TOTAL</summary>
      <form method="post">
        <label htmlFor="total">Total de convites</label>
        <span className="dica" id="total-dica">
          {least === 0
            ? 'Nenhum foi usado nem reservado.'
            : `No mínimo ${least}: ${parts.slice(0, -1).join(', ')} e ${parts.slice(-1).join('')}.`}
        </span>
        {error === null ? null : (
          <span className="falha" id="total-falha">
            <span className="oculto">Erro: </span>
            {error}
          </span>
        )}
        <div className="linha">
          <input
            id="total"
            name="total"
            type="text"
            inputMode="numeric"
            maxLength={9}
            defaultValue={value}
            required
            autoComplete="off"
            aria-describedby={error === null ? 'total-dica' : 'total-dica total-falha'}
            aria-invalid={error === null ? undefined : true}
          />
        </div>
        <button className="contorno">GRAVAR TOTAL</button>
      </form>
    </details>
  )
}
