import type { EmpresaRepo } from '../domain/empresa-repo.ts'
import { printable } from '../domain/text.ts'
import { adviceOn, unreachableIn } from '../domain/unreachable.ts'

const LINKS_MAX = 6

/**
 * What a demonstration says on the terminal at start: that it is one, and where to click.
 * @param origin `http://127.0.0.1:3000`
 * @param data where registrations are kept, or null when in memory only
 * @param notices sentences about the event
 */
export function demonstrationBanner(
  origin: string,
  data: string | null,
  listing: Awaited<ReturnType<EmpresaRepo['list']>>,
  notices: string[] = [],
): string {
  const unreachable = unreachableIn(listing)
  const links = listing.empresas
    .filter(({ empresa }) => !unreachable.includes(empresa.empresaid))
    .slice(0, LINKS_MAX)
    .map(
      ({ empresa, left }) =>
        `    ${origin}/${empresa.empresaid}   ${printable(empresa.nome)}: ${left} convite(s)`,
    )
  const where = data === null ? 'só na memória, até parar' : `em ${data}, só neste computador`
  return [
    '',
    '  MODO DE DEMONSTRAÇÃO',
    `  Os cadastros ficam ${where}. Para usar em produção, veja o README.`,
    ...notices.map((notice) => `  ${notice}`),
    '',
    `    ${origin}/   o convite`,
    `    ${origin}/item   convites da empresa`,
    ...links,
    '',
    ...unreachable.flatMap((empresaid) => [`  ${printable(adviceOn(empresaid))}`, '']),
    '  Ctrl+C para parar.',
    '',
    '',
  ].join('\n')
}
