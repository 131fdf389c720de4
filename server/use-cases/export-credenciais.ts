import { CREDENCIAL_FIELDS } from '../domain/credencial.ts'
import type { Convidado } from '../domain/credencial-repo.ts'
import { offsetOf } from '../domain/quando.ts'
import type { Storage } from '../domain/storage.ts'
import { nextTurn } from './next-turn.ts'

/**
 * The ten fields of section 3 in their order, then the company that invited, as the reserva tells it, the code on the
 * guest's credencial, and whether and since when the guest is inside.
 */
export const COLUMNS = [
  ...CREDENCIAL_FIELDS,
  ...['convite_empresaid', 'convite_empresa', 'codigo', 'estado', 'dentro_desde'],
]

/** Rows made before others get their turn. */
const IN_A_TURN = 100

/** What an export reads, and how it tells code and hour. */
export interface ExportParts extends Pick<Storage, 'credenciais' | 'painel'> {
  /** What a person reads aloud of a credencial, `K7F3-92QD`. */
  codeOf: (credencialid: string, versao: number) => string
  config: { evento: { inicio: string } }
}

/** Every guest as a row of {@link COLUMNS}, read from storage as the rows are asked for. @throws StorageError */
export async function* exportCredenciais({
  credenciais,
  painel,
  codeOf,
  config,
}: ExportParts): AsyncGenerator<Record<string, string>> {
  const inside = await painel.listInside()
  const offset = offsetOf(config.evento.inicio)
  let done = 0
  for await (const convidado of credenciais.list()) {
    const since = inside.get(convidado.credencial.credencialid)
    yield rowOf(convidado, codeOf, since === undefined ? '' : dateAndTime(since + offset))
    if (++done % IN_A_TURN === 0) await nextTurn()
  }
}

/**
 * One guest as a row of {@link COLUMNS}. `convite_*` are empty for a guest of the public form.
 * @param dentroDesde empty for a guest who is not inside
 */
export function rowOf(
  { credencial, versao, empresa }: Convidado,
  codeOf: ExportParts['codeOf'],
  dentroDesde = '',
): Record<string, string> {
  return {
    ...credencial,
    convite_empresaid: empresa?.empresaid ?? '',
    convite_empresa: empresa?.nome ?? '',
    codigo: codeOf(credencial.credencialid, versao),
    estado: dentroDesde === '' ? 'confirmado' : 'dentro',
    dentro_desde: dentroDesde,
  }
}

/** As spreadsheets in Brazil read it, `16/09/2027 19:42`. @param local milliseconds, of a clock that is taken for UTC */
function dateAndTime(local: number): string {
  const [date = '', time = ''] = new Date(local).toISOString().split('T')
  return `${date.split('-').reverse().join('/')} ${time.slice(0, 5)}`
}
