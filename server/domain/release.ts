import type { AllotmentChange } from './claim.ts'
import type { Empresa } from './empresa.ts'
import { isBrokenEmpresa, type BrokenEmpresa } from './errors.ts'
import type { Reserva } from './reserva.ts'

/** Gives invitations back: each reserva becomes liberada and licredencial falls by as many, never below zero. */
export function giveBack(empresa: Empresa, release: Reserva[]): AllotmentChange {
  const licredencial = Math.max(0, empresa.licredencial - release.length)
  return { empresaid: empresa.empresaid, licredencial, release, store: null }
}

/**
 * Releases company by company. One that is broken must not keep the others waiting, so it is told of at the end.
 * @returns how many holds were released
 * @throws InvalidCounterError or DuplicateEmpresaError of the first broken company, after all others are done
 */
export async function releaseEach(
  empresaids: Iterable<string>,
  release: (empresaid: string) => Promise<number>,
): Promise<number> {
  let released = 0
  let broken: BrokenEmpresa | null = null
  for (const empresaid of empresaids) {
    try {
      released += await release(empresaid)
    } catch (error) {
      if (!isBrokenEmpresa(error)) throw error
      broken ??= error
    }
  }
  if (broken) throw broken
  return released
}
