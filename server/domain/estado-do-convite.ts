/** New until somebody registers with it or it is revoked. What a withdrawal keeps or gave back stays used: its link is spent. */
export type EstadoDoConvite = 'novo' | 'usado' | 'revogado'

/** The state of a personal invitation, which is that of its reserva. */
export function estadoOf({
  estado,
  credencialid,
}: {
  estado: 'pendente' | 'usada' | 'liberada'
  credencialid: string | null
}): EstadoDoConvite {
  switch (estado) {
    case 'pendente':
      return credencialid === null ? 'novo' : 'usado'
    case 'usada':
      return 'usado'
    case 'liberada':
      return credencialid === null ? 'revogado' : 'usado'
    default:
      return estado satisfies never
  }
}
