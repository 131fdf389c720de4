import type { Faixa } from '../../../server/domain/painel-repo'
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
  porDia: Faixa[]
  chegadas: Faixa[]
}

/** What came in day by day and, on the day of the event, ten minutes by ten minutes. */
export function Movement({ inicio, now, porDia, chegadas }: Props) {
  if (porDia.length === 0 && chegadas.length === 0) return null
  return (
    <section>
      <h2>Movimento</h2>
      <div className={porDia.length > 0 && chegadas.length > 0 ? 'par' : undefined}>
        {chegadas.length > 0 ? <Arrivals {...{ inicio, now, chegadas }} /> : null}
        {porDia.length > 0 ? <PerDay {...{ inicio, now, porDia }} /> : null}
      </div>
    </section>
  )
}

const sumOf = (faixas: Faixa[]) => faixas.reduce((sum, { count }) => sum + count, 0)
const largestOf = (faixas: Faixa[]) => faixas.reduce((best, one) => (one.count > best.count ? one : best))

function Arrivals({ inicio, now, chegadas }: Pick<Props, 'inicio' | 'now' | 'chegadas'>) {
  const hora = (at: number) => eventTime(inicio, at)
  const nome = ({ from }: Faixa) => `${hora(from)} às ${hora(from + TEN_MINUTES_MS)}`
  const total = sumOf(chegadas)
  const isOpen = ({ from }: Faixa) => from <= now && now < from + TEN_MINUTES_MS
  const [first] = chegadas
  const every = everyOf([3, 6, 12, 18], chegadas.length)
  const columns = chegadas.map((faixa): Column => ({
    nome: nome(faixa),
    count: faixa.count,
    rotulo: (faixa.from + offsetOf(inicio)) % (every * TEN_MINUTES_MS) === 0 ? hora(faixa.from) : undefined,
    isOpen: isOpen(faixa),
    isAhead: faixa.from > now,
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
  const dia = ({ from }: Faixa) => shortDayOf(inicio, from)
  const isToday = ({ from }: Faixa) => from <= now && now < from + DAY_MS
  const most = largestOf(porDia)
  const total = sumOf(porDia)
  const every = everyOf([1, 2, 7, 14], porDia.length)
  const columns = porDia.map((faixa, index): Column => ({
    nome: dia(faixa),
    count: faixa.count,
    rotulo: index % every === 0 ? dia(faixa) : undefined,
    isOpen: isToday(faixa),
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
