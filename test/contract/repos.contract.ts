import { describe, test } from 'vitest'
import { acessoCases } from './acesso.cases.ts'
import { claimCases } from './claim.cases.ts'
import { erasureCases } from './erasure.cases.ts'
import { closingCases } from './closing.cases.ts'
import type { ContractCase, Harness } from './harness.ts'
import { organiserCases } from './organiser.cases.ts'
import { rastroCases } from './rastro.cases.ts'
import { registerCases } from './register.cases.ts'
import { transferCases } from './transfer.cases.ts'

/** Everything an adapter of EmpresaRepo and CredencialRepo must do, on a fresh storage each time. */
export const contractCases: ContractCase[] = [
  ...claimCases,
  ...registerCases,
  ...closingCases,
  ...acessoCases,
  ...organiserCases,
  ...rastroCases,
  ...erasureCases,
  ...transferCases,
]

/** Runs the one suite against an adapter. */
export function reposContract(name: string, open: () => Promise<Harness>): void {
  describe(`repositories on ${name}`, () => {
    for (const contractCase of contractCases) {
      test(contractCase.name, async () => {
        const harness = await open()
        try {
          await contractCase.run(harness)
        } finally {
          await harness.close()
        }
      })
    }
  })
}
