import type { ReactNode } from 'react'
import { Rule } from './page'
import { Gate } from './gate'

interface NoticeProps {
  kicker: string
  title: string
  /** What has happened, and where to go from here. */
  children: ReactNode
}

/** A notice in place of a page, under the closed gate. */
export function Notice({ kicker, title, children }: NoticeProps) {
  return (
    <div className="centro">
      <Gate />
      <p className="sobre">{kicker}</p>
      <h1 className="nome-longo">{title}</h1>
      <Rule />
      {children}
    </div>
  )
}
