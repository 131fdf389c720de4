/** A piece of a bar: where it begins and how long it is, in hundredths. */
export interface Piece {
  de?: number
  ate: number
  /** `listras`: held, hatched. `terra`: inside. `suave`: left. Solid green if absent: confirmed. */
  look?: 'listras' | 'terra' | 'suave' | undefined
}

/**
 * A bar beside a number that says the same, hence hidden from screen readers. Widths are attributes, because
 * the CSP allows no inline styles.
 */
export function Bar({ pieces }: { pieces: Piece[] }) {
  return (
    <svg className="barra" aria-hidden="true">
      <rect className="trilho" width="100%" height="100%" />
      {pieces.map(({ de = 0, ate, look }) => (
        <rect
          key={`${look ?? ''}${de}`}
          className={look}
          x={de === 0 ? undefined : percent(de)}
          width={percent(Math.max(0, ate - de))}
          height="100%"
        />
      ))}
    </svg>
  )
}

const percent = (hundredths: number) => `${Math.round(Math.min(100, hundredths) * 10) / 10}%`
