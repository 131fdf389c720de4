import type { ReactNode } from 'react'
import { Logo } from './logo'

interface AlertProps {
  /** The alert's text, to the letter of the specification. */
  texto: string
  /** A sentence that explains it. */
  explicacao?: string
  /** Where one may go besides OK. */
  acao?: ReactNode
}

/** Esc closes it, where the browser knows the attribute; React's types do not. */
const ESC_CLOSES: object = { closedby: 'closerequest' }

/** An alert one dismisses with OK, by touch or keyboard, whether or not scripts run. */
export function Alert({ texto, explicacao, acao }: AlertProps) {
  const describedBy = explicacao === undefined ? {} : { 'aria-describedby': 'explicacao' }
  return (
    <dialog open role="alertdialog" aria-labelledby="alerta" {...describedBy} {...ESC_CLOSES}>
      <Logo />
      <h2 id="alerta">{texto}</h2>
      {explicacao === undefined ? null : <p id="explicacao">{explicacao}</p>}
      <form method="dialog">
        <button autoFocus>OK</button>
      </form>
      {acao}
    </dialog>
  )
}
