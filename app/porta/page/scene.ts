/** One of the page's screens, between the strip and the keys. */
export interface Scene {
  /** Names the body's class, too. */
  kind: 'lendo' | 'veredito' | 'busca' | 'codigo' | 'mesa' | 'aviso'
  /** Of the document. */
  title: string
  main: HTMLElement
  /** What acts, below what scrolls. */
  footer?: HTMLElement
  /** Without the keys: there is nothing to read, to search or to type. */
  isAlone?: boolean
  /** What gets the keyboard as the screen opens. */
  focus?: HTMLElement
  /** Whether a code in front of the camera counts. */
  isReading(): boolean
  /** The code that was just decided is held on. */
  breathe?(): void
  /** The door's state or its list changed. */
  update?(): void
}
