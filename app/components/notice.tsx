import type { ReactNode } from 'react'
import { Fio } from './page'
import { Porteira } from './gate'

interface ComunicadoProps {
  sobre: string
  titulo: string
  /** What has happened, and where one may go. */
  children: ReactNode
}

/** A notice in place of a page, under the closed gate. */
export function Comunicado({ sobre, titulo, children }: ComunicadoProps) {
  return (
    <div className="centro">
      <Porteira />
      <p className="sobre">{sobre}</p>
      <h1 className="nome-longo">{titulo}</h1>
      <Fio />
      {children}
    </div>
  )
}
