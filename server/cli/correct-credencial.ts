import { CLI } from '../domain/historico.ts'
import { printable } from '../domain/text.ts'
import { correctCredencial } from '../use-cases/correct-credencial.ts'
import { readArguments } from './arguments.ts'
import { EXIT, refuse, type Command } from './cli.ts'
import { tellFollowUp } from './follow-up.ts'

const OPTIONS = {
  nome: { type: 'string' },
  telefone: { type: 'string' },
  email: { type: 'string' },
} as const

/** `credenciais corrigir ID --nome … --telefone … --email …`: replaces what is given, and prints what was. */
export const correctCommand: Command = async ({ services, out, err }, args) => {
  const parsed = readArguments({ args, allowPositionals: true, options: OPTIONS })
  const [credencialid, ...rest] = parsed?.positionals ?? []
  if (!parsed || credencialid === undefined || rest.length > 0) return EXIT.usage
  if (Object.keys(parsed.values).length === 0) return EXIT.usage

  const id = printable(credencialid)
  const correction = await correctCredencial(services, credencialid, parsed.values, services.autorOf(CLI))
  switch (correction.kind) {
    case 'corrected':
      tellFollowUp({ err }, correction)
      out(`Credencial ${id} corrigida.`)
      for (const { field, was, is } of correction.changes) {
        out(`  ${field}: ${printable(was) || '(vazio)'} → ${is || '(vazio)'}`)
      }
      return EXIT.done
    case 'invalid':
      return refuse(
        err,
        ...Object.entries(correction.errors).map(([field, message]) => printable(`--${field}: ${message}`)),
      )
    case 'credencial-not-found':
      return refuse(err, `Não há credencial ${id}. Para encontrá-la: npm run credenciais -- buscar NOME`)
    case 'already-taken':
      return refuse(
        err,
        `A credencial ${printable(correction.credencialid)} já tem este nome e este telefone; nada foi corrigido.`,
        'Se são a mesma pessoa, exclua uma delas: npm run credenciais -- excluir ID',
      )
    case 'changed-meanwhile':
      return refuse(
        err,
        `A credencial ${id} acaba de ser corrigida por outra pessoa; nada mudou. Peça de novo.`,
      )
    case 'removed-meanwhile':
      return refuse(err, `A credencial ${id} acaba de ser excluída.`)
    default:
      return correction satisfies never
  }
}
