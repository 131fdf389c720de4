import { upperCase } from '../../../server/domain/text'
import { TELEFONE_MAX, telefoneDigits } from '../../../server/domain/telefone'

/**
 * Turns typing in `data-maiusculas` fields into upper case (specification, section 5), and lets people type a
 * number in a `data-telefone` field the way they write it.
 */
export function helpTyping(): void {
  for (const type of ['beforeinput', 'input', 'compositionend']) addEventListener(type, hear, true)
}

function hear(event: Event): void {
  const input = event.target
  // A word being composed must not be touched: it arrives whole when its composition ends.
  if (!(input instanceof HTMLInputElement) || (event instanceof InputEvent && event.isComposing)) return
  const { telefone, maiusculas } = input.dataset
  if (event.type === 'beforeinput') {
    if (telefone !== undefined && event instanceof InputEvent) takeTyped(input, event)
    return
  }
  if (telefone !== undefined && event.type === 'input') tidyUp(input, event)
  if (maiusculas !== undefined) capitalize(input)
}

/** Keeps the caret in place, although one letter may become two in upper case. */
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

/**
 * Accepts a number as people write it, before the browser cuts it at eleven characters. Punctuation is
 * dropped as it is typed. A number that arrives whole (pasted, dropped or suggested by the keyboard) also
 * loses its country code.
 */
function takeTyped(input: HTMLInputElement, event: InputEvent): void {
  const text = event.data ?? event.dataTransfer?.getData('text/plain') ?? ''
  if (text === '' || !event.cancelable || event.defaultPrevented) return
  const end = input.selectionEnd ?? input.value.length
  const typed = typedTelefone(input.value, input.selectionStart ?? end, end, text)
  if (typed) event.preventDefault()
  if (put(input, typed))
    input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
}

/**
 * Tidies up after the browser's autofill, which has no event of its own, or after a keyboard that inserts a
 * character without asking.
 */
function tidyUp(input: HTMLInputElement, event: Event): void {
  const { inputType = '' } = event instanceof InputEvent ? event : {}
  if (inputType.startsWith('delete')) return
  if (/^insert(?:Composition)?Text$/.test(inputType)) {
    const caret = input.selectionEnd ?? input.value.length
    put(input, typedTelefone(input.value, caret, caret, ''))
    return
  }
  const digits = telefoneDigits(input.value)
  if (digits.length >= 10 && digits !== input.value) input.value = digits.slice(0, TELEFONE_MAX)
}

/** @returns whether the field's value changed */
function put(input: HTMLInputElement, typed: Typed | null): boolean {
  if (!typed || typed.value === input.value) return false
  input.value = typed.value
  input.setSelectionRange(typed.caret, typed.caret)
  return true
}

interface Typed {
  value: string
  caret: number
}

/** With one of these prefixes a number is complete only beyond eleven characters. */
const PREFIX = /^(?:\+|0|55)/

/** Country code, zeros, area code and nine digits: `+005537998123499`. */
const PREFIXED_MAX = 16

/** Drops punctuation, which would take up room in the field. Letters stay, and so does a leading plus. */
const bare = (text: string, isFirst: boolean) =>
  text.replace(/[^\p{L}\p{N}+]/gu, '').replace(/\+/g, (plus, at: number) => (isFirst && at === 0 ? plus : ''))

/**
 * The value of a phone field once a text replaces its selection, before the browser cuts it at eleven
 * characters. A number in one piece replaces everything. Punctuation is dropped, and so is a country code
 * once the rest is complete.
 * @returns null if the browser does the same by itself
 */
export function typedTelefone(value: string, start: number, end: number, text: string): Typed | null {
  const digits = telefoneDigits(text)
  const isAll = end - start === value.length
  // Part of a number pasted into another is not a number of its own; ten digits are.
  if (text.length > 1 && digits !== '' && (isAll || digits.length >= 10))
    return ending(digits.slice(0, TELEFONE_MAX))

  const before = bare(value.slice(0, start), true) + bare(text, start === 0)
  const after = bare(value.slice(end), false)
  const joined = before + after
  const whole = telefoneDigits(joined)
  if (joined.length > TELEFONE_MAX) {
    if (!PREFIX.test(joined) || /\p{L}/u.test(joined)) return cut(before, after, text.length)
    if (whole.length === TELEFONE_MAX) return ending(whole)
    if (joined.length > PREFIXED_MAX) return cut(before, after, text.length)
    return { value: joined, caret: before.length }
  }
  return joined === value.slice(0, start) + text + value.slice(end)
    ? null
    : { value: joined, caret: before.length }
}

/** Cuts as the browser does: inserted text gives way, and existing text stays. */
function cut(before: string, after: string, inserted: number): Typed {
  const kept = before.slice(0, Math.max(before.length - inserted, TELEFONE_MAX - after.length))
  return { value: kept + after, caret: kept.length }
}

const ending = (value: string): Typed => ({ value, caret: value.length })
