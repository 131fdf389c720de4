import type { Services } from '../composition.ts'
import { stateOfAparelho, type Aparelho } from '../domain/aparelho.ts'
import { quandoOf } from '../domain/quando.ts'
import { readArguments } from './arguments.ts'
import { EXIT, type Command } from './cli.ts'
import { countOf, formatTable } from './table.ts'

const COLUMNS = ['APARELHO', 'NOME', 'PAPEL', 'ESTADO', 'VISTO'].map((title) => ({ title }))

/** `equipe listar`: everybody invited, paired or revoked. */
export const listTeamCommand: Command = async ({ services, out }, args) => {
  if (!readArguments({ args })) return EXIT.usage
  const aparelhos = await services.equipe.list()
  if (aparelhos.length === 0) {
    out('Ainda não há ninguém na equipe. Para convidar: npm run equipe -- convidar NOME --papel organizacao')
    return EXIT.done
  }
  const rows = aparelhos.map((aparelho) => {
    const { aparelhoid, nome, papel, vistoem } = aparelho
    return [
      aparelhoid,
      nome,
      papel,
      stateIn(aparelho, services),
      vistoem === null ? '' : momentOf(vistoem, services),
    ]
  })
  formatTable(COLUMNS, rows).forEach(out)
  out('')
  const paired = aparelhos.filter(({ segredo }) => segredo !== null).length
  out(`${countOf(paired, 'navegador', 'navegadores')} na equipe.`)
  return EXIT.done
}

function stateIn(aparelho: Aparelho, services: Services): string {
  const state = stateOfAparelho(aparelho, services.now())
  switch (state) {
    case 'paired':
      return 'na equipe'
    case 'open':
      return `convite até ${momentOf(aparelho.codigoate, services)}`
    case 'ended':
      return 'convite vencido'
    case 'revoked':
      return 'revogado'
    default:
      return state satisfies never
  }
}

function momentOf(at: number, { config }: Services): string {
  const { dia, mes, hora } = quandoOf(config.evento.inicio, at)
  return `${dia} de ${mes}, ${hora}`
}
