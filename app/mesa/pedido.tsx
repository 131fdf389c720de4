import { Field } from '~/shared/field'
import type { RefusedRotulo } from '~/shared/new-convites'
import { countOf } from '~/shared/words'
import { MOTIVO_MAX } from '../../server/domain/pedido'

interface PedirMaisProps {
  path: string
  anfitriao: string
  /** The request that was typed and why it was refused; null when nothing was. */
  recusado: RefusedRotulo | null
  /** How many more the holder asks for; 0 without an open request. */
  pedido: number
  /** How many the last answer gave; null without one. */
  dado: number | null
}

/** Names the request's form where the invitation of a refused label is named. */
export const PEDIDO = 'pedido-quantos'

/** pedir mais convites: one open request, and what became of the last. */
export function PedirMais({ path, pedido, dado, recusado, anfitriao }: PedirMaisProps) {
  return (
    <section id="mais" aria-labelledby="h-mais">
      <h2 id="h-mais">Mais convites</h2>
      {pedido > 0 ? (
        <p className="nota">{`Você pediu mais ${countOf(pedido, 'convite', 'convites')}. A resposta aparece aqui. Errou o número? Fale com a organização.`}</p>
      ) : (
        <>
          {dado === null ? null : (
            <p className="nota">
              {dado > 0
                ? `A organização deu mais ${countOf(dado, 'convite', 'convites')} a esta mesa.`
                : `${anfitriao} não tem mais lugares no momento.`}
            </p>
          )}
          <details open={recusado !== null}>
            <summary>Pedir mais convites</summary>
            <form method="post" action={path}>
              <Field
                id="pedido-quantos"
                label="Quantos"
                error={recusado?.message}
                value={recusado?.typed ?? ''}
                inputMode="numeric"
                maxLength={3}
                required
              />
              <Field
                id="pedido-motivo"
                label="Para quem"
                hint="Uma linha, se quiser."
                value={recusado?.nota ?? ''}
                maxLength={MOTIVO_MAX}
              />
              <button name="ato" value="pedir" className="contorno">
                Pedir
              </button>
            </form>
          </details>
        </>
      )}
    </section>
  )
}
