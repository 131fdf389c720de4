import { parseArgs, type ParseArgsConfig } from 'node:util'
import { EXIT, type Act } from './cli.ts'

/**
 * Reads the options and positionals of an act.
 * @returns null when they are not the ones it takes: answer EXIT.usage
 */
export function readArguments<Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> | null {
  try {
    return parseArgs(config)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code.startsWith('ERR_PARSE_ARGS')) return null
    throw error
  }
}

/** A command made of acts chosen by the first argument. Prints the usage when asked, and when it is not understood. */
export function chooseAct(usage: string, acts: Record<string, Act>): Act {
  return withUsage(usage, async (cli, [name = '', ...args]) => {
    const act = Object.hasOwn(acts, name) ? acts[name] : undefined
    return act ? act(cli, args) : EXIT.usage
  })
}

/** An act that prints its usage when asked for it, and when its arguments are not understood. */
export function withUsage(usage: string, act: Act): Act {
  return async (cli, args) => {
    if (args[0] === '--help' || args[0] === '-h') {
      cli.out(usage)
      return EXIT.done
    }
    const exit = await act(cli, args)
    if (exit !== EXIT.usage) return exit
    if (args.length > 0) cli.err('Não entendi o comando. Ele se escreve assim:\n')
    cli.err(usage)
    return exit
  }
}
