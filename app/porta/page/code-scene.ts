import { CODE_ALPHABET, CODE_LENGTH } from '../../../server/domain/read-code.ts'
import type { Cena } from './scene.ts'
import { button, element, setText } from './element.ts'

/** What was typed or pasted, as a code is written so far: `K7F3-9`. */
export function codeSoFar(typed: string): string {
  const signs = Array.from(typed.toUpperCase()).filter((sign) => CODE_ALPHABET.includes(sign))
  const code = signs.slice(0, CODE_LENGTH).join('')
  return code.length > 4 ? `${code.slice(0, 4)}-${code.slice(4)}` : code
}

/** How many signs of a code are still to come. */
export const missingOf = (code: string) => CODE_LENGTH - code.replace('-', '').length

/** The code under the QR: 25 keys, the phone's keyboard, or pasted. */
export function openCodigo(read: (code: string) => void): Cena {
  const campo = element('input', 'campo campo-codigo')
  Object.assign(campo, { id: 'codigo', inputMode: 'none', autocomplete: 'off', spellcheck: false })
  campo.setAttribute('autocapitalize', 'characters')
  campo.setAttribute('aria-describedby', 'faltam')
  const label = element('label', '', 'Código, embaixo do QR')
  label.htmlFor = campo.id
  const status = element('p', 'nota perto')
  status.id = 'faltam'
  status.setAttribute('role', 'status')
  const submit = () => {
    if (missingOf(campo.value) === 0) read(campo.value)
  }
  const ver = button('ver', '', submit)
  const write = (typed: string) => {
    const code = codeSoFar(typed)
    if (campo.value !== code) campo.value = code
    const missing = missingOf(code)
    const sinais = missing === 1 ? 'Falta 1 sinal' : `Faltam ${missing} sinais`
    setText(status, missing === 0 ? 'Código completo. Toque em VER.' : `${sinais}. Não há O, 0, I nem 1.`)
    setText(ver, missing === 0 ? 'VER' : `${missing === 1 ? 'FALTA' : 'FALTAM'} ${missing}`)
    if (missing === 0) ver.removeAttribute('aria-disabled')
    else ver.setAttribute('aria-disabled', 'true')
  }
  campo.addEventListener('input', () => write(campo.value))
  campo.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return
    // Else it would press the key that has the keyboard by the time it comes up.
    event.preventDefault()
    submit()
  })
  const signs = Array.from(CODE_ALPHABET, (sign) => button('', sign, () => write(campo.value + sign)))
  const apagar = button('apagar', 'APAGAR', () => write(campo.value.replace(/-?.$/, '')))
  const teclado = element('div', 'teclado', ...signs, apagar, ver)
  teclado.setAttribute('role', 'group')
  teclado.setAttribute('aria-label', 'Teclado do código')
  write('')
  const title = element('h1', 'oculto', 'Código da credencial')
  const main = element('main', 'folha', title, label, campo, status, teclado)
  return { modo: 'codigo', title: 'Código', main, foco: campo, isReading: () => false }
}
