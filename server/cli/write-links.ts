import { Readable } from 'node:stream'
import { createCsv } from '../planilhas/csv-output.ts'
import { printable } from '../domain/text.ts'
import type { EmpresasListing } from '../use-cases/list-empresas.ts'
import type { Cli } from './cli.ts'
import { linkOf } from './link.ts'
import { countOf } from './table.ts'
import { writeWhole } from './whole-file.ts'

/**
 * Writes the link of every company that has one, by name, for a spreadsheet. A link gives its invitations to everyone who has it, so only
 * the owner may read the file.
 * @returns false when the file could not be written, which the organiser was told
 */
export async function writeLinks(
  cli: Cli,
  path: string,
  { empresas, unreachable }: EmpresasListing,
): Promise<boolean> {
  const rows = empresas
    .filter(({ empresaid }) => !unreachable.includes(empresaid))
    .sort((a, b) => a.nome.localeCompare(b.nome, 'pt-BR'))
    .map(({ empresaid, nome }) => ({ empresaid, nome, link: linkOf(cli.services.config, empresaid) }))
  const csv = createCsv(['empresaid', 'nome', 'link'])
  if (!(await writeWhole(cli, path, Readable.from(rows), csv))) return false
  cli.out(`${countOf(rows.length, 'link gravado', 'links gravados')} em ${printable(path)}`)
  cli.out('Quem tem o link usa os convites: envie a cada empresa só o dela.')
  return true
}
