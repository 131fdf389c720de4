import type { EmpresaRow } from '../../server/domain/planilha-row.ts'
import { aClaim, anEmpresa, aRegister, unique } from '../support/factories.ts'
import type { Harness } from './harness.ts'
import { registered } from '../support/registered.ts'

/** A row of a spreadsheet of companies. */
export const aRow = (fields: Partial<EmpresaRow> = {}): EmpresaRow => ({
  empresaid: unique('empresa'),
  nome: 'Sindicato Rural',
  icredencial: 8,
  licredencial: 0,
  ...fields,
})

/** A guest a company pays for, with what they registered with. */
export async function aConvidado(harness: Harness, icredencial = 5) {
  const empresa = anEmpresa({ icredencial })
  await harness.putEmpresa(empresa)
  const request = aRegister({ claim: aClaim(empresa.empresaid) })
  const credencialid = await registered(harness.storage.credenciais, request)
  return { empresaid: empresa.empresaid, request, credencialid }
}
