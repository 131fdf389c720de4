import { Field } from './field'
import { ShareLink } from './share-link'
import type { ShownConvite } from './mesa-convite'
import { PlaceShape } from './mesa-place'
import { rotuloFieldOf, type RefusedRotulo } from './refused-rotulo'

interface Props extends Omit<ShownConvite, 'estado' | 'por'> {
  path: string
  isOver: boolean
  recusado: RefusedRotulo | null
}

/** A new personal invitation: sent, and behind a fold reminded, renamed and revoked. */
export function NewConvite({ path, codigo, rotulo, envio, isOver, recusado }: Props) {
  const fieldId = `para-${codigo}`
  return (
    <article className="convite">
      <header>
        <h3>{rotulo}</h3>
        <p className="situacao novo">
          <PlaceShape de="novo" />
          NOVO
        </p>
      </header>
      {envio && !isOver ? <ShareLink {...envio} what={`o convite de ${rotulo}`} /> : null}
      {isOver ? null : (
        <details open={recusado !== null}>
          <summary>
            Lembrar, mudar ou revogar<span className="oculto">{`: ${rotulo}`}</span>
          </summary>
          <div className="mais">
            {envio ? (
              <form method="post" action={`${path}/enviar/${codigo}`}>
                <label htmlFor={fieldId}>WhatsApp, se quiser escolher o número</label>
                <div className="par">
                  <input id={fieldId} name="para" type="tel" inputMode="numeric" autoComplete="off" />
                  <button className="contorno">LEMBRAR</button>
                </div>
              </form>
            ) : null}
            <form method="post" action={path} className="par">
              <input type="hidden" name="codigo" value={codigo} />
              <Field
                id={rotuloFieldOf(codigo)}
                label="Rótulo"
                error={recusado?.message ?? null}
                value={recusado?.typed ?? rotulo}
                autoComplete="off"
              />
              <button className="contorno" name="ato" value="mudar">
                MUDAR
              </button>
            </form>
            <a className="botao contorno" href={`${path}/revogar/${codigo}`}>
              REVOGAR ESTE CONVITE
            </a>
          </div>
        </details>
      )}
    </article>
  )
}
