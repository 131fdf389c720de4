import type { Convidado, CredencialRepo } from '../domain/credencial-repo.ts'
import { FIXED_VALUES } from '../domain/credencial.ts'
import { isCpf } from '../domain/cpf.ts'
import { telefoneDigits } from '../domain/telefone.ts'
import { foldText } from '../domain/text.ts'
import { parseCode } from '../domain/token.ts'
import { readArguments } from './arguments.ts'
import { EXIT, type Act } from './cli.ts'
import { countOf, formatTable } from './table.ts'

const TEXT_MIN = 2

/** `credenciais buscar TEXT`: by name without accents, phone, e-mail, credencialid, code, or a valid CPF. */
export const findCredenciais: Act = async ({ services, out, err }, args) => {
  const parsed = readArguments({ args, allowPositionals: true })
  if (!parsed || parsed.positionals.length === 0) return EXIT.usage
  const text = parsed.positionals.join(' ').trim()
  if (text.length < TEXT_MIN) {
    err(`Busque por ${TEXT_MIN} caracteres ou mais.`)
    return EXIT.refused
  }
  if (digitsOf(text) === FIXED_VALUES.cpf) {
    err(
      'O CPF 00000000000 é o que fica em quem não informou CPF: serviria a todos. Busque por nome ou telefone.',
    )
    return EXIT.refused
  }

  const found = new Map<string, Convidado>()
  const add = (convidado: Convidado) => found.set(convidado.credencial.credencialid, convidado)
  if (isCpf(text)) (await findByCpf(services.credenciais, digitsOf(text))).forEach(add)
  const isMatch = matcherOf(text, services.codeOf)
  for await (const convidado of services.credenciais.list()) if (isMatch(convidado)) add(convidado)

  if (found.size === 0) {
    err('Nenhuma credencial encontrada. Tente só uma parte do nome, ou os últimos dígitos do telefone.')
    return EXIT.refused
  }
  const columns = ['CREDENCIAL', 'NOME', 'WHATSAPP', 'E-MAIL', 'CONVIDADO POR'].map((title) => ({ title }))
  const rows = [...found.values()].map(({ credencial, empresa }) => {
    const { credencialid, nome, telefone, email } = credencial
    return [credencialid, nome, telefone, email, empresa?.nome ?? '']
  })
  formatTable(columns, rows).forEach(out)
  out('')
  out(`${countOf(found.size, 'credencial', 'credenciais')}.`)
  return EXIT.done
}

/** A CPF may have been stored with its punctuation by another product. */
async function findByCpf(credenciais: CredencialRepo, digits: string): Promise<Convidado[]> {
  const punctuated = digits.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4')
  return [...(await credenciais.findByCpf(digits)), ...(await credenciais.findByCpf(punctuated))]
}

/** Tells which guests the text may mean; words of a name count in any order. */
function matcherOf(
  text: string,
  codeOf: (credencialid: string, versao: number) => string,
): (convidado: Convidado) => boolean {
  const code = parseCode(text)
  const lower = text.toLowerCase()
  const words = text.includes('@') ? [] : foldText(text).split(' ').filter(Boolean)
  const digits = /^[\d\s()+.-]+$/.test(text) ? telefoneDigits(text) : ''
  return ({ credencial, versao }) => {
    if (credencial.credencialid === text) return true
    if (code !== null && codeOf(credencial.credencialid, versao) === code) return true
    if (credencial.email.toLowerCase().includes(lower)) return true
    if (digits.length >= TEXT_MIN && telefoneDigits(credencial.telefone).includes(digits)) return true
    const nome = foldText(credencial.nome)
    return words.length > 0 && words.every((word) => nome.includes(word))
  }
}

const digitsOf = (text: string) => text.replace(/[.\-\s]/g, '')
