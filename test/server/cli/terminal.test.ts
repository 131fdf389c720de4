import { PassThrough } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { EXIT, failureOf, formatTable, type Command } from '../../../server/cli/cli.ts'
import { createProgress, run, type Terminal } from '../../../server/cli/run.ts'
import { InvalidCounterError, StorageError } from '../../../server/domain/errors.ts'
import { aDirectory } from '../../support/temporary.ts'

function aTerminal(isTTY: boolean) {
  const stream = () => Object.assign(new PassThrough(), { isTTY })
  const [stdin, stdout, stderr] = [stream(), stream(), stream()]
  // Since Node 26, one read returns one chunk.
  const read = (stream: PassThrough) => {
    const chunks: Buffer[] = []
    for (let chunk: unknown; (chunk = stream.read()) !== null;) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks).toString()
  }
  return {
    stdin,
    terminal: { stdin, stdout, stderr } as unknown as Terminal,
    printed: () => read(stdout),
    complained: () => read(stderr),
  }
}

/** The environment of a command with a database of its own. */
function anEnvironment(variables: Record<string, string> = {}) {
  vi.unstubAllEnvs()
  vi.stubEnv('SESSION_SECRET', '')
  vi.stubEnv('STORAGE', 'sqlite')
  vi.stubEnv('SQLITE_PATH', `${aDirectory()}/convites.db`)
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
}

test('run composes the world of a command without the sample companies, and ends with its exit', async () => {
  anEnvironment()
  const { terminal, printed } = aTerminal(false)
  const command: Command = async ({ services, out, ask, progress }, args) => {
    out(`${args.join()} ${(await services.empresas.list(0)).empresas.length} ${String(ask)}`)
    progress('x').step(1, 2)
    return EXIT.refused
  }
  expect(await run(command, ['a', 'b'], terminal)).toBe(1)
  expect(printed()).toBe('a,b 0 null\n')
})

test('run asks on a terminal, and takes a closed question for no answer', async () => {
  anEnvironment()
  const command: Command = async ({ ask, out }) => {
    out(`<${(await ask?.('? ')) ?? ''}>`)
    return EXIT.done
  }
  const typed = aTerminal(true)
  typed.stdin.write('sim\n')
  await run(command, [], typed.terminal)
  expect(typed.printed()).toContain('<sim>')
  const closed = aTerminal(true)
  closed.stdin.end()
  await run(command, [], closed.terminal)
  expect(closed.printed()).toContain('<>')
})

test('run tells in a sentence what is wrong with the configuration or the database', async () => {
  const never: Command = () => Promise.reject(new Error('not to be run'))
  for (const [variables, sentence] of [
    [{ PORT: 'x' }, 'PORT must be a whole number'],
    [{ STORAGE: 'memory' }, 'STORAGE=memory não guarda nada'],
    [{ SQLITE_PATH: aDirectory() }, 'unable to open database file: confira SQLITE_PATH'],
    [{ EVENTO: 'nenhum.json' }, 'EVENTO=nenhum.json cannot be read'],
  ] as const) {
    anEnvironment(variables)
    const { terminal, complained } = aTerminal(false)
    expect(await run(never, [], terminal)).toBe(1)
    expect(complained()).toMatch(new RegExp(`^Não foi possível começar:[^]*${sentence}`))
  }
})

test('run tells a failing storage in a sentence and lets a bug keep its stack', async () => {
  anEnvironment()
  const { terminal, complained } = aTerminal(false)
  expect(await run(() => Promise.reject(new StorageError('busy')), [], terminal)).toBe(1)
  expect(complained()).toBe(
    'O banco de dados não respondeu (busy). Tente de novo; repetir não duplica nada.\n',
  )
  await expect(run(() => Promise.reject(new TypeError('bug')), [], terminal)).rejects.toThrow('bug')
})

test('run interrupted says so and ends as interrupted processes do', async () => {
  anEnvironment()
  const { terminal, complained } = aTerminal(false)
  const command: Command = ({ signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')))
      process.emit('SIGINT')
    })
  expect(await run(command, [], terminal)).toBe(130)
  expect(complained()).toBe('Interrompido.\n')
})

test('failureOf names the company whose counter is no number', () => {
  expect(failureOf(new InvalidCounterError('mesa-1', 'icredencial'))).toContain(
    'icredencial da empresa mesa-1',
  )
})

test('progress rewrites one line on a terminal, not too often, and wipes it', () => {
  const written: string[] = []
  const screen = { isTTY: true, write: (text: string) => written.push(text) > 0 }
  let now = 0
  const progress = createProgress(screen, 'Gravando', () => now)
  progress.step(1, 10)
  progress.step(2, 10)
  now = 100
  progress.step(3, null)
  progress.end()
  progress.end()
  expect(written).toEqual(['\r\u001B[KGravando 1 de 10…', '\r\u001B[KGravando 3…', '\r\u001B[K'])
})

test('progress writes nothing where there is no terminal', () => {
  const written: string[] = []
  const progress = createProgress({ isTTY: false, write: (text: string) => written.push(text) > 0 }, 'x')
  progress.step(1, 1)
  progress.end()
  expect(written).toEqual([])
})

test('formatTable aligns by characters as read and keeps stored control characters off the terminal', () => {
  const columns = ['NOME', { number: 'N' }] as const
  expect(
    formatTable(
      [...columns],
      [
        ['Jose\u0301', '5'],
        ['A\u001B[2J\nB', '10'],
      ],
    ),
  ).toEqual(['NOME     N', 'José     5', 'A[2J B  10'])
})
