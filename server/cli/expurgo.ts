import { erasePersonalData } from './erase-personal-data.ts'
import { run } from './run.ts'

process.exitCode = await run(erasePersonalData, process.argv.slice(2))
