import type { Config } from '../config.ts'
import type { EmpresaConvites } from '../domain/empresa-repo.ts'
import { readArguments } from './arguments.ts'
import { EXIT, type Act } from './cli.ts'
import { failureOf } from './failure.ts'
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
  const { empresas: list, broken } = await services.empresas.list(services.now())
  for (const error of broken) err(failureOf(error))
  if (list.length === 0 && broken.length === 0) {
    out('Ainda não há empresas. Para trazer as suas: npm run empresas -- importar EMPRESAS.csv')
    return EXIT.done
  }
  const origin = originOf(services.config)
  const rows = list.map((convites) => {
    const { empresaid, nome, icredencial } = convites.empresa
    const link =
      services.parseEmpresaid(empresaid) === null
        ? `sem link: "${empresaid}" não pode ser endereço`
        : `${origin}/${empresaid}`
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

/** The origin guests see; in demonstration, where this machine alone is served. */
function originOf({ publicOrigin, host, port }: Config): string {
  return publicOrigin ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
