import { spellingsOf } from '../domain/empresaid.ts'
import type { EmpresaConvites, EmpresaRepo } from '../domain/empresa-repo.ts'

/**
 * The company that an address means where none has it for its id: without what a chat leaves at its end, in small letters
 * and in capitals (decision 0045). One read for each spelling; null where none is found.
 */
export async function findEmpresaMeant(
  { empresas, now }: { empresas: Pick<EmpresaRepo, 'find'>; now: () => number },
  raw: string,
): Promise<EmpresaConvites | null> {
  for (const empresaid of spellingsOf(raw)) {
    const found = await empresas.find(empresaid, now())
    if (found) return found
  }
  return null
}
