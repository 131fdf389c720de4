import type { Intervalo } from '../../../server/domain/painel-repo'
import { offsetOf } from '../../../server/domain/quando'
import { countOf } from '~/shared/words'
import { Chart, type Column } from './chart.tsx'
import { shortDayOf, eventTime } from '~/shared/event-clock'

const TEN_MINUTES_MS = 600_000
const DAY_MS = 86_400_000

/** How many labels a phone has room for under a chart. */
const LABELS_MAX = 5
const everyOf = (steps: number[], bars: number) =>
  steps.find((step) => bars / step <= LABELS_MAX) ?? steps.at(-1) ?? 1

interface Props {
  /** Tells the clock of the event. */
  inicio: string
  now: number
  porDia: Intervalo[]
  chegadas: Intervalo[]
}

/** What came in day by day and, on the day of the event, ten minutes by ten minutes. */
export function Movement({ inicio, now, porDia, chegadas }: Props) {
  if (porDia.length === 0 && chegadas.length === 0) return null
  return (
    <section>
      <h2>Movimento</h2>
      <div className={porDia.length > 0 && chegadas.length > 0 ? 'par' : undefined}>
        {chegadas.length > 0 ? <Arrivals inicio={inicio} now={now} chegadas={chegadas} /> : null}
        {porDia.length > 0 ? <PerDay inicio={inicio} now={now} porDia={porDia} /> : null}
      </div>
    </section>
  )
}

const sumOf = (intervalos: Intervalo[]) => intervalos.reduce((sum, { count }) => sum + count, 0)
const largestOf = (intervalos: Intervalo[]) =>
  intervalos.reduce((best, one) => (one.count > best.count ? one : best))

function Arrivals({ inicio, now, chegadas }: Pick<Props, 'inicio' | 'now' | 'chegadas'>) {
  const hora = (at: number) => eventTime(inicio, at)
  const nome = ({ from }: Intervalo) => `${hora(from)} às ${hora(from + TEN_MINUTES_MS)}`
  const total = sumOf(chegadas)
  const isOpen = ({ from }: Intervalo) => from <= now && now < from + TEN_MINUTES_MS
  const [first] = chegadas
  const every = everyOf([3, 6, 12, 18], chegadas.length)
  const columns = chegadas.map((intervalo): Column => ({
    nome: nome(intervalo),
    count: intervalo.count,
    rotulo:
      (intervalo.from + offsetOf(inicio)) % (every * TEN_MINUTES_MS) === 0 ? hora(intervalo.from) : undefined,
    isOpen: isOpen(intervalo),
    isAhead: intervalo.from > now,
  }))
  const most =
    total > 0
      ? ` O maior movimento foi das ${nome(largestOf(chegadas))}, com ${countOf(largestOf(chegadas).count, 'pessoa', 'pessoas')}.`
      : ''
  const since = first ? ` desde ${hora(first.from)}` : ''
  return (
    <Chart
      look="chegadas"
      title="Chegadas a cada dez minutos"
      note={`${countOf(total, 'pessoa', 'pessoas')}${since}.${chegadas.some(isOpen) ? ' A barra listrada ainda está contando.' : ''}`}
      description={`Gráfico de barras: chegadas a cada dez minutos.${most}`}
      columns={columns}
      now={chegadas.some(isOpen) && first ? (now - first.from) / TEN_MINUTES_MS : undefined}
      heading={['Das', 'Pessoas']}
    />
  )
}

function PerDay({ inicio, now, porDia }: Pick<Props, 'inicio' | 'now' | 'porDia'>) {
  const dia = ({ from }: Intervalo) => shortDayOf(inicio, from)
  const isToday = ({ from }: Intervalo) => from <= now && now < from + DAY_MS
  const most = largestOf(porDia)
  const total = sumOf(porDia)
  const every = everyOf([1, 2, 7, 14], porDia.length)
  const columns = porDia.map((intervalo, index): Column => ({
    nome: dia(intervalo),
    count: intervalo.count,
    rotulo: index % every === 0 ? dia(intervalo) : undefined,
    isOpen: isToday(intervalo),
  }))
  return (
    <Chart
      look="confirmados"
      title="Confirmados por dia"
      note={`${total} em ${countOf(porDia.length, 'dia', 'dias')}.${porDia.some(isToday) ? ' A barra listrada é a de hoje.' : ''}`}
      description={`Gráfico de barras: confirmados por dia. O maior dia foi ${dia(most)}, com ${most.count}.`}
      columns={columns}
      heading={['Dia', 'Confirmados']}
    />
  )
}
