import { useContext } from 'react'
import { NonceContext } from './document.ts'
import imprimir from './imprimir.js?url'

/** IMPRIMIR, where scripts run. */
export function PrintButton() {
  const nonce = useContext(NonceContext)
  return (
    <>
      <button type="button" className="contorno" data-imprimir hidden>
        IMPRIMIR
      </button>
      <script type="module" src={imprimir} nonce={nonce} />
    </>
  )
}

/** The same as the act of a long page, in the bar that stays. */
export function PrintBar() {
  const nonce = useContext(NonceContext)
  return (
    <>
      <div className="fica" data-imprimir hidden>
        <p>Em papel A4, uma cópia para cada porta.</p>
        <button type="button">IMPRIMIR</button>
      </div>
      <script type="module" src={imprimir} nonce={nonce} />
    </>
  )
}
