/** A label, or the labels of new invitations, as typed and refused. */
export interface RefusedRotulo {
  /** The invitation whose label it was; null for labels of new ones. */
  codigo: string | null
  typed: string
  message: string
}

/** The id of the field a label is typed in, or of the field of new ones. */
export const rotuloFieldOf = (codigo: string | null) => (codigo === null ? 'rotulos' : `rotulo-${codigo}`)
