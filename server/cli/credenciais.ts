import { existsSync } from 'node:fs'
import type { Convidado } from '../domain/credencial-repo.ts'
import { CLI } from '../domain/historico.ts'
import { printable } from '../domain/text.ts'
import { removeCredencial } from '../use-cases/change-convidado.ts'
import { exportCredenciais } from '../use-cases/exports.ts'
import {
  chooseCommand,
  countOf,
  EXIT,
  isConfirmed,
  withOne,
  refuse,
  tellFollowUp,
  writeWhole,
} from './cli.ts'

/**
 * `credenciais exportar FILE.csv [--sobrescrever]`: exports every credencial for a spreadsheet. It is
 * personal data, so only its owner may read the file, and the file appears whole or not at all.
 */
const exportCommand = withOne({ sobrescrever: { type: 'boolean' } }, async (cli, path, { sobrescrever }) => {
  if (existsSync(path) && sobrescrever !== true)
    return refuse(
      cli.err,
      `${printable(path)} já existe. Dê outro nome, ou use --sobrescrever para trocar o arquivo.`,
    )
  const { columns, rows } = await exportCredenciais(cli.services)
  const { step, end } = cli.progress('Exportando credencial')
  let done = 0
  async function* counted() {
    for await (const row of rows) {
      yield row
      step(++done, null)
    }
  }
  try {
    if (!(await writeWhole(cli, path, columns, counted()))) return EXIT.refused
  } finally {
    end()
  }
  cli.out(`${countOf(done, 'credencial gravada', 'credenciais gravadas')} em ${printable(path)}`)
  cli.out('Contém dados pessoais: guarde só enquanto precisar e não envie por e-mail.')
  cli.out('No Excel, abra por Dados > De Texto/CSV com as colunas como Texto, para não perder zeros.')
  return EXIT.done
})

const REMOVAL_OPTIONS = { devolver: { type: 'boolean' }, sim: { type: 'boolean' } } as const

/**
 * `credenciais excluir ID [--devolver] [--sim]`: erases the credencial with its key and VIP record. Asks
 * first; without a terminal only --sim erases.
 */
const removeCommand = withOne(REMOVAL_OPTIONS, async ({ services, out, err, ask }, credencialid, values) => {
  const isReturned = values.devolver === true
  const found = await services.credenciais.findById(credencialid)
  if (!found)
    return refuse(
      err,
      `Não há credencial ${printable(credencialid)}. Para encontrá-la: npm run credenciais -- exportar ARQUIVO.csv`,
    )
  if (values.sim !== true) {
    if (!ask)
      return refuse(
        err,
        'Nada foi excluído: fora de um terminal não há a quem perguntar. Confirme com --sim.',
      )
    out(describe(found))
    const question = 'Excluir para sempre? Digite sim para confirmar: '
    if (!(await isConfirmed({ ask, err }, question))) return EXIT.refused
  }

  const removal = await removeCredencial(services, credencialid, isReturned, services.autorOf(CLI))
  if (removal.kind === 'credencial-not-found')
    return refuse(err, `A credencial ${printable(credencialid)} acaba de ser excluída por outra pessoa.`)
  tellFollowUp({ err }, removal)
  out(`Excluída: ${describe(found)}`)
  if (removal.returned !== null) out(`Um convite voltou para ${printable(removal.returned)}.`)
  else if (isReturned) out('Nenhum convite a devolver: não veio pelo convite de uma empresa.')
  else if (found.empresa) out(`O convite de ${printable(found.empresa.nome)} continua usado.`)
  return EXIT.done
})

function describe({ credencial, empresa }: Convidado): string {
  const { credencialid, nome, telefone, email } = credencial
  const invited = empresa ? `convite de ${empresa.nome}` : 'formulário público'
  return [credencialid, nome, telefone, email, invited].filter(Boolean).map(printable).join(' · ')
}

/** `npm run credenciais -- …` */
export const credenciais = chooseCommand(
  `Uso:
  npm run credenciais -- exportar ARQUIVO.csv [--sobrescrever]
      Grava todas as credenciais em uma planilha.
  npm run credenciais -- excluir CREDENCIAL [--devolver] [--sim]
      Apaga a credencial; --devolver devolve o convite à empresa; --sim não pergunta.`,
  { exportar: exportCommand, excluir: removeCommand },
)
