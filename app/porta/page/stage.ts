import type { Camera } from './camera-state.ts'
import type { Cena } from './scene.ts'
import type { Moldura } from './layout.ts'
import type { Meio } from './keys.ts'

/** How long a verdict stays in view. */
const RETURN_MILLISECONDS = 6_000

/** What stands between the strip and the keys: one screen at a time, and for how long. */
export interface Palco {
  /** Null before the first. */
  cena(): Cena | null
  place(next: Cena): void
  /** Goes back six seconds from now, later while the keyboard is in what is in view. */
  hold(back: () => void): void
  /** What the key in the middle is for. */
  meio(): Meio
}

export function openPalco(moldura: Moldura, camera: () => Camera): Palco {
  let cena: Cena | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const meio = (): Meio => (cena ? meioOf(cena, camera()) : { kind: 'vazia' })
  const hold = (back: () => void): void => {
    clearTimeout(timer)
    timer = setTimeout(() => (isKeyboardIn(cena?.main) ? hold(back) : back()), RETURN_MILLISECONDS)
  }
  return {
    cena: () => cena,
    place(next) {
      clearTimeout(timer)
      cena = next
      moldura.place(next, meio())
    },
    hold,
    meio,
  }
}

/** A finger that touched it is no reason to stay. */
const isKeyboardIn = (main: HTMLElement | undefined) =>
  main?.contains(document.querySelector(':focus-visible')) ?? false

function meioOf({ modo }: Cena, camera: Camera): Meio {
  if (modo === 'busca' || modo === 'codigo') return { kind: 'camera' }
  if (modo === 'veredito' || modo === 'mesa') return { kind: camera.kind === 'ligada' ? 'proximo' : 'camera' }
  const { lanterna } = camera.kind === 'ligada' ? camera : { lanterna: null }
  return modo === 'lendo' && lanterna ? { kind: 'lanterna', ...lanterna } : { kind: 'vazia' }
}
