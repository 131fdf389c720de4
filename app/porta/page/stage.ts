import type { DoorState } from '../shown.ts'
import type { CameraState } from './camera.ts'
import type { Scene } from './element.ts'
import type { MiddleKey } from './keys.ts'
import type { Layout } from './layout.ts'

/** How long a verdict stays in view. */
const RETURN_MILLISECONDS = 6_000

/** What stands between the strip and the keys: one screen at a time, and for how long. */
export interface Stage {
  /** Null before the first. */
  scene(): Scene | null
  place(next: Scene): void
  /** Goes back six seconds from now, later while the keyboard is in what is in view. */
  hold(back: () => void): void
  /** What the key in the middle is for. */
  middle(): MiddleKey
}

export function openStage(layout: Layout, camera: () => CameraState): Stage {
  let scene: Scene | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const middle = (): MiddleKey => (scene ? middleOf(scene, camera()) : { kind: 'empty' })
  const hold = (back: () => void): void => {
    clearTimeout(timer)
    timer = setTimeout(() => (isKeyboardIn(scene?.main) ? hold(back) : back()), RETURN_MILLISECONDS)
  }
  return {
    scene: () => scene,
    place(next) {
      clearTimeout(timer)
      scene = next
      layout.place(next, middle())
    },
    hold,
    middle,
  }
}

/** A finger that touched it is no reason to stay. */
const isKeyboardIn = (main: HTMLElement | undefined) =>
  main?.contains(document.querySelector(':focus-visible')) ?? false

function middleOf({ kind }: Scene, camera: CameraState): MiddleKey {
  if (kind === 'busca' || kind === 'codigo') return { kind: 'camera' }
  if (kind === 'veredito' || kind === 'mesa') return { kind: camera.kind === 'on' ? 'next' : 'camera' }
  const { torch } = camera.kind === 'on' ? camera : { torch: null }
  return kind === 'lendo' && torch ? { kind: 'torch', ...torch } : { kind: 'empty' }
}

/** What the page shows when nobody was just read. */
export type Home =
  | 'viewfinder'
  | 'unpaired'
  | 'revoked'
  | 'erased'
  | `no-camera ${Extract<CameraState, { kind: 'off' }>['reason']}`

/** Screens the door is closed at: no list, no keys. */
export const isClosed = (home: Home) => home === 'unpaired' || home === 'revoked' || home === 'erased'

export function homeOf({ connection, lista, apagadaem }: DoorState, camera: CameraState): Home {
  if (connection.kind === 'revoked') return 'revoked'
  // A phone that has its list goes on without its pairing: the strip says so.
  if (!lista && connection.kind === 'unpaired') return 'unpaired'
  if (!lista && apagadaem !== null) return 'erased'
  return camera.kind === 'off' ? `no-camera ${camera.reason}` : 'viewfinder'
}
