// What scripts add to the pages where guests type and send; each is whole without it. Remix hydrates nothing: this stands
// where its own entry would. Every event is heard at the window, so that elements which a translator or an extension
// wraps, adds or replaces change nothing. It may run twice.
import { keepDraft } from './routes/cadastro/rascunho.ts'
import { helpTyping } from './routes/cadastro/typing.ts'

/** No event tells that a sending was stopped by hand: after this long the button works again. A repeat is safe. */
const RETRY_MS = 15_000

/**
 * A button with `data-envio` says so while its form is on its way, and the form is not sent twice. Without scripts the
 * natural key does that work. `aria-disabled` says how far it is; a button never sent does not have it.
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
  // The Back button may show this very page again, as it was when it was sent: ask the server what became of it.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && document.querySelector('[data-envio][aria-disabled]'))
      location.replace(location.pathname + location.search)
  })
}

/** The label is hidden, whatever a translator made of it, and what is said meanwhile has an element of its own. */
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
