import { expect } from 'vitest'
import type { Credencial } from '../../server/domain/credencial.ts'
import type { RegisterRequest } from '../../server/domain/register.ts'
import { anEmpresa } from './factories.ts'
import { openOnFakes, type OnFakes } from './firebase-fake.ts'

export const ID = 'mesa-1'

/** Both fakes with one company of ten invitations. */
export async function openWithEmpresa(end?: Parameters<typeof openOnFakes>[0]): Promise<OnFakes> {
  const on = await openOnFakes(end)
  on.fake.put('empresa', ID, anEmpresa({ empresaid: ID, icredencial: 10 }))
  return on
}

/** Checks that licredencial equals the reservas that are pendente or usada, and the expected number. */
export function expectInvitations({ fake, empresa }: OnFakes, used: number): void {
  const counting = [...fake.documents('reserva').values()].filter(({ estado }) => estado !== 'liberada')
  expect([empresa(ID).licredencial, counting.length]).toEqual([used, used])
}

export async function registered({ storage }: OnFakes, request: RegisterRequest): Promise<Credencial> {
  const registration = await storage.credenciais.register(request)
  if (!('credencial' in registration)) throw new Error(registration.kind)
  return registration.credencial
}

/**
 * Checks that there is one credencial with its key and its outbox entry, all under one id, which a repeat
 * gets again.
 */
export async function expectOneConvidado(
  on: OnFakes,
  request: RegisterRequest,
  told: Credencial,
): Promise<void> {
  const { credencialid } = told
  expect(on.ids('credencial')).toEqual([credencialid])
  expect(on.ids('avip_outbox')).toEqual([credencialid])
  expect([...on.fake.documents('chave').values()]).toMatchObject([{ credencialid }])
  expect(on.fake.documents('credencial').get(credencialid)).toEqual({ ...told })
  expect(await registered(on, request)).toEqual(told)
  expect(on.ids('credencial')).toEqual([credencialid])
}
