import { momentOf } from '../../../server/domain/quando.ts'
import { line, SHAPES, type Shape, type SvgPath } from './verdict-looks.ts'

/** An element with its class or attributes, and its content. Text is set as text, never as HTML. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: string | Record<string, string>,
  ...held: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  const given = typeof attributes === 'string' ? { class: attributes } : attributes
  for (const [attribute, value] of Object.entries(given)) made.setAttribute(attribute, value)
  made.append(...held)
  return made
}

/** A name, which may be in any script. */
export const named = (name: 'p' | 'b' | 'li', className: string, ...held: (Node | string)[]) =>
  element(name, { class: className, dir: 'auto' }, ...held)

/** Sets an attribute; null removes it. */
export function mark(marked: Element, attribute: string, value: string | null): void {
  if (value === null) marked.removeAttribute(attribute)
  else marked.setAttribute(attribute, value)
}

export function button(
  className: string,
  held: string | (Node | string)[],
  act: (event: MouseEvent) => void,
): HTMLButtonElement {
  const made = element('button', className, ...[held].flat())
  made.type = 'button'
  made.addEventListener('click', act)
  return made
}

const texts = new WeakMap<HTMLElement, string>()

/**
 * Sets an element's text unless it was the last text set, so that no screen reader says it twice. The current
 * text does not tell: a translator may have changed it.
 */
export function setText(changed: HTMLElement, text: string): void {
  if (texts.get(changed) === text) return
  texts.set(changed, text)
  changed.textContent = text
}

export const screenReaderOnly = (text: string) => element('span', 'oculto', text)

let today = Date.now()

/**
 * Formats times by the stored event's clock: the page, open or cached for offline use, may have been made for
 * an earlier event. `now`: by the server's clock.
 */
export function followEvento({ inicio, now }: { inicio: string | null; now: number }): void {
  if (inicio !== null) document.body.dataset.inicio = inicio
  today = now
}

/** `19h02`, or `16/9, 19h02` if not today, by the event's clock. */
export const momentText = (em: number): string => momentOf(document.body.dataset.inicio ?? '', em, today)

/** One of the page's screens, between the strip and the keys. */
export interface Scene {
  /** Also names the body's class. */
  kind: 'lendo' | 'veredito' | 'busca' | 'codigo' | 'mesa' | 'aviso'
  /** The document's title. */
  title: string
  main: HTMLElement
  footer?: HTMLElement
  /** Shows no keys: there is nothing to read, search or type. */
  isAlone?: boolean
  focus?: HTMLElement
  /** Whether a code in front of the camera counts. */
  isReading(): boolean
  /** The code that was just decided is still held in front of the camera. */
  breathe?(): void
  /** Two guests' codes are in front of the camera. */
  doubt?(): void
  /** The door's state or list changed. */
  update?(): void
}

const SVG = 'http://www.w3.org/2000/svg'

/** A drawing; the word beside it says the same. */
export function drawing(className: string, viewBox: string, ...paths: SvgPath[]): SVGSVGElement {
  const made = document.createElementNS(SVG, 'svg')
  made.setAttribute('class', className)
  made.setAttribute('viewBox', viewBox)
  made.setAttribute('aria-hidden', 'true')
  for (const attributes of paths) {
    const path = document.createElementNS(SVG, 'path')
    for (const [name, value] of Object.entries(attributes)) path.setAttribute(name, value)
    made.append(path)
  }
  return made
}

export const shape = (name: Shape) => drawing('sinal', '0 0 96 96', ...SHAPES[name])

const ICONS = {
  network: 'M3.5 9.5a12 12 0 0 1 17 0M7 13.4a7 7 0 0 1 10 0M12 18v.01',
  'no-network': 'M3.5 9.5a12 12 0 0 1 17 0M7 13.4a7 7 0 0 1 10 0M12 18v.01M4 3l17 18',
  magnifier: 'M10 3.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13M15 15l6 6',
  camera: 'M3 8V3h5M16 3h5v5M21 16v5h-5M8 21H3v-5M7.5 12h9',
  target: 'M3 8V3h5M16 3h5v5M21 16v5h-5M8 21H3v-5M12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5',
  keyboard:
    'M5 5h14a2.5 2.5 0 0 1 2.5 2.5v9A2.5 2.5 0 0 1 19 19H5a2.5 2.5 0 0 1-2.5-2.5v-9A2.5 2.5 0 0 1 5 5M7 10v.01M12 10v.01M17 10v.01M8 14.5h8',
  torch: 'M8 3h8v3.5L14 10v11h-4V10L8 6.5zM8 6.5h8M12 13v2',
  lens: 'M3 8h4l2-3h6l2 3h4v11H3zM12 9.8a3.4 3.4 0 1 1 0 6.8 3.4 3.4 0 0 1 0-6.8',
  turn: 'M4 9.5A8.5 8.5 0 0 1 19.5 8M20 14.5A8.5 8.5 0 0 1 4.5 16M19.5 3v5h-5M4.5 21v-5h5M12 9.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4',
  sound: 'M4 9.5h3.5L12 5.5v13l-4.5-4H4zM15.5 9a4.5 4.5 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  muted: 'M4 9.5h3.5L12 5.5v13l-4.5-4H4zM16 9.5l5 5M21 9.5l-5 5',
  vibration: 'M8.5 4h7v16h-7zM5 8.5v7M2 10.5v3M19 8.5v7M22 10.5v3',
  'no-vibration': 'M8.5 4h7v16h-7zM4 3l16 18',
} satisfies Record<string, string>
export type IconName = keyof typeof ICONS

export const icon = (name: IconName) => drawing('icone', '0 0 24 24', line(ICONS[name], 2.4))

const FIGURES = {
  'open-gate': [
    '0 0 240 124',
    'M22 18v96M218 18v96',
    'M34 34l56-14M34 54l56-4M34 74l56 6M34 94l56 18M36 34v60M90 20v94',
  ],
  'closed-gate': [
    '0 0 240 124',
    'M22 18v96M218 18v96',
    'M38 36h164M38 55h164M38 74h164M38 93h164M42 36v57M198 36v57M44 92l154-55',
  ],
  camera: [
    '0 0 240 124',
    'M66 8l110 108',
    'M64 34h28l12-18h34l12 18h28v70H64zM121 46a22 22 0 1 1 0 44 22 22 0 0 1 0-44',
  ],
} satisfies Record<string, [string, string, string]>

export type FigureName = keyof typeof FIGURES

/** A drawing at the top of a quiet page. */
export function figure(name: FigureName): SVGSVGElement {
  const [viewBox, thick, thin] = FIGURES[name]
  return drawing('figura', viewBox, line('M4 114h232', 3), line(thin, 6), line(thick, 11))
}
