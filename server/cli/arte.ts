import { makeArte } from './make-arte.ts'
import { runInTerminal } from './run.ts'

process.exitCode = await runInTerminal((console) => makeArte(console, process.argv.slice(2)))
