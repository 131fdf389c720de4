import type { Cena } from './scene.ts'
import { icone, type Icone } from './drawings.ts'
import { button, element, oculto } from './element.ts'

/** What the key in the middle is for; empty, it leaves its place free. */
export type Meio =
  | { kind: 'proximo' }
  | { kind: 'camera' }
  | { kind: 'lanterna'; isOn: boolean; toggle(): void }
  | { kind: 'vazia' }

export interface Teclas {
  nav: HTMLElement
  /** The key that leads back to where somebody was. */
  keyOf(modo: Cena['modo']): HTMLButtonElement
  draw(meio: Meio, current: 'busca' | 'codigo' | null): void
}

/** The three keys under the thumb, which never move. */
export function openTeclas(acts: Record<'buscar' | 'camera' | 'codigo', () => void>): Teclas {
  const key = (name: Icone, text: string, act: () => void) => button('tecla', [icone(name), text], act)
  const buscar = key('lupa', 'BUSCAR', acts.buscar)
  const codigo = key('teclado', 'CÓDIGO', acts.codigo)
  let shown: Meio = { kind: 'camera' }
  const meio = key('camera', 'CÂMERA', () => {
    if (shown.kind === 'lanterna') shown.toggle()
    else acts.camera()
  })
  const nav = element('nav', 'polegar', buscar, meio, codigo)
  nav.setAttribute('aria-label', 'Modos da portaria')
  const mark = (marked: HTMLElement, isCurrent: boolean) => {
    if (isCurrent) marked.setAttribute('aria-current', 'page')
    else marked.removeAttribute('aria-current')
  }
  return {
    nav,
    keyOf: (modo) => (modo === 'busca' ? buscar : modo === 'codigo' ? codigo : meio),
    draw(next, current) {
      mark(buscar, current === 'busca')
      mark(codigo, current === 'codigo')
      const before = shown.kind
      shown = next
      if (next.kind === 'lanterna') meio.setAttribute('aria-pressed', String(next.isOn))
      else meio.removeAttribute('aria-pressed')
      if (before === next.kind) return
      meio.classList.toggle('livre', next.kind === 'vazia')
      meio.classList.toggle('olho', next.kind === 'proximo')
      meio.replaceChildren(...heldBy(next))
    },
  }
}

function heldBy({ kind }: Meio): Node[] {
  switch (kind) {
    case 'proximo':
      return [
        icone('alvo'),
        element('span', '', 'PRÓXIMO', oculto(': basta apontar. Tocar mostra a câmera inteira')),
      ]
    case 'camera':
      return [icone('camera'), element('span', '', 'CÂMERA')]
    case 'lanterna':
      return [icone('lanterna'), element('span', '', 'LANTERNA')]
    case 'vazia':
      return []
    default:
      return kind satisfies never
  }
}
