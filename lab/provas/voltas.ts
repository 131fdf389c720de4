import { join } from 'node:path'
import { nameOf, openJar } from '../../test/support/journey.ts'
import { valueOf } from '../../test/support/sqlite-value.ts'
import { lookAt, newDatabase, runCommand, startServer } from './product.ts'
import { sleep, type Prova } from './prova.ts'

const STARTS = { full: 50, short: 5 }
const COMMANDS = { full: 200, short: 16 }

/** Starts and stops a server over and over, registering a guest each time. @returns what ended badly */
async function startAndStop(directory: string, times: number): Promise<string | null> {
  for (let n = 1; n <= times; n++) {
    const server = await startServer(directory)
    const { status } = await openJar(server.url).post('/cadastro', convidado(n))
    const code = await server.stop('SIGTERM')
    if (status !== 303 || code !== 0 || /warning/i.test(server.printed()))
      return `start ${n}: ${status}, ended with ${code ?? server.child.signalCode}: ${server.printed()}`
  }
  return null
}

const convidado = (n: number) => ({ nome: nameOf(n), telefone: '11987654321', email: '' })

/** Runs every command in turn, over and over, beside a server. @returns what ended badly */
async function command(directory: string, times: number): Promise<string | null> {
  const { url } = await startServer(directory)
  const id = () => String(lookAt(directory, (db) => valueOf(db, 'SELECT max(credencialid) FROM credencial')))
  const acts = [
    () => ['empresas', 'importar', join(directory, 'empresas.csv')],
    () => ['empresas', 'listar', '--mesas'],
    () => ['equipe', 'convidar', 'Dona Cida', '--papel', 'porta'],
    () => ['equipe', 'listar'],
    () => ['credenciais', 'exportar', join(directory, 'guests.csv'), '--sobrescrever'],
    () => ['manutencao'],
    () => ['expurgo'],
    () => ['credenciais', 'excluir', id(), '--sim'],
  ]
  for (let n = 0; n < times; n++) {
    const [name = '', ...args] = acts[n % acts.length]?.() ?? []
    const { status, signal, stderr } = runCommand(directory, name, ...args)
    if (status !== 0 || stderr !== '')
      return `command ${n + 1}, ${name} ${args[0] ?? ''}: ended with ${status ?? signal}: ${stderr}`
    if (n % acts.length === 0) await openJar(url).post('/cadastro', convidado(1_000_000 + n))
    // Lets the server have its turn.
    await sleep(1)
  }
  return null
}

/** Everything that starts ends well, whatever SQLite's binding does when a process exits. */
export const voltas: Prova = {
  goal: '50 starts and stops and 200 commands in a row: each ends with 0, and commands say nothing else',
  limitSeconds: { full: 600, short: 120 },
  async run(isShort) {
    const kind = isShort ? 'short' : 'full'
    const directory = newDatabase({ 'mesa-1': 10 })
    const failure =
      (await startAndStop(directory, STARTS[kind])) ?? (await command(directory, COMMANDS[kind]))
    return {
      figure:
        failure ?? `${STARTS[kind]} starts and stops, ${COMMANDS[kind]} commands, Node ${process.version}`,
      isReached: failure === null,
    }
  },
}
