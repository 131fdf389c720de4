import type { ReactNode } from 'react'

export type Place =
  | 'chegou'
  | 'confirmado'
  | 'preenchendo'
  | 'guardado'
  | 'novo'
  | 'outro'
  | 'livre'
  | 'desfeito'

const RING = { cx: 11, cy: 11, r: 8, fill: 'none', stroke: 'currentColor', strokeWidth: 2 }

const DRAWINGS = {
  chegou: (
    <path
      fill="currentColor"
      fillRule="evenodd"
      d="M11 1a10 10 0 1 1 0 20 10 10 0 0 1 0-20M5 11.5 9.5 16 17.5 8l-2-2-6 6-2.5-2.5z"
    />
  ),
  confirmado: <circle cx="11" cy="11" r="8.5" fill="currentColor" />,
  preenchendo: (
    <>
      <circle {...RING} />
      <path fill="currentColor" d="M11 3a8 8 0 0 0 0 16z" />
    </>
  ),
  guardado: (
    <>
      <circle {...RING} />
      <path fill="none" stroke="currentColor" strokeWidth="2" d="M11 5.5V11l3.5 3" />
    </>
  ),
  novo: <path fill="currentColor" d="M11 .8 21.2 11 11 21.2.8 11z" />,
  outro: <rect x="3" y="3" width="16" height="16" fill="none" stroke="currentColor" strokeWidth="2" />,
  livre: <circle {...RING} strokeDasharray="3.6 2.7" />,
  desfeito: <path fill="none" stroke="currentColor" strokeWidth="3.5" d="m4 4 14 14M18 4 4 18" />,
} as const satisfies Record<Place, ReactNode>

/** The shape of a place. It shows the same state as the word beside it; colour only helps. */
export function PlaceShape({ de }: { de: Place }) {
  return (
    <svg className={de} viewBox="0 0 22 22" aria-hidden="true">
      {DRAWINGS[de]}
    </svg>
  )
}
