import { maintainCommand } from './maintain.ts'
import { run } from './run.ts'

process.exitCode = await run(maintainCommand, process.argv.slice(2))
