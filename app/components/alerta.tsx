import type { ReactNode } from 'react'
import { Marca } from './marca'

interface AlertaProps {
  /** The alert's text, to the letter of the specification. */
  texto: string
  /** A sentence that explains it. */
  children?: ReactNode
  /** Where one may go besides OK. */
  acao?: ReactNode
}

/** An alert one dismisses with OK, by touch or keyboard, whether or not scripts run. */
export function Alerta({ texto, children, acao }: AlertaProps) {
  return (
    <dialog open role="alertdialog" aria-labelledby="alerta">
      <Marca />
      <h2 id="alerta">{texto}</h2>
      {children}
      <form method="dialog">
        <button autoFocus>OK</button>
      </form>
      {acao}
    </dialog>
  )
}
