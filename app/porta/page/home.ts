import type { EstadoDaPorta } from '../shown.ts'
import type { Camera } from './camera-state.ts'

/** What the page shows when nobody was just read. */
export type Casa =
  'lendo' | 'parear' | 'revogado' | 'apagada' | `sem-camera ${Extract<Camera, { kind: 'parada' }>['motivo']}`

/** Screens the door is closed at: no list, no keys. */
export const isClosed = (casa: Casa) => casa === 'parear' || casa === 'revogado' || casa === 'apagada'

export function casaOf({ conexao, lista, apagadaem }: EstadoDaPorta, camera: Camera): Casa {
  if (conexao.kind === 'revogado') return 'revogado'
  // A phone that has its list goes on without its pairing: the strip says so.
  if (!lista && conexao.kind === 'sem-pareamento') return 'parear'
  if (!lista && apagadaem !== null) return 'apagada'
  return camera.kind === 'parada' ? `sem-camera ${camera.motivo}` : 'lendo'
}
