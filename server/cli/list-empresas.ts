import { printable } from '../domain/text.ts'
import { adviceOn } from '../domain/unreachable.ts'
import { listEmpresas } from '../use-cases/list-empresas.ts'
import { readArguments } from './arguments.ts'
import { EXIT, type Command } from './cli.ts'
import { failureOf } from './failure.ts'
import { linkOf } from './link.ts'
import { countOf, formatTable } from './table.ts'

const COLUMNS = [
  { title: 'EMPRESA' },
  { title: 'TOTAL', isNumber: true },
  { title: 'USADOS', isNumber: true },
  { title: 'RESERVADOS', isNumber: true },
  { title: 'RESTAM', isNumber: true },
  { title: 'LINK' },
] as const

/** `empresas listar`: every company with its invitations and the link to send it. */
export const listCommand: Command = async ({ services, out, err }, args) => {
  if (!readArguments({ args })) return EXIT.usage
  const { empresas, sum, broken, unreachable } = await listEmpresas(services)
  for (const error of broken) err(failureOf(error))
  for (const empresaid of unreachable) err(printable(adviceOn(empresaid)))
  if (empresas.length === 0 && broken.length === 0) {
    out('Ainda não há empresas. Para trazer as suas: npm run empresas -- importar EMPRESAS.csv')
    return EXIT.done
  }
  const rows = empresas.map(({ empresaid, nome, total, used, held, left }) => {
    const link = unreachable.includes(empresaid)
      ? `sem link: "${empresaid}" não pode ser endereço`
      : linkOf(services.config, empresaid)
    return [nome, ...[total, used, held, left].map(String), link]
  })
  formatTable([...COLUMNS], rows).forEach(out)
  const counted = `${countOf(empresas.length, 'empresa', 'empresas')}, ${countOf(sum.total, 'convite', 'convites')}`
  out('')
  out(`${counted}. Usados: ${sum.used}. Reservados: ${sum.held}. Restam: ${sum.left}.`)
  return broken.length > 0 ? EXIT.refused : EXIT.done
}
