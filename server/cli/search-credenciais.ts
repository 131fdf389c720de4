import { searchCredenciais } from '../use-cases/search-credenciais.ts'
import { readArguments } from './arguments.ts'
import { EXIT, refuse, type Command } from './cli.ts'
import { countOf, formatTable } from './table.ts'

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
  const rows = search.convidados.map(({ credencial, empresa, desistencia }) => {
    const { credencialid, nome, telefone, email } = credencial
    return [credencialid, nome, telefone, email, empresa?.nome ?? (desistencia ? 'desistiu' : '')]
  })
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
