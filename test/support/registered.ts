import type { CredencialRepo } from '../../server/domain/credencial-repo.ts'
import type { RegisterRequest } from '../../server/domain/register.ts'
import { aRegister } from './factories.ts'

/** Registers a guest, who must be new. @returns the credencialid */
export async function registered(
  credenciais: Pick<CredencialRepo, 'register'>,
  fields: Partial<RegisterRequest> = {},
): Promise<string> {
  const registration = await credenciais.register(aRegister(fields))
  if (registration.kind !== 'registered') throw new Error(registration.kind)
  return registration.credencial.credencialid
}
