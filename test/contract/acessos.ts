import type { RegisterRequest, Registration } from '../../server/domain/register.ts'
import { aClaim, anEmpresa, aRegister, unique } from '../support/factories.ts'
import { expectCounterToAgree } from './claims.ts'
import type { Harness } from './harness.ts'
import { registered } from '../support/registered.ts'

export const MINUTE = 60_000

export async function withEmpresa(harness: Harness, icredencial = 5): Promise<string> {
  const empresa = anEmpresa({ icredencial })
  await harness.putEmpresa(empresa)
  return empresa.empresaid
}

/** The same guest from another browser, with a company's invitation when one is named. */
export const another = (request: RegisterRequest, empresaid: string | null = null): RegisterRequest => ({
  ...request,
  recibo: unique('recibo'),
  conhecidas: [],
  claim: empresaid === null ? null : aClaim(empresaid),
})

/** The versao of the link a browser was given; null when it was told of the registration only. */
function versaoOf(registration: Registration): number | null {
  if (!('credencial' in registration)) throw new Error(`expected a registration, not ${registration.kind}`)
  return registration.versao
}

export async function register({ storage }: Harness, request: RegisterRequest): Promise<number | null> {
  return versaoOf(await storage.credenciais.register(request))
}

/** A guest nobody paid for, registered at a browser of its own. */
export async function aConvidado(harness: Harness) {
  const request = aRegister()
  const credencialid = await registered(harness.storage.credenciais, request)
  /** The browser that registered the guest, by what its session keeps. */
  const owner = { ...request, recibo: null, conhecidas: [{ credencialid, versao: 0 }] }
  return { request, owner, credencialid }
}

export async function storedVersao({ storage }: Harness, credencialid: string): Promise<number | undefined> {
  return (await storage.credenciais.findById(credencialid))?.versao
}

/** How many invitations of the companies are used, each counter agreeing with its reservas. */
export async function usedOf(harness: Harness, empresaids: string[]): Promise<number> {
  let used = 0
  for (const empresaid of empresaids) {
    await expectCounterToAgree(harness, empresaid, 0)
    used += (await harness.readReservas(empresaid)).filter(({ estado }) => estado === 'usada').length
  }
  return used
}
