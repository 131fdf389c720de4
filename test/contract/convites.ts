import { expect } from 'vitest'
import type { NovoConvite } from '../../server/domain/convite-pessoal.ts'
import type { RegisterRequest } from '../../server/domain/register.ts'
import { aClaim, anAutor, aRegister, NOW, unique } from '../support/factories.ts'
import type { Harness } from './harness.ts'

let serial = 0

/** A code of twenty signs that no other case has. */
export const aCodigo = () =>
  String(++serial)
    .replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')
    .padStart(20, 'z')

export const aNovo = (rotulo = 'Tia Lúcia'): NovoConvite => ({
  codigo: aCodigo(),
  rotulo,
  reservaid: unique('reserva'),
  sid: unique('sid'),
})

/** Makes personal invitations. @returns what they were asked with */
export async function withConvites(harness: Harness, empresaid: string, count = 1): Promise<NovoConvite[]> {
  const novos = Array.from({ length: count }, () => aNovo())
  expect(await harness.storage.convites.create(empresaid, novos, NOW, anAutor())).toEqual({ kind: 'created' })
  return novos
}

export const register = (
  { storage }: Harness,
  empresaid: string,
  { sid }: NovoConvite,
  fields: Partial<RegisterRequest> = {},
) =>
  storage.credenciais.register(aRegister({ claim: aClaim(empresaid, { sid }), isPersonal: true, ...fields }))
