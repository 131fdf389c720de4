import { openFakeHarness } from '../support/firebase-harness.ts'
import { demands } from './demands.cases.ts'
import { contractCases, reposContract } from './repos.contract.ts'

// The demands run from a file of their own, beside this one: they take half of the time.
reposContract(
  'firebase, on the fake Firestore',
  openFakeHarness,
  contractCases.filter((contractCase) => !demands.includes(contractCase)),
)
