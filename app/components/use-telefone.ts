import { useEffect, type RefObject } from 'react'
import { TELEFONE_MAX, telefoneDigits } from '../../server/domain/telefone'

/**
 * Takes a number that comes in one piece, pasted, dropped, suggested by the keyboard or filled in by the browser,
 * without country code and punctuation. What is typed digit by digit is left alone.
 */
export function useTelefone(form: RefObject<HTMLFormElement>): void {
  useEffect(() => {
    const input = form.current?.elements.namedItem('telefone')
    if (!(input instanceof HTMLInputElement)) return
    input.addEventListener('beforeinput', takeWhole)
    input.addEventListener('input', tidyUp)
    return () => {
      input.removeEventListener('beforeinput', takeWhole)
      input.removeEventListener('input', tidyUp)
    }
  }, [form])
}

/** Before the browser cuts it at eleven characters; React's own event of this name is another one. */
function takeWhole(this: HTMLInputElement, event: InputEvent): void {
  const text = event.data ?? event.dataTransfer?.getData('text/plain') ?? ''
  const digits = telefoneDigits(text)
  const isAll =
    this.selectionEnd === null || this.selectionEnd - (this.selectionStart ?? 0) === this.value.length
  // A part pasted into a number being typed is left to the browser; ten digits are a whole number.
  if (text.length < 2 || digits === '' || (!isAll && digits.length < 10) || !event.cancelable) return
  event.preventDefault()
  this.value = digits.slice(0, TELEFONE_MAX)
  this.dispatchEvent(new Event('input', { bubbles: true }))
}

/** After the browser filled it in, which no event of its own announces. */
function tidyUp(this: HTMLInputElement, event: Event): void {
  if (event instanceof InputEvent && /^(insertText|insertCompositionText|delete)/.test(event.inputType))
    return
  const digits = telefoneDigits(this.value)
  if (digits.length >= 10 && digits !== this.value) this.value = digits.slice(0, TELEFONE_MAX)
}
