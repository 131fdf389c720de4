import { atMoment } from './event-clock'

interface Props {
  /** The admission's. */
  anula: string
  /** Its moment, as `momentOf` tells it. */
  hora: string
  /** A UUID of this page's own. */
  entradaid: string
}

/** Asks once more before an admission stops counting. */
export function AnnulForm({ anula, hora, entradaid }: Props) {
  return (
    <details className="perigo">
      <summary>ANULAR</summary>
      <form method="post">
        <p className="dica">
          {`A entrada registrada ${atMoment(hora)} deixa de contar. Ela continua no histórico.`}
        </p>
        <input type="hidden" name="entradaid" value={entradaid} />
        <input type="hidden" name="anula" value={anula} />
        <button name="ato" value="anular">
          ANULAR ENTRADA
        </button>
      </form>
    </details>
  )
}
