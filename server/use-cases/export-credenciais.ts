import { CREDENCIAL_FIELDS } from '../domain/credencial.ts'
import type { Convidado } from '../domain/credencial-repo.ts'
import type { Storage } from '../domain/storage.ts'

/**
 * The ten fields of section 3 in their order, then the company that invited, as the reserva tells it, and the code on
 * the guest's credencial.
 */
export const COLUMNS = [...CREDENCIAL_FIELDS, 'convite_empresaid', 'convite_empresa', 'codigo']

/** What a person reads aloud of a credencial, `K7F3-92QD`. */
type CodeOf = (credencialid: string, versao: number) => string

/** One guest as a row of {@link COLUMNS}. `convite_*` are empty for a guest of the public form. */
export function rowOf({ credencial, versao, empresa }: Convidado, codeOf: CodeOf): Record<string, string> {
  return {
    ...credencial,
    convite_empresaid: empresa?.empresaid ?? '',
    convite_empresa: empresa?.nome ?? '',
    codigo: codeOf(credencial.credencialid, versao),
  }
}

/** Every guest as a row, read from storage as the rows are asked for. @throws StorageError */
export async function* exportCredenciais({
  credenciais,
  codeOf,
}: Pick<Storage, 'credenciais'> & { codeOf: CodeOf }): AsyncIterable<Record<string, string>> {
  for await (const convidado of credenciais.list()) yield rowOf(convidado, codeOf)
}
