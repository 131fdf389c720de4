import type { EstadoDoConvite } from '../../server/domain/estado-do-convite'

/** A personal invitation as the panel of a table shows it. */
export interface ShownConvite {
  codigo: string
  rotulo: string
  estado: EstadoDoConvite
  /** Who came with it; null for a new or revoked one, and after a withdrawal. */
  por: string | null
  /** Its address; null where nobody could open it. */
  envio: { link: string; whatsapp: string } | null
}
