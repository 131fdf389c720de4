import { DEPLOYED_INDEXES, openFirebaseHarness } from '../support/firebase-harness.ts'
import { startFakeFirestore } from '../support/firestore/fake.ts'
import { reposContract } from './repos.contract.ts'

reposContract('firebase, on the fake Firestore', async () => {
  const fake = await startFakeFirestore(DEPLOYED_INDEXES)
  const harness = await openFirebaseHarness(fake.host)
  return {
    ...harness,
    async close() {
      await harness.close()
      fake.close()
    },
  }
})
