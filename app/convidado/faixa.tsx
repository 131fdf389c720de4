import type { ReactNode } from 'react'

/** What changed of the event since it was told, in words. */
export type Mudou =
  /** `dia` is the day it was to be, where that changed. */
  | { kind: 'mudou'; era: string; agora: string; dia: string | null }
  /** `quando` is when it was to be. */
  | { kind: 'cancelado'; quando: string }

/** The ribbon that says so; nothing where nothing changed. `children` is what a guest may do about it. */
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
