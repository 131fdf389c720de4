import type { EmpresaConvites } from '../domain/empresa-repo.ts'
import { adviceOn, unreachableIn } from '../domain/unreachable.ts'
import { printable } from '../domain/text.ts'
import { readArguments } from './arguments.ts'
import { EXIT, type Act } from './cli.ts'
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
export const listEmpresas: Act = async ({ services, out, err }, args) => {
  if (!readArguments({ args })) return EXIT.usage
  const listing = await services.empresas.list(services.now())
  const { empresas: list, broken } = listing
  for (const error of broken) err(failureOf(error))
  for (const empresaid of unreachableIn(listing)) err(printable(adviceOn(empresaid)))
  if (list.length === 0 && broken.length === 0) {
    out('Ainda não há empresas. Para trazer as suas: npm run empresas -- importar EMPRESAS.csv')
    return EXIT.done
  }
  const rows = list.map((convites) => {
    const { empresaid, nome, icredencial } = convites.empresa
    const link =
      services.parseEmpresaid(empresaid) === null
        ? `sem link: "${empresaid}" não pode ser endereço`
        : linkOf(services.config, empresaid)
    return [
      nome,
      String(icredencial),
      String(usedOf(convites)),
      String(convites.held),
      String(convites.left),
      link,
    ]
  })
  formatTable([...COLUMNS], rows).forEach(out)

  const sum = (value: (convites: EmpresaConvites) => number) =>
    list.reduce((total, convites) => total + value(convites), 0)
  const empresas = countOf(list.length, 'empresa', 'empresas')
  const total = countOf(
    sum(({ empresa }) => empresa.icredencial),
    'convite',
    'convites',
  )
  out('')
  out(
    `${empresas}, ${total}. Usados: ${sum(usedOf)}. Reservados: ${sum((c) => c.held)}. Restam: ${sum((c) => c.left)}.`,
  )
  return broken.length > 0 ? EXIT.refused : EXIT.done
}

/**
 * Invitations registered: licredencial without the holds it counts too. Ended holds not released yet are counted in
 * `left`; with nothing left there are none, but above the limit, where nobody can claim.
 */
function usedOf({ empresa, held, left }: EmpresaConvites): number {
  return left > 0 ? empresa.icredencial - left - held : empresa.licredencial - held
}
