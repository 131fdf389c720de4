import type { ReactNode } from 'react'
import { Logo } from '~/shared/page'

/** Esc closes it, where the browser knows the attribute; React's types do not. */
const ESC_CLOSES: object = { closedby: 'closerequest' }

/**
 * An alert one dismisses with OK, by touch or keyboard, whether or not scripts run. Its text is to the letter of the
 * specification.
 */
export function Alert({ text, explanation, act }: { text: string; explanation?: string; act?: ReactNode }) {
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
