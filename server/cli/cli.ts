import { parseArgs, type ParseArgsConfig } from 'node:util'
import type { Services } from '../composition.ts'
import type { Config } from '../config.ts'
import { own } from '../domain/own.ts'
import { printable } from '../domain/text.ts'
import type { FollowUp } from '../use-cases/change-convidado.ts'
import { countOf } from './table.ts'

/** The world of a command, passed in so that a test can stand in for the terminal. */
export interface Cli {
  services: Services
  /** What the organiser asked for. */
  out: (line: string) => void
  /** Problems, usage, warnings: apart from `out`, so that a pipe carries results only. */
  err: (line: string) => void
  /** Puts a question and waits for the line typed; null when nobody sits at a terminal. */
  ask: ((question: string) => Promise<string>) | null
  /** Shows how far long work has come; shows nothing when nobody sits at a terminal. */
  progress: (label: string) => Progress
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
}

export interface Progress {
  /** `total` is null when it is not known beforehand. */
  step: (done: number, total: number | null) => void
  /** Wipes the line, to be called however the work ended. */
  end: () => void
}

/** What a command ends with, as the process's exit code. */
export const EXIT = {
  done: 0,
  /** Understood, and not done or not wholly done; the reason was printed. */
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
export type Command = (cli: Cli, args: string[]) => Promise<Exit>

/** Reads the options and positionals of a command; null when they are not the ones it takes: answer EXIT.usage. */
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

/** Reads the options of a command and the one thing it is about; null likewise. */
export function readOne<Options extends NonNullable<ParseArgsConfig['options']> = Record<string, never>>(
  args: string[],
  options?: Options,
) {
  const parsed = readArguments({ args, allowPositionals: true, options: options ?? ({} as Options) })
  const [one, ...rest] = parsed?.positionals ?? []
  return parsed && one !== undefined && rest.length === 0 ? { one, values: parsed.values } : null
}

/** A command made of others, chosen by the first argument. Prints the usage when asked, and when it is not understood. */
export function chooseCommand(usage: string, commands: Record<string, Command>): Command {
  return withUsage(usage, async (cli, [name = '', ...args]) => {
    const command = own(commands, name)
    return command ? command(cli, args) : EXIT.usage
  })
}

export function withUsage(usage: string, command: Command): Command {
  return async (cli, args) => {
    if (args[0] === '--help' || args[0] === '-h') {
      cli.out(usage)
      return EXIT.done
    }
    const exit = await command(cli, args)
    if (exit !== EXIT.usage) return exit
    if (args.length > 0) cli.err('Não entendi o comando. Ele se escreve assim:\n')
    cli.err(usage)
    return exit
  }
}

/** Asks before something is erased for good. @returns false without a yes, which the organiser is told */
export async function isConfirmed(
  { ask, err }: Pick<Cli, 'ask' | 'err'>,
  question: string,
): Promise<boolean> {
  const answer = (await ask?.(question)) ?? ''
  if (/^\s*s(im)?\s*$/i.test(answer)) return true
  err('Nada foi excluído.')
  return false
}

/** The link of a company, or of another page, at the origin guests see; in demonstration, where this machine alone is served. */
export function linkOf({ publicOrigin, host, port }: Config, path: string): string {
  const origin = publicOrigin ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  return `${origin}/${path}`
}

/** Names the avips the realtime database refuses for ever; see {@link AvipMirror.findRefused}. */
export function refusedSentence(credencialids: string[]): string {
  const records = countOf(
    credencialids.length,
    'registro da portaria é recusado e fica',
    'registros da portaria são recusados e ficam',
  )
  return `${records} de lado: ${credencialids.map(printable).join(', ')}.`
}

export function tellFollowUp(
  { err }: Pick<Cli, 'err'>,
  { isMirrored, isWiped }: FollowUp,
  unmirrored = 'O registro da portaria ainda não foi atualizado.',
): void {
  if (!isMirrored) err(`${unmirrored} Para tentar de novo: npm run manutencao`)
  if (isWiped) return
  err(
    'Os dados antigos ainda estão nos arquivos do banco, porque outro programa está lendo o banco ou falta espaço no disco.',
  )
  err('O servidor no ar os apaga sozinho; sem ele: npm run manutencao')
}
