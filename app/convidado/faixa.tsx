import type { ReactNode } from 'react'

/** What changed about the event since people were told, in words. */
export type Mudou =
  /** `dia`: the former day, if the day changed. */
  | { kind: 'mudou'; era: string; agora: string; dia: string | null }
  /** `quando`: when it was to take place. */
  | { kind: 'cancelado'; quando: string }

/** The ribbon that says what changed, if anything did. `children`: what a guest may do about the change. */
export function Faixa({ mudou, children }: { mudou: Mudou | null; children?: ReactNode }) {
  if (!mudou) return null
  const { kind } = mudou
  return (
    <div className={`faixa ${kind}`} role="note">
      <p className="palavra">{kind === 'mudou' ? 'MUDOU' : 'CANCELADO'}</p>{' '}
      <p>
        {kind === 'mudou' ? `era ${mudou.era}, agora ` : 'o evento de '}
        <b>{kind === 'mudou' ? mudou.agora : mudou.quando}</b>
      </p>
      {children}
    </div>
  )
}
