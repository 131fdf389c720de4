import type { DoorState } from '../shown.ts'
import type { CameraState } from './camera-state.ts'

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
