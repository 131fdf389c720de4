import type { Intervalo } from '../../../server/domain/painel-repo'
import { offsetOf } from '../../../server/domain/quando'
import { countOf } from '~/shared/words'
import { shortDayOf, eventTime } from '~/shared/event-clock'

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

interface Column {
  /** For the table: `19h20 às 19h30`. */
  nome: string
  count: number
  /** Under the axis; most bars have none. */
  rotulo?: string | undefined
  /** Still counting: drawn hatched. */
  isOpen?: boolean
  /** Not yet begun: no bar. */
  isAhead?: boolean
}

interface ChartProps {
  /** Decides the colours. */
  look: 'chegadas' | 'confirmados'
  title: string
  note: string
  /** Describes the chart for people who cannot see it; the table has every number. */
  description: string
  columns: Column[]
  /** The position of now, in bars from the start of the first; absent if it is off the axis. */
  now?: number | undefined
  heading: [string, string]
}

// In pixels, so that letters keep their size at any width, which is in percent.
const TOP = 30
const BASE = 180
/** Where the bars begin, in percent. The axis's numbers come before them, even at a phone's width. */
const leftOf = (top: number) => 3 + 2.5 * Math.max(2, String(top).length)
/** How much of its slot a bar takes. */
const FILL = 0.8
/** The most bars that have their number above them: more numbers would overlap. */
const WRITTEN_MAX = 14

/** A bar chart drawn by the server, legible in the dark and on paper, with the table of its numbers. */
function Chart({ look, title, note, description, columns, now, heading }: ChartProps) {
  const { top, lines } = scaleOf(Math.max(...columns.map(({ count }) => count)))
  const yOf = (count: number) => BASE - ((BASE - TOP) * count) / top
  const left = leftOf(top)
  const place = (100 - left) / columns.length
  const written = writtenIn(columns)
  return (
    <div className="grafico">
      <figure>
        <figcaption>
          <h3>{title}</h3>
          <p className="nota">{note}</p>
        </figcaption>
        <svg className={`desenho ${look}`} role="img" aria-label={description}>
          {lines.map((count) => (
            <g key={count}>
              <line
                className={count === 0 ? 'base' : undefined}
                x1={percent(left)}
                x2="100%"
                y1={yOf(count)}
                y2={yOf(count)}
              />
              <text x={percent(left - 1.5)} y={yOf(count)} dy="0.35em" textAnchor="end">
                {count}
              </text>
            </g>
          ))}
          {columns.map(({ nome, count, rotulo, isOpen, isAhead }, index) => {
            const from = left + place * (index + (1 - FILL) / 2)
            const middle = percent(left + place * (index + 0.5))
            const y = round(yOf(count))
            return (
              <g key={nome}>
                {isAhead || count === 0 ? null : (
                  <rect
                    className={isOpen ? 'listras' : undefined}
                    x={percent(from)}
                    y={y}
                    width={percent(place * FILL)}
                    height={round(BASE - y)}
                  />
                )}
                {written.has(index) ? (
                  <text className="valor" x={middle} y={y - 6} textAnchor="middle">
                    {count}
                  </text>
                ) : null}
                {rotulo === undefined ? null : (
                  <>
                    <line className="base" x1={middle} x2={middle} y1={BASE} y2={BASE + 5} />
                    <text x={middle} y={BASE + 20} textAnchor="middle">
                      {rotulo}
                    </text>
                  </>
                )}
              </g>
            )
          })}
          {now === undefined ? null : <NowLine at={left + place * now} />}
        </svg>
      </figure>
      <details>
        <summary>Ver em tabela</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{heading[0]}</th>
              <th className="n" scope="col">
                {heading[1]}
              </th>
            </tr>
          </thead>
          <tbody>
            {columns
              .filter(({ isAhead }) => !isAhead)
              .map(({ nome, count }) => (
                <tr key={nome}>
                  <td>{nome}</td>
                  <td className="n">{count}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </div>
  )
}

/** A line at the present time, with its label if there is room. */
function NowLine({ at }: { at: number }) {
  const isLate = at > 85
  return (
    <>
      <line className="agora" x1={percent(at)} x2={percent(at)} y1="6" y2={BASE} />
      <text
        className="valor"
        x={percent(at)}
        dx={isLate ? -6 : 6}
        y="16"
        textAnchor={isLate ? 'end' : 'start'}
      >
        agora
      </text>
    </>
  )
}

/** Round steps of 1, 2 or 5, four at most. */
function scaleOf(max: number): { top: number; lines: number[] } {
  const raw = Math.max(1, max) / 4
  const power = 10 ** Math.floor(Math.log10(Math.max(1, raw)))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= raw) ?? 10 * power
  const count = Math.max(1, Math.ceil(max / step))
  return { top: count * step, lines: Array.from({ length: count + 1 }, (_, index) => index * step) }
}

/** Which bars show their number: all if they are few, else those higher than their neighbours. */
function writtenIn(columns: Column[]): Set<number> {
  const near = Math.ceil(columns.length / WRITTEN_MAX) + 1
  const isWritten = (index: number) => {
    const { count = 0, isAhead } = columns[index] ?? {}
    if (count === 0 || isAhead) return false
    if (columns.length <= WRITTEN_MAX) return true
    const others = columns.slice(Math.max(0, index - near), index + near + 1)
    const isFirstHighest =
      columns.findIndex(
        (one, at) => at >= index - near && one.count >= Math.max(...others.map((o) => o.count)),
      ) === index
    return isFirstHighest
  }
  return new Set(columns.map((_, index) => index).filter(isWritten))
}

const round = (value: number) => Math.round(value * 10) / 10
const percent = (value: number) => `${Math.round(value * 100) / 100}%`
