import imprimir from './imprimir.js?url'
import { Script } from './page.tsx'

/** imprimir, where scripts run. */
export function PrintButton() {
  return (
    <>
      <button type="button" className="contorno" data-imprimir hidden>
        Imprimir
      </button>
      <Script src={imprimir} />
    </>
  )
}

/** The same button in a long page's fixed bar. */
export function PrintBar() {
  return (
    <>
      <div className="fica" hidden>
        <p>Em papel A4, uma cópia para cada porta.</p>
        <button type="button" data-imprimir>
          Imprimir
        </button>
      </div>
      <Script src={imprimir} />
    </>
  )
}
