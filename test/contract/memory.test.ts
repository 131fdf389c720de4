import { openMemoryHarness } from '../support/memory-harness.ts'
import { reposContract } from './repos.contract.ts'

reposContract('memory', openMemoryHarness)
