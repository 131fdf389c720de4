import { CREDENCIAL_FIELDS } from '../domain/credencial.ts'
import type { Convidado } from '../domain/credencial-repo.ts'

/**
 * The ten fields of section 3 in their order, then the company that invited, as the reserva tells it, and the code on
 * the guest's credencial.
 */
export const COLUMNS = [...CREDENCIAL_FIELDS, 'convite_empresaid', 'convite_empresa', 'codigo']

/** One guest as a row. `convite_*` are empty for who came by the public form. */
export function csvRowOf({ credencial, empresa }: Convidado, codigo: string): Record<string, string> {
  return {
    ...credencial,
    convite_empresaid: empresa?.empresaid ?? '',
    convite_empresa: empresa?.nome ?? '',
    codigo,
  }
}
