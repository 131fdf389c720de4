import type { Services } from '../server/composition.ts'
import type { Feito } from '../server/domain/historico.ts'
import type { HistoricoPage } from '../server/use-cases/tell-historico.ts'
import { aparelhoIn, counted, empresaIn } from './historico-names.server.ts'

/** What an act was done to, in words, and its page where it has one. */
export interface Alvo {
  text: string
  /** A guest's, which a person reads aloud. */
  codigo: string | null
  href: string | null
}

/** What it was done to; a guest by the code, or `convidado excluído`. */
export function alvoOf(
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
      return plain(counted(detalhe, 'convidado', 'convidados'))
    default:
      return ato satisfies never
  }
}

function empresaAt(empresaid: string, page: HistoricoPage): Alvo {
  const href = `/painel/empresas/${encodeURIComponent(empresaid)}`
  return { text: empresaIn(page, empresaid), codigo: null, href }
}

const linhasIn = (detalhe: string) => (/^\d+$/.test(detalhe) ? counted(detalhe, 'linha', 'linhas') : '')
