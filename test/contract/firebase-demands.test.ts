import { openFakeHarness } from '../support/firebase-harness.ts'
import { demandsCases } from './demands.cases.ts'
import { reposContract } from './repos.contract.ts'

reposContract('firebase, on the fake Firestore', openFakeHarness, demandsCases)
