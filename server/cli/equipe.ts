import { renderUnicodeCompact } from 'uqr'
import type { Services } from '../composition.ts'
import { stateOfAparelho, type Aparelho } from '../domain/aparelho.ts'
import { CLI } from '../domain/historico.ts'
import { quandoOf } from '../domain/quando.ts'
import { printable } from '../domain/text.ts'
import { inviteToEquipe, OVER, reconnectAparelho } from '../use-cases/equipe.ts'
import {
  chooseCommand,
  countOf,
  EXIT,
  formatTable,
  linkOf,
  readArguments,
  withOne,
  withOptions,
  refuse,
  type Cli,
  type Command,
  type Exit,
} from './cli.ts'

/** `equipe convidar NOME --papel organizacao|porta`: the link, the code and its QR, which are shown once. */
const inviteCommand: Command = async (cli, args) => {
  const parsed = readArguments({ args, allowPositionals: true, options: { papel: { type: 'string' } } })
  if (!parsed || parsed.positionals.length === 0) return EXIT.usage
  const { services } = cli
  const typed = { nome: parsed.positionals.join(' '), papel: parsed.values.papel ?? '' }
  return tell(cli, await inviteToEquipe(services, typed, services.autorOf(CLI)))
}

/** `equipe reconectar APARELHO`: the same for a person already in the team, whose old browser leaves it. */
const reconnectCommand = withOne({}, async (cli, aparelhoid) => {
  const { services } = cli
  return tell(cli, await reconnectAparelho(services, aparelhoid, services.autorOf(CLI)))
})

type Invited = Awaited<ReturnType<typeof inviteToEquipe | typeof reconnectAparelho>>

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
      return refuse(err, OVER[result.papel])
    case 'not-found':
      return refuse(err, 'Não há esse aparelho. Para ver os que há: npm run equipe -- listar')
    default:
      return result satisfies never
  }
}

/** `equipe listar`: lists everyone invited, paired or revoked. */
const listEquipeCommand = withOptions({}, async ({ services, out }) => {
  const aparelhos = await services.equipe.list()
  if (aparelhos.length === 0) {
    out('Ainda não há ninguém na equipe. Para convidar: npm run equipe -- convidar NOME --papel organizacao')
    return EXIT.done
  }
  const rows = aparelhos.map((aparelho) => {
    const { aparelhoid, nome, papel, vistoem } = aparelho
    const visto = vistoem === null ? '' : momentOf(vistoem, services)
    return [aparelhoid, nome, papel, stateIn(aparelho, services), visto]
  })
  formatTable(['APARELHO', 'NOME', 'PAPEL', 'ESTADO', 'VISTO'], rows).forEach(out)
  out('')
  const paired = aparelhos.filter((one) => stateOfAparelho(one, services) === 'paired').length
  out(`${countOf(paired, 'navegador', 'navegadores')} na equipe.`)
  return EXIT.done
})

function stateIn(aparelho: Aparelho, services: Services): string {
  const state = stateOfAparelho(aparelho, services)
  switch (state) {
    case 'paired':
      return 'na equipe'
    case 'open':
      return `convite até ${momentOf(aparelho.codigoate, services)}`
    case 'ended':
      return 'convite vencido'
    case 'revoked':
      return 'revogado'
    case 'over':
      return 'acabou com o evento'
    default:
      return state satisfies never
  }
}

function momentOf(at: number, { config }: Services): string {
  const { dia, mes, hora } = quandoOf(config.evento.inicio, at)
  return `${dia} de ${mes}, ${hora}`
}

/** `equipe revogar APARELHO [--sim]`: the browser's next request is refused. */
const revokeCommand = withOne({ sim: { type: 'boolean' } }, async ({ services, out, err }, id, { sim }) => {
  const result = await services.equipe.revoke(id, services.autorOf(CLI), sim !== true)
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
})

/** `npm run equipe -- …` */
export const equipe = chooseCommand(
  `Uso:
  npm run equipe -- convidar NOME --papel organizacao|porta
      Mostra o link, o código e o QR que põem um navegador na equipe: servem uma vez, por 30 minutos.
  npm run equipe -- listar
      Mostra quem está na equipe, quando foi visto, e os convites abertos.
  npm run equipe -- revogar APARELHO [--sim]
      Tira um navegador da equipe; --sim também o último da organização.
  npm run equipe -- reconectar APARELHO
      Convida a mesma pessoa de novo; o navegador que ela tinha sai.`,
  {
    convidar: inviteCommand,
    listar: listEquipeCommand,
    revogar: revokeCommand,
    reconectar: reconnectCommand,
  },
)
