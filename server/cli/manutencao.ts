import { maintain } from './maintain.ts'
import { run } from './run.ts'

process.exitCode = await run(maintain, process.argv.slice(2))
