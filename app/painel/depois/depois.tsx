import type { ReactNode } from 'react'
import type { Presenca } from '../../../server/domain/balanco'
import { Painel } from '~/painel/painel'
import { Bar } from '~/shared/bar'
import { grouped } from '~/shared/words'
import type { aindaNao, horasOf } from './depois.server.ts'

/** `90%`; a dash where nobody was confirmed. */
export function shareOf({ confirmados, vieram }: Presenca): string {
  return confirmados === 0 ? '–' : `${Math.round((100 * vieram) / confirmados)}%`
}

/** What pages below the event's outcome lead back to. */
export const DEPOIS = <a href="/painel/depois">Depois do evento</a>

/** Arrivals by the hour, each with its bar. */
export function Horas({ horas }: { horas: ReturnType<typeof horasOf> }) {
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

interface AindaNaoProps extends Omit<ReturnType<typeof aindaNao>, 'kind'> {
  title: string
  kicker?: ReactNode
  children?: ReactNode
}

/** A page of the event before it has ended. */
export function AindaNao({ title, kicker, quando, isCancelado, children }: AindaNaoProps) {
  const said =
    quando === null
      ? 'Nenhum evento está descrito.'
      : `Os números deste evento aparecem aqui quando ele terminar: em ${quando}.`
  return (
    <Painel current="Hoje" title={title} kicker={kicker}>
      <p className="alerta">{isCancelado ? 'O evento foi cancelado: não há números dele.' : said}</p>
      {children}
    </Painel>
  )
}
