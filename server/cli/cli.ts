import { parseArgs, type ParseArgsConfig } from 'node:util'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import type { Services } from '../composition.ts'
import type { Config } from '../config.ts'
import { own } from '../domain/own.ts'
import { printable } from '../domain/text.ts'
import type { FollowUp } from '../use-cases/change-convidado.ts'
import { DuplicateEmpresaError, InvalidCounterError, StorageError } from '../domain/errors.ts'
import { PlanilhaError } from '../planilhas/pasta.ts'
import { createCsv } from '../planilhas/csv-output.ts'

/** The world of a command, passed in so that a test can replace the terminal. */
export interface Cli {
  services: Services
  /** Prints what the organiser asked for. */
  out: (line: string) => void
  /** Prints problems, usage and warnings: apart from `out`, so that a pipe carries results only. */
  err: (line: string) => void
  /** Puts a question and waits for the line typed; null when there is no terminal. */
  ask: ((question: string) => Promise<string>) | null
  /** Shows how far long work has come; shows nothing when there is no terminal. */
  progress: (label: string) => Progress
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
}

export interface Progress {
  /** `total` is null when it is not known beforehand. */
  step: (done: number, total: number | null) => void
  /** Wipes the line. Called however the work ended. */
  end: () => void
}

/** The exit codes of commands. */
export const EXIT = {
  done: 0,
  /** Understood, but not done or not wholly done; the reason was printed. */
  refused: 1,
  /** Not understood; the usage is printed. */
  usage: 2,
} as const

export type Exit = (typeof EXIT)[keyof typeof EXIT]

export function refuse(err: Cli['err'], ...sentences: string[]): Exit {
  for (const sentence of sentences) err(sentence)
  return EXIT.refused
}

/** One thing the organiser can ask for, with the arguments after its name. */
export type Command<World = Cli> = (world: World, args: string[]) => Promise<Exit>

/** Reads the options and positionals of a command; null when it does not take them: answer EXIT.usage. */
export function readArguments<Taken extends ParseArgsConfig>(
  config: Taken,
): ReturnType<typeof parseArgs<Taken>> | null {
  try {
    return parseArgs(config)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code.startsWith('ERR_PARSE_ARGS')) return null
    throw error
  }
}

type Options = NonNullable<ParseArgsConfig['options']>
type Values<Taken extends Options> = ReturnType<typeof parseArgs<{ options: Taken }>>['values']

/** A command that takes only options. */
export function withOptions<Taken extends Options, World = Cli>(
  options: Taken,
  act: (world: World, values: Values<Taken>) => Promise<Exit>,
): Command<World> {
  return async (world, args) => {
    const parsed = readArguments({ args, options })
    return parsed ? act(world, parsed.values) : EXIT.usage
  }
}

/** A command about one thing, which also takes options. */
export function withOne<Taken extends Options, World = Cli>(
  options: Taken,
  act: (world: World, one: string, values: Values<Taken>) => Promise<Exit>,
): Command<World> {
  return async (world, args) => {
    const parsed = readArguments({ args, options, allowPositionals: true })
    const [one, ...rest] = parsed?.positionals ?? []
    return parsed && one !== undefined && rest.length === 0 ? act(world, one, parsed.values) : EXIT.usage
  }
}

/**
 * A command made of others, chosen by the first argument. Prints the usage when asked to, and when the
 * argument is not understood.
 */
export function chooseCommand(usage: string, commands: Record<string, Command>): Command {
  return withUsage(usage, async (cli, [name = '', ...args]) => {
    const command = own(commands, name)
    return command ? command(cli, args) : EXIT.usage
  })
}

export function withUsage<World extends Pick<Cli, 'out' | 'err'>>(
  usage: string,
  command: Command<World>,
): Command<World> {
  return async (world, args) => {
    if (args[0] === '--help' || args[0] === '-h') {
      world.out(usage)
      return EXIT.done
    }
    const exit = await command(world, args)
    if (exit !== EXIT.usage) return exit
    if (args.length > 0) world.err('Não entendi o comando. Ele se escreve assim:\n')
    world.err(usage)
    return exit
  }
}

/** Asks before something is erased for good. @returns false without a yes, after telling the organiser */
export async function isConfirmed(
  { ask, err }: Pick<Cli, 'ask' | 'err'>,
  question: string,
): Promise<boolean> {
  const answer = (await ask?.(question)) ?? ''
  if (/^\s*s(im)?\s*$/i.test(answer)) return true
  err('Nada foi excluído.')
  return false
}

/** The link of a company or another page, at the origin guests see; in a demonstration, at this machine. */
export function linkOf({ publicOrigin, host, port }: Config, path: string): string {
  const origin = publicOrigin ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  return `${origin}/${path}`
}

