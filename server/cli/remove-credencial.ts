import { CLI } from '../domain/historico.ts'
import type { Convidado } from '../domain/credencial-repo.ts'
import { printable } from '../domain/text.ts'
import { removeCredencial } from '../use-cases/remove-credencial.ts'
import { readArguments } from './arguments.ts'
import { EXIT, refuse, type Command } from './cli.ts'
import { isConfirmed } from './confirm.ts'
import { tellFollowUp } from './follow-up.ts'

const OPTIONS = { devolver: { type: 'boolean' }, sim: { type: 'boolean' } } as const

/**
 * `credenciais excluir ID [--devolver] [--sim]`: erases the credencial with its key and VIP record. Asks first; where
 * nobody can be asked, only --sim erases.
 */
export const removeCommand: Command = async ({ services, out, err, ask }, args) => {
  const parsed = readArguments({ args, allowPositionals: true, options: OPTIONS })
  const [credencialid, ...rest] = parsed?.positionals ?? []
  if (!parsed || credencialid === undefined || rest.length > 0) return EXIT.usage
  const isReturned = parsed.values.devolver === true

  const found = await services.credenciais.findById(credencialid)
  if (!found)
    return refuse(
      err,
      `Não há credencial ${printable(credencialid)}. Para encontrá-la: npm run credenciais -- buscar NOME`,
    )
  if (parsed.values.sim !== true) {
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
}

function describe({ credencial, empresa }: Convidado): string {
  const { credencialid, nome, telefone, email } = credencial
  const invited = empresa ? `convite de ${empresa.nome}` : 'formulário público'
  return [credencialid, nome, telefone, email, invited].filter(Boolean).map(printable).join(' · ')
}
