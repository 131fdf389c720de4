import { credenciais } from './acts.ts'
import { run } from './run.ts'

process.exitCode = await run(credenciais, process.argv.slice(2))
