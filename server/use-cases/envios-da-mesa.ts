import type { EstadoDoConvite } from '../domain/convite-pessoal.ts'
import type { Storage } from '../domain/storage.ts'
import { arrangeFila, invitedTo, type Fila } from './envios.ts'

/** A table and its personal invitations, as they were typed. */
export interface MesaDosConvites {
  empresaid: string
  nome: string
  convites: { codigo: string; rotulo: string; estado: EstadoDoConvite }[]
}

/** With more rows than this all of the kind are read at once, which on Firestore are 64 documents at most. */
const FEW = 32

/**
 * Works out a table's own queue: its invitations nobody has used, and what became of each. They are rows of the queue
 * the organisation has, too. Who of the organisation sent one is not named. @throws StorageError
 */
export async function readFilaDaMesa(
  { envios, now }: Pick<Storage, 'envios'> & { now: () => number },
  { empresaid, nome, convites }: MesaDosConvites,
): Promise<Fila> {
  const devidas = convites
    .filter(({ estado }) => estado === 'novo')
    .map((convite) => invitedTo({ empresaid, nome }, convite))
  const stored =
    devidas.length > FEW
      ? await envios.list('pessoal')
      : await Promise.all(devidas.map(({ para }) => envios.find('pessoal', para)))
  return arrangeFila(
    'pessoal',
    devidas,
    stored.filter((envio) => envio !== null),
    now(),
  )
}
