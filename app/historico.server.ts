import type { Services } from '../server/composition.ts'
import type { Feito, HistoricoQuery } from '../server/domain/historico.ts'
import { tellHistorico, type Cursor, type Told } from '../server/use-cases/tell-historico.ts'
import { countOf } from '~/components/count-of'
import { diaCurto, diaDe, horaDe } from '~/components/relogio'

/** What an act was done to, in words, and its page where it has one. */
export interface Alvo {
  texto: string
  /** A guest's, which a person reads aloud. */
  codigo: string | null
  href: string | null
}

/** An act as it is shown. */
export interface Linha {
  id: string
  /** `Hoje, 16 de setembro` */
  dia: string
  /** `16/9` */
  data: string
  /** `19h41` */
  hora: string
  oque: string
  quem: string
  alvo: Alvo
}

/** Acts as they are shown, newest first, and where the older ones begin. @throws StorageError */
export async function linhasOf(
  services: Services,
  query: HistoricoQuery,
): Promise<{ linhas: Linha[]; next: string | null }> {
  const told = await tellHistorico(services, query)
  const { inicio } = services.config.evento
  const now = services.now()
  const linhas = told.feitos.map((feito) => ({
    id: feito.historicoid,
    dia: diaDe(inicio, feito.em, now),
    data: diaCurto(inicio, feito.em),
    hora: horaDe(inicio, feito.em),
    oque: oqueOf(feito, told),
    quem: feito.quem === CLI ? 'linha de comando' : aparelhoIn(told, feito.quem),
    alvo: alvoOf(feito, told, services),
  }))
  return { linhas, next: told.next && `${told.next.em}.${told.next.historicoid}` }
}

/** Reads where a page begins, as {@link linhasOf} wrote it; null for the newest acts, and for anything else. */
export function cursorFrom(raw: string | null): Cursor | null {
  const [, em, historicoid] = /^(\d{1,15})\.(.{1,100})$/.exec(raw ?? '') ?? []
  return em === undefined || historicoid === undefined ? null : { em: Number(em), historicoid }
}

/** The author of acts of the command line, as `server/domain/historico.ts` has it. */
const CLI = 'cli'

const FIELDS: Record<string, string> = { nome: 'nome', telefone: 'WhatsApp', email: 'e-mail' }

/** What was done, in a sentence. */
function oqueOf({ ato, alvo, detalhe }: Feito, told: Told): string {
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
      return first === '' ? 'Cadastrou' : `Cadastrou com um convite de ${empresaIn(told, first)}`
    case 'corrigiu': {
      const fields = detalhe.split(' ').flatMap((field) => FIELDS[field] ?? [])
      return fields.length === 0 ? 'Conferiu, sem mudar nada' : `Corrigiu ${listed(fields)}`
    }
    case 'mudou-de-empresa':
      return `Mudou de empresa: de ${empresaIn(told, first)} para ${empresaIn(told, second)}`
    case 'excluiu':
      return first === '' ? 'Excluiu' : `Excluiu e devolveu o convite a ${empresaIn(told, first)}`
    case 'juntou':
      return second === '-' || second === ''
        ? 'Juntou dois cadastros'
        : `Juntou dois cadastros; um convite voltou a ${empresaIn(told, second)}`
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
    case 'apagou-tudo':
      return 'Apagou os dados pessoais'
    default:
      return ato satisfies never
  }
}

/** What became of one company: its total, where that changed. */
function changeOf(detalhe: string): string {
  const [, , was, is] = detalhe.split(' ')
  return was === undefined || is === undefined ? 'Gravou a empresa' : `Mudou o total, de ${was} para ${is}`
}

/** What it was done to; a guest by the code, or `convidado excluído`. */
function alvoOf({ ato, alvo, detalhe }: Feito, told: Told, { codeOf }: Services): Alvo {
  const plain = (texto: string): Alvo => ({ texto, codigo: null, href: null })
  switch (ato) {
    case 'convidou':
    case 'pareou':
    case 'revogou':
    case 'reconectou':
      return plain(aparelhoIn(told, alvo))
    case 'cadastrou':
    case 'corrigiu':
    case 'mudou-de-empresa':
    case 'excluiu':
    case 'juntou':
    case 'separou':
    case 'renovou-link':
    case 'admitiu':
    case 'anulou': {
      const versao = told.convidados.get(alvo)
      if (versao === undefined) return plain('convidado excluído')
      const href = `/painel/convidados/${encodeURIComponent(alvo)}`
      return { texto: 'convidado', codigo: codeOf(alvo, versao), href }
    }
    case 'gravou-empresas': {
      if (alvo !== '') {
        return { ...plain(empresaIn(told, alvo)), href: `/painel/empresas/${encodeURIComponent(alvo)}` }
      }
      const [inserted = '', updated = ''] = detalhe.split(' ')
      return plain(counted(String(Number(inserted) + Number(updated)), 'empresa', 'empresas'))
    }
    case 'exportou-convidados':
    case 'exportou-empresas':
      return plain(/^\d+$/.test(detalhe) ? counted(detalhe, 'linha', 'linhas') : '')
    case 'apagou-tudo':
      return plain(counted(detalhe, 'convidado', 'convidados'))
    default:
      return ato satisfies never
  }
}

function aparelhoIn({ aparelhos }: Told, id: string): string {
  const nome = aparelhos.get(id) ?? ''
  return nome === '' ? 'aparelho sem nome' : nome
}

const empresaIn = ({ empresas }: Told, id: string) => (id === '-' ? 'nenhuma' : (empresas.get(id) ?? id))

const counted = (count: string, one: string, many: string) => countOf(Number(count), one, many)

/** `nome, WhatsApp e e-mail` */
function listed(words: string[]): string {
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(' e ')
}
