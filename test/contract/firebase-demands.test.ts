import { openFakeHarness } from '../support/firebase-harness.ts'
import { demands } from './demands.cases.ts'
import { reposContract } from './repos.contract.ts'

reposContract('firebase, on the fake Firestore', openFakeHarness, demands)
