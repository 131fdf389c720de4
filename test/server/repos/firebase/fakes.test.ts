import { describe, onTestFinished, test } from 'vitest'
import { conformanceCases, withClient } from '../../../support/firestore/conformance.ts'
import { startFakeFirestore } from '../../../support/firestore/fake.ts'

describe('the fake Firestore', () => {
  for (const { name, run } of conformanceCases) {
    test(name, async () => {
      const fake = await startFakeFirestore()
      onTestFinished(fake.close)
      await withClient(fake.host, run)
    })
  }
})
