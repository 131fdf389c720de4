import { renderUnicodeCompact } from 'uqr'
import { CLI } from '../domain/historico.ts'
import { quandoOf } from '../domain/quando.ts'
import { printable } from '../domain/text.ts'
import { inviteToTeam, reconnectAparelho } from '../use-cases/invite-to-team.ts'
import { readArguments } from './arguments.ts'
import { EXIT, refuse, type Cli, type Command, type Exit } from './cli.ts'
import { linkOf } from './link.ts'

/** `equipe convidar NOME --papel organizacao|porta`: the link, the code and its QR, which nothing shows again. */
export const inviteCommand: Command = async (cli, args) => {
  const parsed = readArguments({ args, allowPositionals: true, options: { papel: { type: 'string' } } })
  if (!parsed || parsed.positionals.length === 0) return EXIT.usage
  const { services } = cli
  const typed = { nome: parsed.positionals.join(' '), papel: parsed.values.papel ?? '' }
  return tell(cli, await inviteToTeam(services, typed, services.autorOf(CLI)))
}

/** `equipe reconectar APARELHO`: the same for a person of the team, whose browser leaves it. */
export const reconnectCommand: Command = async (cli, args) => {
  const parsed = readArguments({ args, allowPositionals: true })
  const [aparelhoid, ...rest] = parsed?.positionals ?? []
  if (aparelhoid === undefined || rest.length > 0) return EXIT.usage
  const { services } = cli
  return tell(cli, await reconnectAparelho(services, aparelhoid, services.autorOf(CLI)))
}

type Invited = Awaited<ReturnType<typeof inviteToTeam | typeof reconnectAparelho>>

function tell({ services, out, err }: Cli, result: Invited): Exit {
  switch (result.kind) {
    case 'invited': {
      const { aparelho, code } = result
      const link = linkOf(services.config, `equipe/${code}`)
      const { hora } = quandoOf(services.config.evento.inicio, aparelho.codigoate)
      renderUnicodeCompact(link, { ecc: 'M', border: 2 }).split('\n').forEach(out)
      out('')
      out(`Convite de ${printable(aparelho.nome)} (${aparelho.papel}), serve uma vez, até ${hora}:`)
      out(`  ${link}`)
      out(`  código ${code}, em ${linkOf(services.config, 'equipe')}`)
      return EXIT.done
    }
    case 'invalid': {
      const { nome, papel } = result.errors
      return refuse(
        err,
        ...(nome === undefined ? [] : [nome]),
        ...(papel === undefined
          ? []
          : ['Diga o que a pessoa pode fazer: --papel organizacao ou --papel porta.']),
      )
    }
    case 'over':
      return refuse(err, 'O evento passou há mais de três dias: a equipe terminou com ele.')
    case 'not-found':
      return refuse(err, 'Não há esse aparelho. Para ver os que há: npm run equipe -- listar')
    default:
      return result satisfies never
  }
}
