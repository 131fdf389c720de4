import { upperCase } from '../../../server/domain/text'
import { takeTyped, tidyUp } from './telefone.ts'

/**
 * Turns what is typed into a field of `data-maiusculas` into upper case (specification, section 5), and takes a number
 * into one of `data-telefone` as people write it.
 */
export function helpTyping(): void {
  for (const type of ['beforeinput', 'input', 'compositionend']) addEventListener(type, hear, true)
}

function hear(event: Event): void {
  const input = event.target
  // A word being composed must not be touched: it comes whole when its composition ends.
  if (!(input instanceof HTMLInputElement) || (event instanceof InputEvent && event.isComposing)) return
  const { telefone, maiusculas } = input.dataset
  if (event.type === 'beforeinput') {
    if (telefone !== undefined && event instanceof InputEvent) takeTyped(input, event)
    return
  }
  if (telefone !== undefined && event.type === 'input') tidyUp(input, event)
  if (maiusculas !== undefined) capitalize(input)
}

/** Without moving the caret, though one letter may be two in upper case. */
function capitalize(input: HTMLInputElement): void {
  const upper = upperCase(input.value)
  if (upper === input.value) return
  const { selectionStart, selectionEnd } = input
  const grown = upper.length - input.value.length
  input.value = upper
  if (selectionStart !== null && selectionEnd !== null) {
    input.setSelectionRange(selectionStart + grown, selectionEnd + grown)
  }
}
