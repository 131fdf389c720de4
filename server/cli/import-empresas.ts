import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { CLI } from '../domain/historico.ts'
import { printable } from '../domain/text.ts'
import { adviceOn } from '../domain/unreachable.ts'
import { readEmpresas } from '../planilhas/empresas.ts'
import { importEmpresas } from '../use-cases/import-empresas.ts'
import { listEmpresas } from '../use-cases/list-empresas.ts'
import { readArguments } from './arguments.ts'
import { EXIT, refuse, type Command } from './cli.ts'
import { countOf } from './table.ts'
import { writeLinks } from './write-links.ts'

const OPTIONS = {
  parcial: { type: 'boolean' },
  saida: { type: 'string' },
  sobrescrever: { type: 'boolean' },
} as const

/**
 * `empresas importar FILE.csv [--parcial] [--saida LINKS.csv]`: every bad row is reported; with any, nothing is written
 * but with --parcial. --saida then writes all links.
 */
export const importCommand: Command = async (cli, args) => {
  const { services, out, err } = cli
  const parsed = readArguments({ args, allowPositionals: true, options: OPTIONS })
  const [path, ...rest] = parsed?.positionals ?? []
  if (!parsed || path === undefined || rest.length > 0) return EXIT.usage
  const { parcial: isPartial = false, saida, sobrescrever } = parsed.values
  if (saida === '' || (sobrescrever !== undefined && saida === undefined)) return EXIT.usage
  if (saida !== undefined && resolve(saida) === resolve(path))
    return refuse(err, '--saida não pode ser a própria planilha. Dê outro nome.')
  if (saida !== undefined && existsSync(saida) && !sobrescrever)
    return refuse(
      err,
      `${printable(saida)} já existe e nada foi importado. Dê outro nome, ou use --sobrescrever para trocá-lo.`,
    )

  const planilha = await readEmpresas(path)
  if (planilha.ignored.length > 0)
    err(printable(`Colunas que não são lidas: ${planilha.ignored.join(', ')}.`))
  if (planilha.rows.length + planilha.bad.length === 0)
    return refuse(err, 'A planilha só tem o cabeçalho. Acrescente uma linha por empresa e importe de novo.')
  const { step, end } = cli.progress('Gravando empresa')
  const options = { autor: services.autorOf(CLI), isPartial, onProgress: step }
  const imported = await importEmpresas(services, planilha, options).finally(end)
  const { bad } = imported
  for (const { line, problems } of bad) err(printable(`Linha ${line}: ${problems.join('; ')}.`))
  const listing = await listEmpresas(services)
  for (const empresaid of listing.unreachable) err(printable(adviceOn(empresaid)))

  if (imported.kind === 'refused')
    return refuse(
      err,
      'Nada foi gravado. Corrija e importe de novo, ou use --parcial para gravar só as linhas sem problema.',
    )
  const inserted = countOf(imported.inserted, 'empresa nova', 'empresas novas')
  const updated = countOf(imported.updated, 'atualizada', 'atualizadas')
  out(`${inserted}, ${updated}, ${countOf(bad.length, 'linha recusada', 'linhas recusadas')}.`)
  const isWritten = saida === undefined || (await writeLinks(cli, saida, listing))
  if (saida === undefined) out('Para ver os convites e o link de cada uma: npm run empresas -- listar')
  return bad.length > 0 || !isWritten ? EXIT.refused : EXIT.done
}
