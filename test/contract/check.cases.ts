import { expect } from 'vitest'
import type { ContractCase } from './harness.ts'

export const checkCases: ContractCase[] = [
  {
    name: 'check answers while storage can be written to',
    async run({ storage }) {
      await expect(storage.check()).resolves.toBeUndefined()
    },
  },
]
