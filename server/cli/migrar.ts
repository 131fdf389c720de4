import { migrate } from './migrate.ts'
import { openServices, runInTerminal } from './run.ts'

const open = (storage: string) => openServices({ ...process.env, STORAGE: storage })

process.exitCode = await runInTerminal((console) => migrate({ ...console, open }, process.argv.slice(2)))
