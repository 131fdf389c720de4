import { parseArgs, type ParseArgsConfig } from 'node:util'
import { EXIT, type Command } from './cli.ts'

/**
 * Reads the options and positionals of a command.
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

/** A command made of others, chosen by the first argument. Prints the usage when asked, and when it is not understood. */
export function chooseCommand(usage: string, commands: Record<string, Command>): Command {
  return withUsage(usage, async (cli, [name = '', ...args]) => {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    return command ? command(cli, args) : EXIT.usage
  })
}

/** A command that prints its usage when asked for it, and when its arguments are not understood. */
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
