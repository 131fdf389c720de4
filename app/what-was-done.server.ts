import type { Feito } from '../server/domain/historico.ts'
import type { HistoricoPage } from '../server/use-cases/tell-historico.ts'
import { counted, empresaIn } from './historico-names.server.ts'

const FIELDS: Record<string, string> = { nome: 'nome', telefone: 'WhatsApp', email: 'e-mail' }

/** What was done, in a sentence. */
export function whatWasDone({ ato, alvo, detalhe }: Feito, page: HistoricoPage): string {
  const [first = '', second = ''] = detalhe.split(' ')
  switch (ato) {
    case 'convidou':
      return detalhe === 'porta' ? 'Convidou para a porta' : 'Convidou para a organização'
    case 'pareou':
      return 'Entrou na equipe'
    case 'revogou':
      return 'Revogou um aparelho'
    case 'reconectou':
      return 'Deu um novo código a um aparelho'
    case 'cadastrou':
      return first === '' ? 'Cadastrou' : `Cadastrou com um convite de ${empresaIn(page, first)}`
    case 'corrigiu': {
      const fields = detalhe.split(' ').flatMap((field) => FIELDS[field] ?? [])
      return fields.length === 0 ? 'Conferiu, sem mudar nada' : `Corrigiu ${listed(fields)}`
    }
    case 'mudou-de-empresa':
      return `Mudou de empresa: de ${empresaIn(page, first)} para ${empresaIn(page, second)}`
    case 'excluiu':
      return first === '' ? 'Excluiu' : `Excluiu e devolveu o convite a ${empresaIn(page, first)}`
    case 'juntou':
      return second === '-' || second === ''
        ? 'Juntou dois cadastros'
        : `Juntou dois cadastros; um convite voltou a ${empresaIn(page, second)}`
    case 'separou':
      return 'Separou dois cadastros parecidos'
    case 'renovou-link':
      return 'Trocou o link da credencial'
    case 'admitiu':
      return 'Admitiu'
    case 'anulou':
      return 'Anulou uma entrada'
    case 'gravou-empresas':
      if (alvo !== '') return first === '1' ? 'Criou a empresa' : changeOf(detalhe)
      return `Gravou empresas: ${counted(first, 'nova', 'novas')}, ${counted(second, 'mudada', 'mudadas')}`
    case 'exportou-convidados':
      return 'Exportou os convidados'
    case 'exportou-empresas':
      return 'Exportou as empresas'
    case 'exportou-convites':
      return 'Exportou convites pessoais'
    case 'exportou-mesa':
      return 'Exportou a lista da mesa'
    case 'apagou-tudo':
      return 'Apagou os dados pessoais'
    case 'desistiu':
      return first === ''
        ? 'Avisou que não vai'
        : `Avisou que não vai; um convite voltou a ${empresaIn(page, first)}`
    case 'liberou':
      return `Liberou o lugar; um convite voltou a ${empresaIn(page, first)}`
    case 'voltou':
      return first === ''
        ? 'Voltou a confirmar'
        : `Voltou a confirmar, com um convite de ${empresaIn(page, first)}`
    case 'criou-convites':
      return `Fez ${counted(first, 'convite pessoal', 'convites pessoais')}`
    case 'renomeou-convite':
      return 'Mudou o nome de um convite pessoal'
    case 'revogou-convite':
      return 'Revogou um convite pessoal'
    case 'fechou-link':
      return 'Fechou o link público da mesa'
    case 'abriu-link':
      return 'Abriu o link público da mesa'
    case 'renovou-mesa':
      return 'Trocou o link do painel da mesa'
    case 'comecou-ensaio':
      return 'Começou um ensaio da porta'
    case 'encerrou-ensaio':
      return 'Encerrou o ensaio da porta'
    default:
      return ato satisfies never
  }
}

/** What became of one company: its total, where that changed. */
function changeOf(detalhe: string): string {
  const [, , was, is] = detalhe.split(' ')
  return was === undefined || is === undefined ? 'Gravou a empresa' : `Mudou o total, de ${was} para ${is}`
}

/** `nome, WhatsApp e e-mail` */
function listed(words: string[]): string {
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(' e ')
}
