import type { Presenca } from '../../../server/domain/balanco'
import { Bar } from '~/shared/bar'
import { grouped } from '~/shared/words'

/** `90%`; a dash where nobody was confirmed. */
export function shareOf({ confirmados, vieram }: Presenca): string {
  return confirmados === 0 ? '–' : `${Math.round((100 * vieram) / confirmados)}%`
}

export interface Numeros extends Presenca {
  convites: number
  foraDaLista: number
  naoVem: number
  semResposta: number
}

/** How many came in an interval, and the length of its bar, in hundredths of the longest. */
export interface Hora {
  /** `19h às 20h`, with the day if it is not the event's; only the day where intervals are that long. */
  nome: string
  count: number
  ate: number
}

/** Arrivals by the hour, each with its bar. */
export function Horas({ horas }: { horas: Hora[] }) {
  if (horas.length === 0) return <p className="nota">Nenhuma entrada foi registrada.</p>
  return (
    <table className="horas">
      <caption className="oculto">Chegadas por hora</caption>
      <thead className="oculto">
        <tr>
          <th scope="col">Hora</th>
          <td />
          <th scope="col">Chegaram</th>
        </tr>
      </thead>
      <tbody>
        {horas.map(({ nome, count, ate }) => (
          <tr key={nome}>
            <th scope="row">{nome}</th>
            <td>
              <Bar pieces={[{ ate, look: 'terra' }]} />
            </td>
            <td className="n">{grouped(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Before the event has ended. @param quando when it ends; null if no event is described */
export function AindaNao({ quando, isCancelado }: { quando: string | null; isCancelado: boolean }) {
  const said =
    quando === null
      ? 'Nenhum evento está descrito.'
      : `Os números deste evento aparecem aqui quando ele terminar: em ${quando}.`
  return <p className="alerta">{isCancelado ? 'O evento foi cancelado: não há números dele.' : said}</p>
}
