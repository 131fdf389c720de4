import { eraseCommand } from './erase-personal-data.ts'
import { run } from './run.ts'

process.exitCode = await run(eraseCommand, process.argv.slice(2))
