import { credenciais } from './commands.ts'
import { run } from './run.ts'

process.exitCode = await run(credenciais, process.argv.slice(2))
