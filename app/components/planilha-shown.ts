/** A spreadsheet as its page shows it: counts of all, and some rows of each part. */
export interface PlanilhaShown {
  tipo: 'empresas' | 'convidados'
  /** The digest of the effect that is shown. */
  digest: string
  /** Columns whose cells are not read. */
  ignored: string[]
  totals: { inserted: number; changed: number; equal: number; bad: number }
  /** The part shown alone, a page of it; null for the first rows of all. */
  parte: 'recusadas' | 'mudam' | 'entram' | null
  pagina: number
  perPage: number
  inserted: { line: number; nome: string; valor: string }[]
  changed: { line: number; nome: string; changes: { campo: string; de: string; para: string }[] }[]
  bad: { line: number; nome: string; problems: string[] }[]
}
