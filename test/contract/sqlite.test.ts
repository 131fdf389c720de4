import { openSqliteHarness } from '../support/sqlite-harness.ts'
import { reposContract } from './repos.contract.ts'

reposContract('sqlite', openSqliteHarness)
