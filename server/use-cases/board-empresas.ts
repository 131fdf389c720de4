import { foldText } from '../domain/text.ts'
import type { BoardReadings } from './board-readings.ts'
import type { EmpresasListing, Numbers } from './list-empresas.ts'

/** How many companies a page shows. */
export const POR_PAGINA = 100

/** What the companies are sorted by. */
export type Ordem = 'nome' | 'dentro' | keyof Numbers

export const ORDENS: readonly Ordem[] = ['nome', 'total', 'used', 'held', 'pessoais', 'left', 'dentro']

/** Which companies are wanted, and how. */
export interface EmpresasQuery {
  ordem: Ordem
  /** Part of the name, without accents and in any case. */
  texto: string
  /** Only those with no invitation used, held or personal. */
  isParada: boolean
  /** From 1 on; beyond the last page, the last. */
  pagina: number
}

/** A company on the board. */
export type EmpresaNoPainel = { empresaid: string; nome: string; dentro: number } & Numbers

/** A page of companies, and the sums of all that were asked for. */
export interface EmpresasPage extends Pick<EmpresasListing, 'broken' | 'unreachable'> {
  empresas: EmpresaNoPainel[]
  sum: Numbers & { dentro: number }
  /** How many were asked for, and how many there are. */
  found: number
  total: number
  pagina: number
}

const collator = new Intl.Collator('pt-BR')

/** Tells whether no invitation is used, held or personal. */
const isIdle = ({ used, held, pessoais }: Numbers) => used + held + pessoais === 0

/** Numbers from the largest, names from A. @throws StorageError */
export async function boardEmpresas(
  readings: Pick<BoardReadings, 'empresas' | 'inside'>,
  { ordem, texto, isParada, pagina }: EmpresasQuery,
): Promise<EmpresasPage> {
  const [listing, inside] = await Promise.all([readings.empresas(), readings.inside()])
  const text = foldText(texto)
  const found = listing.empresas
    .filter((empresa) => foldText(empresa.nome).includes(text) && (!isParada || isIdle(empresa)))
    .map((empresa) => ({ ...empresa, dentro: inside.get(empresa.empresaid) ?? 0 }))
    .sort((a, b) => (ordem === 'nome' ? 0 : b[ordem] - a[ordem]) || collator.compare(a.nome, b.nome))
  const sum = { total: 0, used: 0, held: 0, pessoais: 0, left: 0, dentro: 0 }
  for (const empresa of found)
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += empresa[name]
  const last = Math.max(1, Math.ceil(found.length / POR_PAGINA))
  const shown = Math.min(Math.max(1, pagina), last)
  return {
    empresas: found.slice((shown - 1) * POR_PAGINA, shown * POR_PAGINA),
    sum,
    found: found.length,
    total: listing.empresas.length + listing.broken.length,
    pagina: shown,
    broken: listing.broken,
    unreachable: listing.unreachable,
  }
}
