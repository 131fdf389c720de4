import { existsSync } from 'node:fs'
import type { Convidado } from '../domain/credencial-repo.ts'
import { CLI } from '../domain/historico.ts'
import type { ConvidadoNoPainel } from '../domain/painel-repo.ts'
import { printable } from '../domain/text.ts'
import { removeCredencial } from '../use-cases/change-convidado.ts'
import { correctCredencial } from '../use-cases/correct-convidado.ts'
import { COLUMNS, exportCredenciais } from '../use-cases/exports.ts'
import { searchCredenciais } from '../use-cases/find-convidado.ts'
import { readArguments, readOne, EXIT, refuse, tellFollowUp, type Command, isConfirmed } from './cli.ts'
import { countOf, formatTable } from './table.ts'
import { writeWhole } from './whole-file.ts'

const TOO_SHORT = 'Busque por 2 caracteres ou mais.'
const PLACEHOLDER_CPF =
  'O CPF 00000000000 é o que fica em quem não informou CPF: serviria a todos. Busque por nome ou telefone.'

/** `credenciais buscar TEXT`: by all that the board searches by, every match at once. */
export const searchCommand: Command = async ({ services, out, err }, args) => {
  const parsed = readArguments({ args, allowPositionals: true })
  if (!parsed || parsed.positionals.length === 0) return EXIT.usage
  const text = parsed.positionals.join(' ')
  // The board shows everybody for a blank text; in a terminal it is a slip.
  if (text.trim() === '') return refuse(err, TOO_SHORT)
  const search = await searchCredenciais(services, { text }, 0, Number.MAX_SAFE_INTEGER)
  if (search.kind === 'too-short') return refuse(err, TOO_SHORT)
  if (search.kind === 'placeholder-cpf') return refuse(err, PLACEHOLDER_CPF)
  const { convidados, near } = search
  if (convidados.length > 0) {
    tableOf(convidados).forEach(out)
    out('')
    out(`${countOf(convidados.length, 'credencial', 'credenciais')}.`)
  }
  if (near.length > 0) {
    if (convidados.length > 0) out('')
    out('Você quis dizer:')
    tableOf(near).forEach(out)
  }
  if (convidados.length > 0) return EXIT.done
  return refuse(
    err,
    'Nenhuma credencial encontrada. Tente só uma parte do nome, ou os últimos dígitos do telefone.',
  )
}

function tableOf(convidados: ConvidadoNoPainel[]): string[] {
  const rows = convidados.map(({ credencial, empresa, desistencia }) => {
    const { credencialid, nome, telefone, email } = credencial
    return [credencialid, nome, telefone, email, empresa?.nome ?? (desistencia ? 'desistiu' : '')]
  })
  return formatTable(['CREDENCIAL', 'NOME', 'WHATSAPP', 'E-MAIL', 'CONVIDADO POR'], rows)
}

/**
 * `credenciais exportar FILE.csv [--sobrescrever]`: every credencial, for a spreadsheet. Personal data, so only its
 * owner may read the file, and the file appears whole or not at all.
 */
export const exportCommand: Command = async (cli, args) => {
  const asked = readOne(args, { sobrescrever: { type: 'boolean' } })
  if (!asked) return EXIT.usage
  const path = asked.one
  if (existsSync(path) && asked.values.sobrescrever !== true)
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
    if (!(await writeWhole(cli, path, COLUMNS, counted()))) return EXIT.refused
  } finally {
    end()
  }
  cli.out(`${countOf(done, 'credencial gravada', 'credenciais gravadas')} em ${printable(path)}`)
  cli.out('Contém dados pessoais: guarde só enquanto precisar e não envie por e-mail.')
  cli.out('No Excel, abra por Dados > De Texto/CSV com as colunas como Texto, para não perder zeros.')
  return EXIT.done
}

const CORRECTION_OPTIONS = {
  nome: { type: 'string' },
  telefone: { type: 'string' },
  email: { type: 'string' },
} as const

/** `credenciais corrigir ID --nome … --telefone … --email …`: replaces what is given, and prints what was. */
export const correctCommand: Command = async ({ services, out, err }, args) => {
  const asked = readOne(args, CORRECTION_OPTIONS)
  if (!asked || Object.keys(asked.values).length === 0) return EXIT.usage
  const { one: credencialid, values } = asked
  const id = printable(credencialid)
  const correction = await correctCredencial(services, credencialid, values, services.autorOf(CLI))
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

const REMOVAL_OPTIONS = { devolver: { type: 'boolean' }, sim: { type: 'boolean' } } as const

/**
 * `credenciais excluir ID [--devolver] [--sim]`: erases the credencial with its key and VIP record. Asks first; where
 * nobody can be asked, only --sim erases.
 */
export const removeCommand: Command = async ({ services, out, err, ask }, args) => {
  const asked = readOne(args, REMOVAL_OPTIONS)
  if (!asked) return EXIT.usage
  const { one: credencialid, values } = asked
  const isReturned = values.devolver === true
  const found = await services.credenciais.findById(credencialid)
  if (!found)
    return refuse(
      err,
      `Não há credencial ${printable(credencialid)}. Para encontrá-la: npm run credenciais -- buscar NOME`,
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
}

function describe({ credencial, empresa }: Convidado): string {
  const { credencialid, nome, telefone, email } = credencial
  const invited = empresa ? `convite de ${empresa.nome}` : 'formulário público'
  return [credencialid, nome, telefone, email, invited].filter(Boolean).map(printable).join(' · ')
}
