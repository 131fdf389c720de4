import { describe, test } from 'vitest'
import type { ContractCase, Harness } from './harness.ts'

type Cases = { cases?: ContractCase[]; races?: ContractCase[] }

const modules = import.meta.glob<Cases>('./*.cases.ts', { eager: true })

export const races: ContractCase[] = Object.values(modules).flatMap((module) => module.races ?? [])

/** Everything an adapter must do, on a fresh storage for each case. */
export const contractCases = [...Object.values(modules).flatMap(({ cases }) => cases ?? []), ...races]

/** Runs the one suite, or a part of it, against an adapter. */
export function reposContract(name: string, open: () => Promise<Harness>, cases = contractCases): void {
  describe(`repositories on ${name}`, () => {
    for (const contractCase of cases) {
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
