import type { ReactNode } from 'react'
import { Rule } from './page'
import { Gate } from './gate'

interface NoticeProps {
  sobre: string
  titulo: string
  /** What has happened, and where one may go. */
  children: ReactNode
}

/** A notice in place of a page, under the closed gate. */
export function Notice({ sobre, titulo, children }: NoticeProps) {
  return (
    <div className="centro">
      <Gate />
      <p className="sobre">{sobre}</p>
      <h1 className="nome-longo">{titulo}</h1>
      <Rule />
      {children}
    </div>
  )
}
