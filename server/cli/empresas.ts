import { empresas } from './commands.ts'
import { run } from './run.ts'

process.exitCode = await run(empresas, process.argv.slice(2))
