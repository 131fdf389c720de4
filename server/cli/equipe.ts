import { equipe } from './commands.ts'
import { run } from './run.ts'

process.exitCode = await run(equipe, process.argv.slice(2))
