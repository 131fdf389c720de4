import { CREDENCIAL_FIELDS } from '../domain/credencial.ts'
import type { Convidado } from '../domain/credencial-repo.ts'
import type { Desistencia } from '../domain/desistencia.ts'
import { offsetOf } from '../domain/quando.ts'
import type { Storage } from '../domain/storage.ts'
import { nextTurn } from './next-turn.ts'

/**
 * The ten fields of section 3 in their order, then the company that invited, as the reserva tells it, the code on the
 * guest's credencial, whether and since when the guest is inside, and when the guest withdrew.
 */
export const COLUMNS = [
  ...CREDENCIAL_FIELDS,
  ...['convite_empresaid', 'convite_empresa', 'codigo', 'estado', 'dentro_desde', 'desistiu_em'],
]

/** Rows made before others get their turn. */
const IN_A_TURN = 100

/** What an export reads, and how it tells code and hour. */
export interface ExportParts extends Pick<Storage, 'credenciais' | 'desistencias' | 'painel'> {
  /** What a person reads aloud of a credencial, `K7F3-92QD`. */
  codeOf: (credencialid: string, versao: number) => string
  config: { evento: { inicio: string } }
}

/** Every guest as a row of {@link COLUMNS}, read from storage as the rows are asked for. @throws StorageError */
export async function* exportCredenciais({
  credenciais,
  desistencias,
  painel,
  codeOf,
  config,
}: ExportParts): AsyncGenerator<Record<string, string>> {
  const [inside, withdrawn] = await Promise.all([painel.listInside(), desistencias.list()])
  const offset = offsetOf(config.evento.inicio)
  const told = (at: number | undefined) => (at === undefined ? '' : dateAndTime(at + offset))
  let done = 0
  for await (const convidado of credenciais.list()) {
    const { credencialid } = convidado.credencial
    const desistencia = withdrawn.get(credencialid)
    const beside = { dentroDesde: told(inside.get(credencialid)), desistiuEm: told(desistencia?.em) }
    yield rowOf(convidado, codeOf, { ...beside, por: desistencia?.por ?? null })
    if (++done % IN_A_TURN === 0) await nextTurn()
  }
}

/** What lies beside a credencial: when the guest went in and withdrew, in words, and who withdrew them. */
interface Beside {
  dentroDesde: string
  desistiuEm: string
  por: Desistencia['por'] | null
}

/** What a guest who is outside is called, by who withdrew them. */
const ESTADOS = { convidado: 'desistiu', mesa: 'retirado pela mesa' } as const

/**
 * One guest as a row of {@link COLUMNS}. `convite_*` are empty for a guest of the public form.
 * @param beside empty text where the guest is not inside, or did not withdraw
 */
export function rowOf(
  { credencial, versao, empresa }: Convidado,
  codeOf: ExportParts['codeOf'],
  { dentroDesde, desistiuEm, por }: Beside = { dentroDesde: '', desistiuEm: '', por: null },
): Record<string, string> {
  return {
    ...credencial,
    convite_empresaid: empresa?.empresaid ?? '',
    convite_empresa: empresa?.nome ?? '',
    codigo: codeOf(credencial.credencialid, versao),
    estado: dentroDesde !== '' ? 'dentro' : por === null ? 'confirmado' : ESTADOS[por],
    dentro_desde: dentroDesde,
    desistiu_em: desistiuEm,
  }
}

/** As spreadsheets in Brazil read it, `16/09/2027 19:42`. @param local milliseconds, of a clock that is taken for UTC */
function dateAndTime(local: number): string {
  const [date = '', time = ''] = new Date(local).toISOString().split('T')
  return `${date.split('-').reverse().join('/')} ${time.slice(0, 5)}`
}
