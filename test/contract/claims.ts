import { expect } from 'vitest'
import { anEmpresa } from '../support/factories.ts'
import type { Harness } from './harness.ts'

/** Checks that licredencial = its value before this product + pendente + usada, at every moment. */
export async function expectCounterToAgree(
  harness: Harness,
  empresaid: string,
  before: number,
): Promise<void> {
  const counted = (await harness.readReservas(empresaid)).filter((r) => r.estado !== 'liberada').length
  expect((await harness.readEmpresa(empresaid)).licredencial).toBe(before + counted)
}

/** A company. @returns its id */
export async function withEmpresa(
  harness: Harness,
  fields: Parameters<typeof anEmpresa>[0] = {},
): Promise<string> {
  const empresa = anEmpresa(fields)
  await harness.putEmpresa(empresa)
  return empresa.empresaid
}
