import type { Desistencia } from '../../server/domain/desistencia.ts'
import type { Storage } from '../../server/domain/storage.ts'

/** The withdrawals that hold, by their guests, as the board has them. */
export async function desistenciasIn({ painel }: Pick<Storage, 'painel'>): Promise<Map<string, Desistencia>> {
  const live = new Map<string, Desistencia>()
  for await (const { credencial, desistencia } of painel.list())
    if (desistencia) live.set(credencial.credencialid, desistencia)
  return live
}
