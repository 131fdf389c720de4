import { expect } from 'vitest'
import { it, type ContractCase } from './harness.ts'

export const cases: ContractCase[] = [
  it('check answers while storage can be written to', async ({ storage }) => {
    await expect(storage.check()).resolves.toBeUndefined()
  }),
]
