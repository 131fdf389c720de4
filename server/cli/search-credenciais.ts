import { searchCredenciais, TEXT_MIN } from '../use-cases/search-credenciais.ts'
import { readArguments } from './arguments.ts'
import { EXIT, refuse, type Command } from './cli.ts'
import { countOf, formatTable } from './table.ts'

const REFUSALS = {
  'too-short': `Busque por ${TEXT_MIN} caracteres ou mais.`,
  'placeholder-cpf':
    'O CPF 00000000000 é o que fica em quem não informou CPF: serviria a todos. Busque por nome ou telefone.',
}

/** `credenciais buscar TEXT`: by name without accents, phone, e-mail, credencialid, code, or a valid CPF. */
export const searchCommand: Command = async ({ services, out, err }, args) => {
  const parsed = readArguments({ args, allowPositionals: true })
  if (!parsed || parsed.positionals.length === 0) return EXIT.usage
  const search = searchCredenciais(services, parsed.positionals.join(' '))
  if (search.kind !== 'matches') return refuse(err, REFUSALS[search.kind])
  const rows: string[][] = []
  for await (const { credencial, empresa } of search.convidados) {
    const { credencialid, nome, telefone, email } = credencial
    rows.push([credencialid, nome, telefone, email, empresa?.nome ?? ''])
  }
  if (rows.length === 0)
    return refuse(
      err,
      'Nenhuma credencial encontrada. Tente só uma parte do nome, ou os últimos dígitos do telefone.',
    )
  const columns = ['CREDENCIAL', 'NOME', 'WHATSAPP', 'E-MAIL', 'CONVIDADO POR'].map((title) => ({ title }))
  formatTable(columns, rows).forEach(out)
  out('')
  out(`${countOf(rows.length, 'credencial', 'credenciais')}.`)
  return EXIT.done
}
