import type { Services } from '../composition.ts'
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
  { title: 'PESSOAIS', isNumber: true },
  { title: 'RESTAM', isNumber: true },
] as const

/** How many tables are looked up at once. */
const AT_ONCE = 20

/** `empresas listar [--mesas]`: every company with its invitations and the link to send it, or that of its holder's panel. */
export const listCommand: Command = async ({ services, out, err }, args) => {
  const parsed = readArguments({ args, options: { mesas: { type: 'boolean' } } })
  if (!parsed) return EXIT.usage
  const isOfMesas = parsed.values.mesas === true
  const { empresas, sum, broken, unreachable } = await listEmpresas(services)
  for (const error of broken) err(failureOf(error))
  for (const empresaid of unreachable) err(printable(adviceOn(empresaid)))
  if (empresas.length === 0 && broken.length === 0) {
    out('Ainda não há empresas. Para trazer as suas: npm run empresas -- importar EMPRESAS.csv')
    return EXIT.done
  }
  const publicLink = (empresaid: string) =>
    unreachable.includes(empresaid)
      ? `sem link: "${empresaid}" não pode ser endereço`
      : linkOf(services.config, empresaid)
  const links = isOfMesas
    ? await mesaLinks(
        services,
        empresas.map(({ empresaid }) => empresaid),
      )
    : empresas.map(({ empresaid }) => publicLink(empresaid))
  const rows = empresas.map(({ nome, total, used, held, pessoais, left }, index) => [
    ...[nome, ...[total, used, held, pessoais, left].map(String), links[index] ?? ''],
  ])
  formatTable([...COLUMNS, { title: isOfMesas ? 'PAINEL DA MESA' : 'LINK' }], rows).forEach(out)
  const counted = `${countOf(empresas.length, 'empresa', 'empresas')}, ${countOf(sum.total, 'convite', 'convites')}`
  out('')
  out(
    `${counted}. Usados: ${sum.used}. Reservados: ${sum.held}. Pessoais: ${sum.pessoais}. Restam: ${sum.left}.`,
  )
  return broken.length > 0 ? EXIT.refused : EXIT.done
}

/** The link of each holder's panel, in the order of the companies. */
async function mesaLinks(
  { mesas, mesaTokenOf, config }: Pick<Services, 'mesas' | 'mesaTokenOf' | 'config'>,
  empresaids: string[],
): Promise<string[]> {
  const links: string[] = []
  for (let from = 0; from < empresaids.length; from += AT_ONCE) {
    const page = await Promise.all(empresaids.slice(from, from + AT_ONCE).map((id) => mesas.find(id)))
    links.push(...page.map((mesa) => linkOf(config, `mesa/${mesaTokenOf(mesa)}`)))
  }
  return links
}
