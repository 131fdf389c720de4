import { own } from '../domain/own.ts'
import { runInTerminal, openServices, run } from './run.ts'

/** Every command of the project: `node build/node/cli/main.js NAME …`. Each loads what it needs and nothing else. */
const programs: Record<string, (args: string[]) => Promise<number>> = {
  empresas: async (args) => run((await import('./empresas.ts')).empresas, args),
  credenciais: async (args) => run((await import('./credenciais.ts')).credenciais, args),
  equipe: async (args) => run((await import('./equipe.ts')).equipe, args),
  evento: async (args) => run((await import('./evento.ts')).evento, args),
  arte: async (args) => run((await import('./make-arte.ts')).arte, args),
  manutencao: async (args) => run((await import('./maintain.ts')).maintainCommand, args),
  expurgo: async (args) => run((await import('./erase-personal-data.ts')).eraseCommand, args),
  async migrar(args) {
    const { migrate } = await import('./migrate.ts')
    const open = (storage: string) => openServices({ ...process.env, STORAGE: storage })
    return runInTerminal((console) => migrate({ ...console, open }, args))
  },
  async restaurar(args) {
    const { restoreCommand } = await import('./restore.ts')
    return runInTerminal((console) => restoreCommand(console, args))
  },
}

const [name = '', ...args] = process.argv.slice(2)
const program = own(programs, name)
if (program) process.exitCode = await program(args)
else {
  process.stderr.write(`Uso: npm run ${Object.keys(programs).join('|')} -- …\n`)
  process.exitCode = 1
}
