import type { HistoricoPage } from '../server/use-cases/tell-historico.ts'
import { countOf } from '~/components/count-of'

/** The name of a paired browser. */
export function aparelhoIn({ aparelhos }: HistoricoPage, id: string): string {
  const nome = aparelhos.get(id) ?? ''
  return nome === '' ? 'aparelho sem nome' : nome
}

/** The name of a company, or its id once it is gone. */
export const empresaIn = ({ empresas }: HistoricoPage, id: string) =>
  id === '-' ? 'nenhuma' : (empresas.get(id) ?? id)

/** A number as an act keeps it, with its noun. */
export const counted = (count: string, one: string, many: string) => countOf(Number(count), one, many)
