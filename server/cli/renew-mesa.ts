import { CLI } from '../domain/historico.ts'
import { renewMesa } from '../use-cases/renew-mesa.ts'
import { readArguments } from './arguments.ts'
import { EXIT, refuse, type Command } from './cli.ts'
import { linkOf } from './link.ts'

/** `empresas renovar-mesa EMPRESA`: the link of the holder's panel before opens nothing from then on. */
export const renewMesaCommand: Command = async ({ services, out, err }, args) => {
  const parsed = readArguments({ args, allowPositionals: true })
  const [empresaid, ...rest] = parsed?.positionals ?? []
  if (!parsed || empresaid === undefined || rest.length > 0) return EXIT.usage
  const renewal = await renewMesa(services, empresaid, services.autorOf(CLI))
  switch (renewal.kind) {
    case 'renewed':
      out('O link de antes não abre mais. O novo, só para quem cuida da mesa:')
      out(linkOf(services.config, `mesa/${services.mesaTokenOf({ empresaid, versao: renewal.versao })}`))
      return EXIT.done
    case 'empresa-not-found':
      return refuse(err, 'Não há essa empresa. Para ver as que há: npm run empresas -- listar')
    default:
      return renewal satisfies never
  }
}
