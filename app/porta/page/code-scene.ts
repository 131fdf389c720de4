import { CODE_ALPHABET, CODE_LENGTH } from '../../../server/domain/signed-text.ts'
import { type Scene, button, element, mark, setText } from './element.ts'

/** What was typed or pasted so far, formatted as a code: `K7F3-9`. */
export function codeSoFar(typed: string): string {
  const signs = Array.from(typed.toUpperCase()).filter((sign) => CODE_ALPHABET.includes(sign))
  const code = signs.slice(0, CODE_LENGTH).join('')
  return code.length > 4 ? `${code.slice(0, 4)}-${code.slice(4)}` : code
}

export const missingOf = (code: string) => CODE_LENGTH - code.replace('-', '').length

/** Reads the code printed under the QR: 25 keys, the phone's keyboard, or a paste. */
export function openCode(read: (code: string) => void): Scene {
  const input = element('input', {
    class: 'campo campo-codigo',
    id: 'codigo',
    inputmode: 'none',
    autocomplete: 'off',
    spellcheck: 'false',
    autocapitalize: 'characters',
    'aria-describedby': 'faltam',
  })
  const label = element('label', { for: 'codigo' }, 'Código, embaixo do QR')
  const status = element('p', { class: 'nota perto', id: 'faltam', role: 'status' })
  const submit = () => {
    if (missingOf(input.value) === 0) read(input.value)
  }
  const submitKey = button('ver', '', submit)
  const write = (typed: string) => {
    const code = codeSoFar(typed)
    if (input.value !== code) input.value = code
    const missing = missingOf(code)
    const lacking = `${missing === 1 ? 'Falta' : 'Faltam'} ${missing}`
    setText(status, missing === 0 ? 'Código completo. Toque em Ver.' : `${lacking}. Não há O, 0, I nem 1.`)
    setText(submitKey, missing === 0 ? 'Ver' : lacking)
    mark(submitKey, 'aria-disabled', missing === 0 ? null : 'true')
  }
  input.addEventListener('input', () => write(input.value))
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return
    // Otherwise it would press whichever key has the focus when it is released.
    event.preventDefault()
    submit()
  })
  const signs = Array.from(CODE_ALPHABET, (sign) => button('', sign, () => write(input.value + sign)))
  const eraseKey = button('apagar', 'Apagar', () => write(input.value.replace(/-?.$/, '')))
  const attributes = { class: 'teclado', role: 'group', 'aria-label': 'Teclado do código' }
  const keyboard = element('div', attributes, ...signs, eraseKey, submitKey)
  write('')
  const title = element('h1', 'oculto', 'Código da credencial')
  const main = element('main', 'folha', title, label, input, status, keyboard)
  return { kind: 'codigo', title: 'Código', main, focus: input, isReading: () => false }
}
