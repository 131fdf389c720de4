import { CLI } from '../domain/historico.ts'
import { revokeAparelho } from '../use-cases/revoke-aparelho.ts'
import { readArguments } from './arguments.ts'
import { EXIT, refuse, type Command } from './cli.ts'

/** `equipe revogar APARELHO [--sim]`: what the browser asks next is refused. */
export const revokeCommand: Command = async ({ services, out, err }, args) => {
  const parsed = readArguments({ args, allowPositionals: true, options: { sim: { type: 'boolean' } } })
  const [aparelhoid, ...rest] = parsed?.positionals ?? []
  if (!parsed || aparelhoid === undefined || rest.length > 0) return EXIT.usage
  const result = await revokeAparelho(services, aparelhoid, parsed.values.sim === true, services.autorOf(CLI))
  switch (result.kind) {
    case 'revoked':
      out('Revogado: vale já no próximo pedido.')
      return EXIT.done
    case 'not-found':
      return refuse(
        err,
        'Não há esse aparelho, ou já foi revogado. Para ver os que há: npm run equipe -- listar',
      )
    case 'last-organiser':
      return refuse(
        err,
        'É o último navegador da organização: sem ele, só npm run equipe -- convidar abre o painel. Confirme com --sim.',
      )
    default:
      return result satisfies never
  }
}
