export interface Column {
  /** For the table: `19h20 às 19h30`. */
  nome: string
  count: number
  /** Under the axis; most bars have none. */
  rotulo?: string | undefined
  /** Still counting: drawn hatched. */
  isOpen?: boolean
  /** Not begun: no bar. */
  isAhead?: boolean
}

interface Props {
  /** Names the colours. */
  look: 'chegadas' | 'confirmados'
  title: string
  note: string
  /** Describes the chart for those who cannot see it; the table has every number. */
  description: string
  columns: Column[]
  /** Where now is, in bars from the first one's beginning; nothing where it is not on the axis. */
  now?: number | undefined
  heading: [string, string]
}

// In pixels: letters keep their size at any width, which is in percent.
const TOP = 30
const BASE = 180
/** Where the bars begin, in percent: the axis has its numbers before, on a phone's width too. */
const leftOf = (top: number) => 3 + 2.5 * Math.max(2, String(top).length)
/** The share of its place a bar takes. */
const FILL = 0.8
/** How many bars have their number over them at most: more numbers would run into each other. */
const WRITTEN_MAX = 14

/** A bar chart drawn by the server, legible in the dark and on paper, with the table of its numbers. */
export function Chart({ look, title, note, description, columns, now, heading }: Props) {
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
        <summary>VER EM TABELA</summary>
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

/** A line where now is; its word stands where there is room. */
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

/** Which bars have their number over them: all when they are few, else the highest of its neighbours. */
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
