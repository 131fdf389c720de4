import { type Scene, button, element, screenReaderOnly, icon, type IconName } from './element.ts'

/** What the key in the middle is for; empty, it leaves its place free. */
export type MiddleKey =
  | { kind: 'next' }
  | { kind: 'camera' }
  | { kind: 'torch'; isOn: boolean; toggle(): void }
  | { kind: 'empty' }

/** The three keys under the thumb, which never move. */
export function openKeys(touches: Record<'search' | 'camera' | 'code', () => void>) {
  const key = (name: IconName, text: string, act: () => void) => button('tecla', [icon(name), text], act)
  const search = key('magnifier', 'BUSCAR', touches.search)
  const code = key('keyboard', 'CÓDIGO', touches.code)
  let shown: MiddleKey = { kind: 'camera' }
  const middle = key('camera', 'CÂMERA', () => {
    if (shown.kind === 'torch') shown.toggle()
    else touches.camera()
  })
  const nav = element('nav', 'polegar', search, middle, code)
  nav.setAttribute('aria-label', 'Modos da portaria')
  const mark = (marked: HTMLElement, isCurrent: boolean) => {
    if (isCurrent) marked.setAttribute('aria-current', 'page')
    else marked.removeAttribute('aria-current')
  }
  return {
    nav,
    /** The key that leads back to where somebody was. */
    keyOf: (kind: Scene['kind']) => (kind === 'busca' ? search : kind === 'codigo' ? code : middle),
    draw(next: MiddleKey, current: 'busca' | 'codigo' | null) {
      mark(search, current === 'busca')
      mark(code, current === 'codigo')
      const before = shown.kind
      shown = next
      if (next.kind === 'torch') middle.setAttribute('aria-pressed', String(next.isOn))
      else middle.removeAttribute('aria-pressed')
      if (before === next.kind) return
      middle.classList.toggle('livre', next.kind === 'empty')
      middle.classList.toggle('olho', next.kind === 'next')
      middle.replaceChildren(...heldBy(next))
    },
  }
}

function heldBy({ kind }: MiddleKey): Node[] {
  switch (kind) {
    case 'next':
      return [
        icon('target'),
        element('span', '', 'PRÓXIMO', screenReaderOnly(': basta apontar. Tocar mostra a câmera inteira')),
      ]
    case 'camera':
      return [icon('camera'), element('span', '', 'CÂMERA')]
    case 'torch':
      return [icon('torch'), element('span', '', 'LANTERNA')]
    case 'empty':
      return []
    default:
      return kind satisfies never
  }
}
