import type { ClipboardEvent, SyntheticEvent } from 'react'
import { TELEFONE_MAX, telefoneDigits } from '../../server/domain/telefone'

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

/** Pastes a number without country code and punctuation, before the browser cuts it at eleven characters. */
export function pasteTelefone(event: ClipboardEvent<HTMLInputElement>): void {
  const digits = telefoneDigits(event.clipboardData.getData('text'))
  const input = event.currentTarget
  const isWhole =
    input.selectionEnd === null || input.selectionEnd - (input.selectionStart ?? 0) === input.value.length
  // A part pasted into a number being typed is the browser's business; ten digits are a number by themselves.
  if (digits === '' || (!isWhole && digits.length < 10)) return
  event.preventDefault()
  input.value = digits.slice(0, TELEFONE_MAX)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
