import { existsSync } from 'node:fs'
import { Readable } from 'node:stream'
import { createCsv } from '../planilhas/csv-output.ts'
import { printable } from '../domain/text.ts'
import { COLUMNS, exportCredenciais } from '../use-cases/export-credenciais.ts'
import { readArguments } from './arguments.ts'
import { EXIT, refuse, type Command } from './cli.ts'
import { countOf } from './table.ts'
import { writeWhole } from './whole-file.ts'

/**
 * `credenciais exportar FILE.csv [--sobrescrever]`: every credencial, for a spreadsheet. Personal data, so only its
 * owner may read the file, and the file appears whole or not at all.
 */
export const exportCommand: Command = async (cli, args) => {
  const parsed = readArguments({
    args,
    allowPositionals: true,
    options: { sobrescrever: { type: 'boolean' } },
  })
  const [path, ...rest] = parsed?.positionals ?? []
  if (!parsed || path === undefined || rest.length > 0) return EXIT.usage
  if (existsSync(path) && parsed.values.sobrescrever !== true)
    return refuse(
      cli.err,
      `${printable(path)} já existe. Dê outro nome, ou use --sobrescrever para trocar o arquivo.`,
    )
  const { step, end } = cli.progress('Exportando credencial')
  let done = 0
  async function* counted() {
    for await (const row of exportCredenciais(cli.services)) {
      yield row
      step(++done, null)
    }
  }
  try {
    if (!(await writeWhole(cli, path, Readable.from(counted()), createCsv(COLUMNS)))) return EXIT.refused
  } finally {
    end()
  }
  cli.out(`${countOf(done, 'credencial gravada', 'credenciais gravadas')} em ${printable(path)}`)
  cli.out('Contém dados pessoais: guarde só enquanto precisar e não envie por e-mail.')
  cli.out('No Excel, abra por Dados > De Texto/CSV com as colunas como Texto, para não perder zeros.')
  return EXIT.done
}
