import type { Registration } from '../../server/domain/register.ts'
import { anEmpresa } from '../support/factories.ts'
import type { Harness } from './harness.ts'

/** Whose credencial it is; the kind of the answer where there is none. */
export const idOf = (registration: Registration) =>
  'credencial' in registration ? registration.credencial.credencialid : registration.kind

/** A company with this number of invitations. @returns its id */
export async function withEmpresa(harness: Harness, icredencial: number, licredencial = 0): Promise<string> {
  const empresa = anEmpresa({ icredencial, licredencial })
  await harness.putEmpresa(empresa)
  return empresa.empresaid
}
