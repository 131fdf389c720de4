import { parseEmail, parseNome } from '../domain/cadastro.ts'
import type { Cadastro } from '../domain/credencial.ts'
import { parseTelefone } from '../domain/telefone.ts'
import { printable } from '../domain/text.ts'
import { readArguments } from './arguments.ts'
import { EXIT, type Act } from './cli.ts'
import { mirrorAvip } from './mirror-avip.ts'
import { wipeRemoved } from './wipe-removed.ts'

const OPTIONS = {
  nome: { type: 'string' },
  telefone: { type: 'string' },
  email: { type: 'string' },
} as const

type Given = { [Field in keyof Cadastro]?: string | undefined }

/**
 * `credenciais corrigir ID --nome … --telefone … --email …`: replaces what is given and keeps the rest as stored, even
 * where another product stored what the form would not take.
 */
export const correctCredencial: Act = async (cli, args) => {
  const parsed = readArguments({ args, allowPositionals: true, options: OPTIONS })
  const [credencialid, ...rest] = parsed?.positionals ?? []
  if (!parsed || credencialid === undefined || rest.length > 0) return EXIT.usage
  if (Object.keys(parsed.values).length === 0) return EXIT.usage

  const { services, out, err } = cli
  const found = await services.credenciais.findById(credencialid)
  const changes = checkGiven(parsed.values)
  if (!found) {
    err(`Não há credencial ${printable(credencialid)}. Para encontrá-la: npm run credenciais -- buscar NOME`)
    return EXIT.refused
  }
  if (changes.kind === 'invalid') {
    changes.problems.map(printable).forEach(err)
    return EXIT.refused
  }
  const { nome, telefone, email } = found.credencial
  const cadastro = { nome, telefone, email, ...changes.fields }
  const correction = await services.credenciais.correct({
    credencialid,
    cadastro,
    chave: services.chaveOf(cadastro),
  })
  switch (correction.kind) {
    case 'corrected':
      await mirrorAvip(cli, credencialid)
      await wipeRemoved(cli)
      out(`Credencial ${printable(credencialid)} corrigida.`)
      for (const [field, was] of Object.entries({ nome, telefone, email })) {
        const is = cadastro[field as keyof Cadastro]
        if (is !== was) out(`  ${field}: ${printable(was) || '(vazio)'} → ${is || '(vazio)'}`)
      }
      return EXIT.done
    case 'already-taken':
      err(
        `A credencial ${printable(correction.credencialid)} já tem este nome e este telefone; nada foi corrigido.`,
      )
      err('Se são a mesma pessoa, exclua uma delas: npm run credenciais -- excluir ID')
      return EXIT.refused
    case 'credencial-not-found':
      err(`A credencial ${printable(credencialid)} acaba de ser excluída.`)
      return EXIT.refused
    default:
      return correction satisfies never
  }
}

/** Checks the fields given, by the rules of the form. `--email ""` clears the e-mail. */
function checkGiven(
  given: Given,
): { kind: 'ok'; fields: Partial<Cadastro> } | { kind: 'invalid'; problems: string[] } {
  const fields: Partial<Cadastro> = {}
  const problems: string[] = []
  const nome = given.nome === undefined ? null : parseNome(given.nome)
  const telefone = given.telefone === undefined ? null : parseTelefone(given.telefone)
  const email = given.email === undefined ? null : parseEmail(given.email)
  if (nome?.kind === 'ok') fields.nome = nome.nome
  if (telefone?.kind === 'ok') fields.telefone = telefone.telefone
  if (email?.kind === 'ok') fields.email = email.email
  for (const [option, result] of Object.entries({ nome, telefone, email })) {
    if (result?.kind === 'invalid') problems.push(`--${option}: ${result.message}`)
  }
  return problems.length > 0 ? { kind: 'invalid', problems } : { kind: 'ok', fields }
}
