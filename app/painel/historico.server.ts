import type { Services } from '../../server/composition.ts'
import type { HistoricoQuery, Feito } from '../../server/domain/historico.ts'
import { juncaoOf, type Juncao } from '../../server/domain/juncao.ts'
import { tellHistorico, type Cursor, type HistoricoPage } from '../../server/use-cases/tell-historico.ts'
import { shortDayOf, dayToldOf, eventTime } from '~/shared/event-clock'
import { countOf } from '~/shared/words'
import type { Alvo, Linha } from './acts-done.tsx'

/** Acts as they are shown, newest first, and where the older ones begin. @throws StorageError */
export async function linhasOf(
  services: Services,
  query: HistoricoQuery,
): Promise<{ lines: Linha[]; next: string | null }> {
  const page = await tellHistorico(services, query)
  const { inicio } = services.config.evento
  const now = services.now()
  const lines = page.feitos.map((feito) => ({
    id: feito.historicoid,
    dia: dayToldOf(inicio, feito.em, now),
    data: shortDayOf(inicio, feito.em),
    hora: eventTime(inicio, feito.em),
    iso: new Date(feito.em).toISOString(),
    what: whatWasDone(feito, page),
    quem: quemIn(page, feito.quem),
    alvo: alvoOf(feito, page, services),
  }))
  return { lines, next: page.next && `${page.next.em}.${page.next.historicoid}` }
}

/** Reads where a page begins, as {@link linhasOf} wrote it; null for the newest acts, and for anything else. */
export function cursorFrom(raw: string | null): Cursor | null {
  const [, em, historicoid] = /^(\d{1,15})\.(.{1,100})$/.exec(raw ?? '') ?? []
  return em === undefined || historicoid === undefined ? null : { em: Number(em), historicoid }
}

/** Authors without a paired browser, as `server/domain/historico.ts` has them. */
const OUTROS: Record<string, string> = {
  cli: 'linha de comando',
  mesa: 'quem cuida da mesa',
  convidado: 'o convidado',
}

const quemIn = (page: HistoricoPage, quem: string) => OUTROS[quem] ?? aparelhoIn(page, quem)

/** What it was done to; a guest by the code, or `convidado excluído`. */
function alvoOf(
  { ato, alvo, detalhe }: Feito,
  page: HistoricoPage,
  { codeOf }: Pick<Services, 'codeOf'>,
): Alvo {
  const plain = (text: string): Alvo => ({ text, codigo: null, href: null })
  switch (ato) {
    case 'convidou':
    case 'pareou':
    case 'revogou':
    case 'reconectou':
    case 'recebeu':
      return plain(aparelhoIn(page, alvo))
    case 'cadastrou':
    case 'corrigiu':
    case 'mudou-de-empresa':
    case 'excluiu':
    case 'juntou':
    case 'separou':
    case 'renovou-link':
    case 'admitiu':
    case 'anulou':
    case 'desistiu':
    case 'liberou':
    case 'voltou': {
      if (alvo === '') return plain('pessoa fora da lista')
      const versao = page.convidados.get(alvo)
      if (versao === undefined) return plain('convidado excluído')
      const href = `/painel/convidados/${encodeURIComponent(alvo)}`
      return { text: 'convidado', codigo: codeOf(alvo, versao), href }
    }
    case 'criou-convites':
    case 'renomeou-convite':
    case 'revogou-convite':
    case 'fechou-link':
    case 'abriu-link':
    case 'renovou-mesa':
    case 'gravou-empresas': {
      if (alvo !== '') return empresaAt(alvo, page)
      const [inserted = '', updated = ''] = detalhe.split(' ')
      return plain(counted(String(Number(inserted) + Number(updated)), 'empresa', 'empresas'))
    }
    case 'exportou-convites':
    case 'exportou-mesa':
      return alvo === '' ? plain(linhasIn(detalhe)) : empresaAt(alvo, page)
    case 'exportou-convidados':
    case 'exportou-empresas':
      return plain(linhasIn(detalhe))
    case 'comecou-ensaio':
    case 'encerrou-ensaio':
      return plain('')
    case 'apagou-tudo':
      return plain(erasedIn(detalhe))
    default:
      return ato satisfies never
  }
}

function empresaAt(empresaid: string, page: HistoricoPage): Alvo {
  const href = `/painel/empresas/${encodeURIComponent(empresaid)}`
  return { text: empresaIn(page, empresaid), codigo: null, href }
}

const erasedIn = (detalhe: string) => {
  const [guests = '', contacts] = detalhe.split(' ')
  const said = counted(guests, 'convidado', 'convidados')
  return contacts === undefined ? said : `${said}, contatos de ${counted(contacts, 'empresa', 'empresas')}`
}

const linhasIn = (detalhe: string) => (/^\d+$/.test(detalhe) ? counted(detalhe, 'linha', 'linhas') : '')

const FIELDS: Record<string, string> = { nome: 'nome', telefone: 'WhatsApp', email: 'e-mail' }

function toldMerge({ returned, elo }: Juncao, page: HistoricoPage): string {
  const told = elo ? 'Juntou dois cadastros, com o link dos dois' : 'Juntou dois cadastros'
  return returned === null ? told : `${told}; um convite voltou a ${empresaIn(page, returned)}`
}

/** What was done, in a sentence. */
function whatWasDone({ ato, alvo, detalhe }: Feito, page: HistoricoPage): string {
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
    case 'recebeu':
      return `Recebeu ${counted(first, 'entrada', 'entradas')} de um celular`
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
      return toldMerge(juncaoOf({ alvo, detalhe }), page)
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
        : `Avisou que não vai; o convite era de ${empresaIn(page, first)}`
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

/** The name of a paired browser. */
function aparelhoIn({ aparelhos }: HistoricoPage, id: string): string {
  const nome = aparelhos.get(id) ?? ''
  return nome === '' ? 'aparelho sem nome' : nome
}

/** The name of a company, or its id once it is gone. */
const empresaIn = ({ empresas }: HistoricoPage, id: string) =>
  id === '-' ? 'nenhuma' : (empresas.get(id) ?? id)

/** A number as an act keeps it, with its noun. */
const counted = (count: string, one: string, many: string) => countOf(Number(count), one, many)
