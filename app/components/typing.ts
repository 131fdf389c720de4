import type { SyntheticEvent } from 'react'

/** Turns what is typed into upper case without moving the caret (specification, section 5). */
export function upperCaseAsTyped(event: SyntheticEvent<HTMLInputElement>): void {
  const input = event.currentTarget
  // A word being composed must not be touched: it comes whole when its composition ends.
  if (event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing) return
  const upper = input.value.toLocaleUpperCase('pt-BR')
  if (upper === input.value) return
  const { selectionStart, selectionEnd } = input
  const grown = upper.length - input.value.length
  input.value = upper
  if (selectionStart !== null && selectionEnd !== null) {
    input.setSelectionRange(selectionStart + grown, selectionEnd + grown)
  }
}
