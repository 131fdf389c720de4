// What scripts add to the pages where guests type and send; each page works without it. Remix hydrates
// nothing: this takes the place of its entry. Every event is heard at the window, so a translator or an
// extension may wrap, add or replace elements. It may run twice.
import { keepDraft } from './routes/cadastro/rascunho.ts'
import { helpTyping } from './routes/cadastro/typing.ts'

/**
 * No event reports that a submission was stopped by hand, so the button works again after this long. A repeat
 * is safe.
 */
const RETRY_MS = 15_000

/**
 * A button with `data-envio` says so while its form is being sent, and the form is not sent twice. Without
 * scripts the natural key prevents that. `aria-disabled` says how far it is; a button never sent does not
 * have it.
 */
function refuseRepeats(): void {
  addEventListener('submit', (event) => {
    const form = event.target
    const button = form instanceof HTMLFormElement ? form.querySelector<HTMLElement>('[data-envio]') : null
    if (!button || event.defaultPrevented) return
    if (button.getAttribute('aria-disabled') === 'true') {
      event.preventDefault()
      return
    }
    show(button, true)
    setTimeout(() => show(button, false), RETRY_MS)
  })
  // The Back button may restore this page as it was when the form was sent, so ask the server what became of
  // it.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && document.querySelector('[data-envio][aria-disabled]'))
      location.replace(location.pathname + location.search)
  })
}

/**
 * Hides the label, which a translator may have changed; the text shown while sending has an element of its
 * own.
 */
function show(button: HTMLElement, isSending: boolean): void {
  button.setAttribute('aria-disabled', String(isSending))
  const [label, said] = ['[data-rotulo]', '[data-dito]'].map((css) => button.querySelector<HTMLElement>(css))
  if (!label || !said) return
  label.hidden = isSending
  said.textContent = isSending ? (button.dataset.envio ?? '') : ''
}

const { dataset } = document.documentElement
if (dataset.formularios === undefined) {
  dataset.formularios = ''
  refuseRepeats()
  helpTyping()
  keepDraft()
}
