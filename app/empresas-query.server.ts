import type { OrdemInUrl } from './components/empresas-table.tsx'
import type { EmpresasQuery, Ordem } from '../server/use-cases/board-empresas.ts'

/** What an address calls a column, and what the use case does. */
const ORDENS: Record<OrdemInUrl, Ordem> = {
  nome: 'nome',
  total: 'total',
  usados: 'used',
  reservados: 'held',
  pessoais: 'pessoais',
  livres: 'left',
  dentro: 'dentro',
}

/** Reads which companies an address asks for: most left first where it says nothing. */
export function empresasQuery(url: URL): { query: EmpresasQuery; ordem: OrdemInUrl } {
  const asked = url.searchParams.get('ordem') ?? ''
  const ordem = isOrdem(asked) ? asked : 'livres'
  const query = {
    ordem: ORDENS[ordem],
    texto: url.searchParams.get('empresa') ?? '',
    isParada: url.searchParams.has('paradas'),
    pagina: Math.trunc(Number(url.searchParams.get('pagina'))) || 1,
  }
  return { query, ordem }
}

const isOrdem = (text: string): text is OrdemInUrl => Object.hasOwn(ORDENS, text)
