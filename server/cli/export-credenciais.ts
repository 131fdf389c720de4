import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Convidado } from '../domain/credencial-repo.ts'
import { readArguments } from './arguments.ts'
import { EXIT, type Act, type Cli } from './cli.ts'
import { createCsv, csvRowOf } from './credenciais-csv.ts'
import { countOf } from './table.ts'

/**
 * `credenciais exportar FILE.csv [--sobrescrever]`: every credencial, for a spreadsheet. Personal data, so only its
 * owner may read the file, and the file appears whole or not at all.
 */
export const exportCredenciais: Act = async (cli, args) => {
  const parsed = readArguments({
    args,
    allowPositionals: true,
    options: { sobrescrever: { type: 'boolean' } },
  })
  const [path, ...rest] = parsed?.positionals ?? []
  if (!parsed || path === undefined || rest.length > 0) return EXIT.usage
  if (existsSync(path) && parsed.values.sobrescrever !== true) {
    cli.err(`${path} já existe. Dê outro nome, ou use --sobrescrever para trocar o arquivo.`)
    return EXIT.refused
  }
  const temporary = `${path}.${cli.services.newId()}.tmp`
  try {
    const count = await write(cli, temporary)
    await rename(temporary, path)
    cli.out(`${countOf(count, 'credencial gravada', 'credenciais gravadas')} em ${path}`)
    cli.out('Contém dados pessoais: guarde só enquanto precisar e não envie por e-mail.')
    cli.out('No Excel, abra por Dados > De Texto/CSV com as colunas como Texto, para não perder zeros.')
    return EXIT.done
  } catch (error) {
    const { syscall, code = '' } = error as NodeJS.ErrnoException
    if (syscall === undefined) throw error
    cli.err(`Não foi possível gravar ${path} (${code}). Confira a pasta, a permissão e o espaço em disco.`)
    return EXIT.refused
  } finally {
    await rm(temporary, { force: true })
  }
}

async function write({ services, progress, signal }: Cli, path: string): Promise<number> {
  const { step, end } = progress('Exportando credencial')
  let done = 0
  async function* rows(convidados: AsyncIterable<Convidado>) {
    for await (const convidado of convidados) {
      yield csvRowOf(convidado, services.codeOf(convidado.credencial.credencialid))
      step(++done, null)
    }
  }
  try {
    await pipeline(
      Readable.from(rows(services.credenciais.list())),
      createCsv(),
      createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
      { signal },
    )
    return done
  } finally {
    end()
  }
}
