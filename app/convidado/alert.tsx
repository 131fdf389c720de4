import type { ReactNode } from 'react'
import { Logo } from '~/shared/page'

/** Lets Esc close it in browsers that know the attribute; React's types do not. */
const ESC_CLOSES: object = { closedby: 'closerequest' }

interface Act {
  href: string
  label: string
}

/**
 * An alert that OK dismisses, by touch or keyboard, with or without scripts. Its text follows the
 * specification to the letter. `first`, what it is about, and `others` of its kind come before OK; anything
 * else one may do comes after it.
 */
export function Alert({
  text,
  explanation = null,
  first,
  others = [],
  act,
}: {
  text: string
  explanation?: string | null
  first?: Act | null
  others?: Act[]
  act?: ReactNode
}) {
  const describedBy = explanation === null ? {} : { 'aria-describedby': 'explicacao' }
  return (
    <dialog open role="alertdialog" aria-labelledby="alerta" {...describedBy} {...ESC_CLOSES}>
      <Logo />
      <h2 id="alerta">{text}</h2>
      {explanation === null ? null : <p id="explicacao">{explanation}</p>}
      {first ? (
        <a className="botao" href={first.href} autoFocus>
          {first.label}
        </a>
      ) : null}
      {others.map(({ href, label }) => (
        <a className="botao contorno" key={href} href={href}>
          {label}
        </a>
      ))}
      <form method="dialog">
        <button className={first ? 'contorno' : undefined} autoFocus={!first}>
          OK
        </button>
      </form>
      {act}
    </dialog>
  )
}
