import type { ReactNode } from 'react'
import { Logo } from '~/shared/page'

interface AlertProps {
  /** The alert's text, to the letter of the specification. */
  text: string
  explanation?: string
  act?: ReactNode
}

/** Esc closes it, where the browser knows the attribute; React's types do not. */
const ESC_CLOSES: object = { closedby: 'closerequest' }

/** An alert one dismisses with OK, by touch or keyboard, whether or not scripts run. */
export function Alert({ text, explanation, act }: AlertProps) {
  const describedBy = explanation === undefined ? {} : { 'aria-describedby': 'explicacao' }
  return (
    <dialog open role="alertdialog" aria-labelledby="alerta" {...describedBy} {...ESC_CLOSES}>
      <Logo />
      <h2 id="alerta">{text}</h2>
      {explanation === undefined ? null : <p id="explicacao">{explanation}</p>}
      <form method="dialog">
        <button autoFocus>OK</button>
      </form>
      {act}
    </dialog>
  )
}