/** Names the avips that the realtime database refuses for ever; see {@link AvipMirror.findRefused}. */
export function refusedSentence(credencialids: string[]): string {
  const records = countOf(
    credencialids.length,
    'registro da portaria é recusado e fica',
    'registros da portaria são recusados e ficam',
  )
  return `${records} de lado: ${credencialids.map(printable).join(', ')}.`
}

export function tellFollowUp({ err }: Pick<Cli, 'err'>, { isMirrored, isWiped }: FollowUp): void {
  if (!isMirrored)
    err('O registro da portaria ainda não foi atualizado. Para tentar de novo: npm run manutencao')
  if (isWiped) return
  err(
    'Os dados antigos ainda estão nos arquivos do banco, porque outro programa está lendo o banco ou falta espaço no disco.',
  )
  err('O servidor no ar os apaga sozinho; sem ele: npm run manutencao')
}

/** A command could not begin. The message is a sentence for the organiser. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** Does what has to succeed before a command begins. @throws StartError with a sentence to print */
export async function starting<Result>(act: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (cause) {
    throw new StartError(startFailureOf(cause), { cause })
  }
}

/**
 * The message for the organiser when a command fails: a sentence where they can do something about it.
 * @throws the error itself when it is a bug, because its stack is then wanted
 */
export function failureOf(error: unknown): string {
  // Several lines of ours, printed unchanged.
  if (error instanceof StartError) return error.message
  return printable(sentenceOf(error))
}

function sentenceOf(error: unknown): string {
  if (error instanceof PlanilhaError) return error.message
  if (error instanceof StorageError) {
    return `O banco de dados não respondeu (${error.message}). Tente de novo; repetir não duplica nada.`
  }
  if (error instanceof InvalidCounterError) {
    return `O ${error.campo} da empresa ${error.empresaid} não é um número inteiro: corrija-o no banco de dados.`
  }
  if (error instanceof DuplicateEmpresaError) {
    return `A empresa ${error.empresaid} está repetida no banco de dados (${error.documents.join(', ')}): deixe só uma.`
  }
  throw error
}

/**
 * The same for a failure before the command begins: errors of the configuration and of opening storage are
 * plain Errors that say what to set, and the system's errors name the file.
 */
function startFailureOf(error: unknown): string {
  if (!(error instanceof Error)) throw error
  const isBug = [TypeError, RangeError, ReferenceError, SyntaxError].some((bug) => error instanceof bug)
  if (isBug) throw error
  const { code = '' } = error as NodeJS.ErrnoException
  const advice = code === 'ERR_SQLITE_ERROR' ? ': confira SQLITE_PATH' : ''
  return `Não foi possível começar:\n${error.message}${advice}`
}

/**
 * Writes a spreadsheet that appears whole or not at all, and that only its owner may read.
 * @returns false when the disk or the folder does not allow it, after telling the organiser
 */
export async function writeWhole(
  { services, err, signal }: Cli,
  path: string,
  columns: string[],
  rows: Iterable<object> | AsyncIterable<object>,
): Promise<boolean> {
  const temporary = `${path}.${services.newId()}.tmp`
  try {
    const file = createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(Readable.from(rows), createCsv(columns), file, { signal })
    await rename(temporary, path)
    return true
  } catch (error) {
    const { syscall, code = '' } = error as NodeJS.ErrnoException
    if (syscall === undefined) throw error
    err(
      `Não foi possível gravar ${printable(path)} (${code}). Confira a pasta, a permissão e o espaço em disco.`,
    )
    return false
  } finally {
    await rm(temporary, { force: true })
  }
}

/** The title of a column; a column of numbers is aligned right. */
type Column = string | { number: string }

const titleOf = (column: Column) => (typeof column === 'string' ? column : column.number)

/**
 * Lines of an aligned table, its title line first. Stored text is made printable: text that another product
 * left in the database must not move the cursor of the terminal.
 */
export function formatTable(columns: Column[], rows: string[][]): string[] {
  const printed = [columns.map(titleOf), ...rows.map((row) => row.map(printable))]
  const widths = columns.map((_, index) => Math.max(...printed.map((row) => widthOf(row[index] ?? ''))))
  return printed.map((row) =>
    columns
      .map((column, index) => {
        const cell = row[index] ?? ''
        const gap = ' '.repeat((widths[index] ?? 0) - widthOf(cell))
        return typeof column === 'string' ? cell + gap : gap + cell
      })
      .join('  ')
      .trimEnd(),
  )
}

/**
 * Removes characters that move the cursor of a terminal or turn the direction of writing; line ends stay. The
 * last step before anything is printed.
 */
export function withoutControls(lines: string): string {
  return lines.replace(/[^\P{Cc}\n]|\p{Cf}/gu, '')
}

/** The number of visible characters: a combining accent does not count. */
function widthOf(text: string): number {
  return Array.from(text.replace(/\p{M}/gu, '')).length
}

/** `1 empresa`, `2 empresas`. */
export function countOf(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
