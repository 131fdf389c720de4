import type { Intervalo } from '../../../server/domain/painel-repo'
import { offsetOf } from '../../../server/domain/quando'
import { eventTime, shortDayOf } from '~/shared/event-clock'
import { grouped } from '~/shared/words'

const TEN_MINUTES_MS = 600_000
const DAY_MS = 86_400_000

/** How many labels a phone has room for under a chart. */
const LABELS_MAX = 5
const everyOf = (steps: number[], bars: number) =>
  steps.find((step) => bars / step <= LABELS_MAX) ?? steps.at(-1) ?? 1

interface Props {
  /** Gives the event's clock. */
  inicio: string
  now: number
  porDia: Intervalo[]
  chegadas: Intervalo[]
}

/** What came in by day and, on the day of the event, by ten minutes. */
export function Movement({ inicio, now, porDia, chegadas }: Props) {
  const hora = (at: number) => eventTime(inicio, at).replace('h00', 'h')
  const everyHour = everyOf([3, 6, 12, 18], chegadas.length) * TEN_MINUTES_MS
  const everyDay = everyOf([1, 2, 7, 14], porDia.length)
  const isOpen = (from: number, step: number) => from <= now && now < from + step
  return (
    <>
      <Chart
        look="chegadas"
        title="Chegadas a cada dez minutos"
        columns={chegadas.map(({ from, count }) => ({
          nome: hora(from),
          count,
          isOpen: isOpen(from, TEN_MINUTES_MS),
          isMarked: (from + offsetOf(inicio)) % everyHour === 0,
        }))}
      />
      <Chart
        look="confirmados"
        title="Confirmados por dia"
        columns={porDia.map(({ from, count }, index) => ({
          nome: shortDayOf(inicio, from),
          count,
          isOpen: isOpen(from, DAY_MS),
          isMarked: index % everyDay === 0,
        }))}
      />
    </>
  )
}

interface Column {
  /** `19h20`, `3/9` */
  nome: string
  count: number
  /** Its name stands under it; most bars have none. */
  isMarked: boolean
  /** Still counting: drawn in another colour. */
  isOpen: boolean
}

interface ChartProps {
  /** Decides the colours. */
  look: 'chegadas' | 'confirmados'
  title: string
  columns: Column[]
}

// In pixels, so that letters keep their size at any width, which is in percent.
const TOP = 18
const BASE = 124
/** How much of its slot a bar takes. */
const FILL = 0.84
/** The most bars that have their number above them: more numbers would overlap. */
const WRITTEN_MAX = 14

/** A bar chart drawn by the server, legible in the dark and on paper. A single bar says nothing. */
function Chart({ look, title, columns }: ChartProps) {
  if (columns.filter(({ count }) => count > 0).length < 2) return null
  const most = Math.max(...columns.map(({ count }) => count))
  const place = 100 / columns.length
  const told = columns.filter(({ count }) => count > 0).map(({ nome, count }) => `${nome}, ${grouped(count)}`)
  return (
    <section className="grafico">
      <h2>{title}</h2>
      <svg className={`desenho ${look}`} role="img" aria-label={`${title}: ${told.join('; ')}`}>
        {columns.map(({ nome, count, isMarked, isOpen }, index) => {
          const y = round(BASE - ((BASE - TOP) * count) / most)
          const middle = percent(place * (index + 0.5))
          return (
            <g key={nome}>
              {count === 0 ? null : (
                <rect
                  className={isOpen ? 'aberta' : undefined}
                  x={percent(place * (index + (1 - FILL) / 2))}
                  y={y}
                  width={percent(place * FILL)}
                  height={round(BASE - y)}
                />
              )}
              {count > 0 && isWritten(columns, index) ? (
                <text x={middle} y={y - 6} textAnchor="middle">
                  {grouped(count)}
                </text>
              ) : null}
              {isMarked ? (
                <text x={middle} y={BASE + 17} textAnchor="middle">
                  {nome}
                </text>
              ) : null}
            </g>
          )
        })}
        <line x1="0" x2="100%" y1={BASE} y2={BASE} />
      </svg>
    </section>
  )
}

/** Whether a bar shows its number: any if they are few, else one that is higher than those near it. */
function isWritten(columns: Column[], index: number): boolean {
  if (columns.length <= WRITTEN_MAX) return true
  const near = Math.ceil(columns.length / WRITTEN_MAX) + 1
  const from = Math.max(0, index - near)
  const counts = columns.slice(from, index + near + 1).map(({ count }) => count)
  return counts.indexOf(Math.max(...counts)) === index - from
}

const round = (value: number) => Math.round(value * 10) / 10
const percent = (value: number) => `${Math.round(value * 100) / 100}%`
