import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { adviceOn } from '../domain/empresaid.ts'
import { CLI } from '../domain/historico.ts'
import { printable } from '../domain/text.ts'
import { readEmpresas } from '../planilhas/rows.ts'
import { listEmpresas, type EmpresasListing } from '../use-cases/empresas.ts'
import { askForEach } from '../use-cases/event-loop.ts'
import { importEmpresas } from '../use-cases/import-empresas.ts'
import {
  chooseCommand,
  countOf,
  EXIT,
  failureOf,
  formatTable,
  linkOf,
  withOne,
  withOptions,
  refuse,
  writeWhole,
  type Cli,
} from './cli.ts'

const OPTIONS = {
  parcial: { type: 'boolean' },
  saida: { type: 'string' },
  sobrescrever: { type: 'boolean' },
} as const

/**
 * `empresas importar FILE.csv [--parcial] [--saida LINKS.csv]`: reports every bad row and, if there is any,
 * writes nothing unless --parcial is given. --saida then writes all links.
 */
const importCommand = withOne(
  OPTIONS,
  async (cli, path, { parcial: isPartial = false, saida, sobrescrever }) => {
    const { services, out, err } = cli
    if (saida === '' || (sobrescrever !== undefined && saida === undefined)) return EXIT.usage
    if (saida !== undefined && resolve(saida) === resolve(path))
      return refuse(err, '--saida não pode ser a própria planilha. Dê outro nome.')
    if (saida !== undefined && existsSync(saida) && !sobrescrever)
      return refuse(
        err,
        `${printable(saida)} já existe e nada foi importado. Dê outro nome, ou use --sobrescrever para trocá-lo.`,
      )

    const planilha = await readEmpresas(path)
    const unread = planilha.folha.colunas.flatMap(({ nome, field }) =>
      field === null && nome !== '' ? [nome] : [],
    )
    if (unread.length > 0) err(printable(`Colunas que não são lidas: ${unread.join(', ')}.`))
    if (planilha.rows.length + planilha.bad.length === 0)
      return refuse(err, 'A planilha só tem o cabeçalho. Acrescente uma linha por empresa e importe de novo.')
    const { step, end } = cli.progress('Gravando empresa')
    const options = { autor: services.autorOf(CLI), isPartial, onProgress: step }
    const imported = await importEmpresas(services, planilha, options).finally(end)
    const { bad } = imported
    for (const { line, problems } of planilha.avisos) err(printable(`Linha ${line}: ${problems.join('; ')}.`))
    for (const { line, problems } of bad) err(printable(`Linha ${line}: ${problems.join('; ')}.`))
    const listing = await listEmpresas({ list: (now) => services.empresas.list(now), now: services.now })
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
  },
)

/**
 * Writes the link of every company that has one, by name, for a spreadsheet. Anyone with a link can use its
 * invitations, so only the owner may read the file.
 * @returns false when the file could not be written, after telling the organiser
 */
async function writeLinks(
  cli: Cli,
  path: string,
  { empresas, unreachable }: EmpresasListing,
): Promise<boolean> {
  const rows = empresas
    .filter(({ empresaid }) => !unreachable.includes(empresaid))
    .sort((a, b) => a.nome.localeCompare(b.nome, 'pt-BR'))
    .map(({ empresaid, nome }) => ({ empresaid, nome, link: linkOf(cli.services.config, empresaid) }))
  if (!(await writeWhole(cli, path, ['empresaid', 'nome', 'link'], rows))) return false
  cli.out(`${countOf(rows.length, 'link gravado', 'links gravados')} em ${printable(path)}`)
  cli.out('Qualquer pessoa com o link pode usar os convites: envie a cada empresa só o dela.')
  return true
}

const NUMBERS = ['TOTAL', 'USADOS', 'RESERVADOS', 'PESSOAIS', 'RESTAM'].map((number) => ({ number }))

/**
 * `empresas listar [--mesas]`: lists every company with its invitations and the link to send it, or the link
 * of its holder's panel.
 */
const listCommand = withOptions({ mesas: { type: 'boolean' } }, async ({ services, out, err }, { mesas }) => {
  const isOfMesas = mesas === true
  const { empresas, sum, broken, unreachable } = await listEmpresas({
    list: (now) => services.empresas.list(now),
    now: services.now,
  })
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
  const mesaLink = async (empresaid: string) =>
    linkOf(services.config, `mesa/${services.mesaTokenOf(await services.mesas.find(empresaid))}`)
  const links = await askForEach(empresas, async ({ empresaid }) =>
    isOfMesas ? mesaLink(empresaid) : publicLink(empresaid),
  )
  const rows = empresas.map(({ nome, total, used, held, pessoais, left }, index) => [
    ...[nome, ...[total, used, held, pessoais, left].map(String), links[index] ?? ''],
  ])
  formatTable(['EMPRESA', ...NUMBERS, isOfMesas ? 'PAINEL DA MESA' : 'LINK'], rows).forEach(out)
  const counted = `${countOf(empresas.length, 'empresa', 'empresas')}, ${countOf(sum.total, 'convite', 'convites')}`
  out('')
  out(
    `${counted}. Usados: ${sum.used}. Reservados: ${sum.held}. Pessoais: ${sum.pessoais}. Restam: ${sum.left}.`,
  )
  return broken.length > 0 ? EXIT.refused : EXIT.done
})

/** `npm run empresas -- …` */
export const empresas = chooseCommand(
  `Uso:
  npm run empresas -- importar ARQUIVO.csv [--parcial] [--saida LINKS.csv [--sobrescrever]]
      Traz as empresas de uma planilha: nome e icredencial (total de convites) são obrigatórias.
      Sem empresaid, vale a empresa com o mesmo nome e cnpj; se não houver, é criado um empresaid que ninguém adivinha.
      Com algum erro nada é gravado; --parcial grava as linhas sem problema.
      --saida grava os links de todas as empresas em uma planilha.
  npm run empresas -- listar [--mesas]
      Mostra os convites de cada empresa e o link para enviar a ela; --mesas, o do painel de quem cuida da mesa.`,
  { importar: importCommand, listar: listCommand },
)
